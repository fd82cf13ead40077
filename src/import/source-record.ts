/** One record as it is in the file, not yet checked. */
export type SourceRecord = { /** The line on which the record starts, from 1. */ readonly line: number } & (
  | { readonly value: unknown; /** The text of `value`. */ readonly json: string }
  | { readonly cells: Readonly<Record<string, string>> }
  /** It cannot be read. `text` is absent when its bytes are not text; `readable` holds its identifier if that can be read. */
  | { readonly problem: string; readonly text?: string; readonly readable?: unknown }
);

/** The record as JSON text. Text from an NDJSON file is passed on as it is, because serialising deep nesting again would fail. */
export function originalOf(source: SourceRecord): string | undefined {
  if ('json' in source) return source.json;
  return JSON.stringify('cells' in source ? source.cells : source.text);
}

/** Longer records are not read, so that a file without line breaks cannot exhaust memory. */
export const LONGEST_RECORD_BYTES = 1024 * 1024;

/** Returns a function that decodes UTF-8; it returns undefined for other bytes. */
export function strictDecoder(): (bytes: Uint8Array) => string | undefined {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      return utf8.decode(bytes);
    } catch {
      return undefined;
    }
  };
}

export const BROKEN_UTF8 = 'is not valid UTF-8';
