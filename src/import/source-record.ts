/** One record as a file holds it, not yet judged. */
export type SourceRecord = { /** From 1, where the record starts. */ readonly line: number } & (
  | { readonly value: unknown; /** The text of `value`. */ readonly json: string }
  | { readonly cells: Readonly<Record<string, string>> }
  /** It cannot be read; `text` only where it is text at all, `readable` where its identifier can be read all the same. */
  | { readonly problem: string; readonly text?: string; readonly readable?: unknown }
);

/** JSON text of the record as the file has it. That of a file is passed on untouched: written anew, deep nesting would fail. */
export function originalOf(source: SourceRecord): string | undefined {
  if ('json' in source) return source.json;
  return JSON.stringify('cells' in source ? source.cells : source.text);
}

/** A longer record is not read, so that a file without line ends cannot fill the memory. */
export const LONGEST_RECORD_BYTES = 1024 * 1024;

/** A function that decodes UTF-8, and gives undefined for bytes that are not. */
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

export const BROKEN_UTF8 = 'is not well-formed UTF-8';
