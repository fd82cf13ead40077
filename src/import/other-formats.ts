/** What a file seems to be that is no text in UTF-8 of its format, and what to do about it. */

export const ONE_RECORD_EACH_LINE =
  "write one record on each line, as jq -c '.[]' does with an array, in a file whose name ends in .ndjson";

const ANY: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^PK\p{Cc}{2}/u, 'seems to be an Excel workbook or another zip file: save it as CSV in UTF-8'],
  [/^\xd0\xcf\p{Cc}\xe0/u, 'seems to be an old Excel workbook: save it as CSV in UTF-8'],
  [/^\p{Cc}\x8b/u, 'is packed by gzip: let its name end in .gz'],
  [/^[^\0]\0/, 'seems to be in UTF-16 without a byte order mark: convert it, as by iconv -f UTF-16LE -t UTF-8'],
  [/^\0[^\0]/, 'seems to be in UTF-16 without a byte order mark: convert it, as by iconv -f UTF-16BE -t UTF-8'],
  [/^\s*\[\s*(?:\{|$)/, `seems to hold a JSON array: ${ONE_RECORD_EACH_LINE}`],
  [/^\s*<(?:!doctype|html|\?xml)/i, 'seems to be a page in HTML or XML'],
];

const CSV: typeof ANY = [
  [/^\s*\{\s*"/, 'seems to hold JSON: let its name end in .ndjson'],
  [/^"?sep=/i, 'begins with a line for Excel: remove the line, and name the delimiter with --delimiter'],
  [/^[^\n]*\r[^\n]/, "seems to end its lines by carriage returns alone: convert it, as by tr '\\r' '\\n'"],
];

const LOOKED_AT = 64 * 1024;

/** @param bytes from the beginning, without a byte order mark */
export function otherFormat(bytes: Buffer, format: string): string | undefined {
  const text = bytes.toString('latin1', 0, LOOKED_AT);
  return [...ANY, ...(format === 'csv' ? CSV : [])].find(([beginning]) => beginning.test(text))?.[1];
}
