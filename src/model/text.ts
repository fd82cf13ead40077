/** The longest text that a column holds, in characters (code points). */
const LONGEST = 255;

/** Why `text` cannot be a value of a record or of a question; undefined when it can (decision 23). */
export function textProblem(text: string): string | undefined {
  if (text.length > LONGEST && [...text].length > LONGEST) return `must be at most ${LONGEST} characters long`;
  if (/[\0\p{Surrogate}]/u.test(text)) return 'must not hold NUL or half of a surrogate pair';
  return undefined;
}
