/** A difference between two answers. */

export interface Difference {
  /** What differs, such as `missing_record`, or a form in which alone two values differ, such as `letter_case`. */
  readonly kind: string;
  /** Where it is in the body, such as `$.leases[*].rent`. `$` alone is the answer as a whole. */
  readonly path: string;
  /** What the values are, without the values: type and length, a status, an error type or a media type. */
  readonly old: string;
  readonly new: string;
  /**
   * What names it in the data, for the private file alone: the identifiers of the records around it, the outermost
   * first. A result that counts again for a further page has none, and no lines.
   */
  readonly detail?: { readonly records: readonly string[]; readonly old: unknown; readonly new: unknown };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What a value is, without the value. Only booleans are shown as they are. */
export function describe(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : 'number with a fraction';
  if (typeof value !== 'string') return typeof value;
  if (value.trim() === '') return value === '' ? 'empty text' : 'blank text';
  return DATE.test(value) ? 'date' : `text of ${[...value].length} characters`;
}

/** In which form alone two texts differ. */
const FORMS: readonly (readonly [kind: string, form: (text: string) => string])[] = [
  ['spaces', (text) => text.trim()],
  ['letter_case', (text) => text.toLowerCase()],
  ['unicode_form', (text) => text.normalize('NFC')],
  ['date_form', (text) => /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0] ?? ''],
  ['punctuation', (text) => text.replace(/[\s\p{P}]/gu, '')],
];

/** How two different values differ. */
export function kindOfValues(left: unknown, right: unknown): string {
  if (typeof left === 'number' && typeof right === 'number') return areRounded(left, right) ? 'rounding' : 'value';
  if (typeof left !== 'string' || typeof right !== 'string') return typeOf(left) === typeOf(right) ? 'value' : 'type';
  return FORMS.find(([, form]) => form(left) !== '' && form(left) === form(right))?.[0] ?? 'value';
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/** Whether one number is the other one with fewer decimals. */
const areRounded = (left: number, right: number): boolean =>
  Array.from({ length: 12 }, (_, decimals) => decimals).some(
    (decimals) => Number(left.toFixed(decimals)) === right || Number(right.toFixed(decimals)) === left,
  );

/** Characters of a value in a line. */
const LONGEST = 500;

/** Lines of `--differences`: private, because they name records and their values. @param where the request came from */
export const privateLines = (
  where: object,
  { path, body }: { readonly path: string; readonly body: string },
  differences: readonly Difference[],
): object[] =>
  differences.flatMap(({ kind, path: place, old, new: ours, detail }) => {
    if (detail === undefined) return [];
    const values = { old: shown(detail.old ?? old), new: shown(detail.new ?? ours) };
    return [{ ...where, kind, path: place, records: detail.records, ...values, request: { path, body } }];
  });

function shown(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) ?? 'absent';
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : value;
  } catch {
    // It is nested too deep.
    return describe(value);
  }
}
