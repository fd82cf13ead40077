/** The longest text that fits a column, in characters (code points). */
const LONGEST_TEXT = 255;

/** Why `text` cannot be a value of a record or a criterion; undefined when it can (decision 23). */
export function textProblem(text: string): string | undefined {
  if (text.length > LONGEST_TEXT && [...text].length > LONGEST_TEXT)
    return `must be at most ${LONGEST_TEXT} characters long`;
  if (/[\0\p{Surrogate}]/u.test(text)) return 'must not hold NUL or half of a surrogate pair';
  return undefined;
}
