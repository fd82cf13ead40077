import { hash as digest } from 'node:crypto';

/** The most tokens whose callers are remembered. */
const MOST_TOKENS = 1_000;

/** All tokens without a subject are one caller (decision 55). */
const NO_SUBJECT = 'none';

/** For a token that is not valid here, or was not checked. */
const UNKNOWN = 'unknown';

/**
 * The label of a token’s caller: a keyed hash of its subject, `none` or `unknown`.
 * @param subjectOf of a valid token; null if it has none. It rejects for any other token.
 */
export const callerLabel =
  (subjectOf: (authorization: string | undefined) => Promise<string | null>, hash: (subject: string) => string) =>
  async (authorization: string | undefined): Promise<string> => {
    try {
      const subject = await subjectOf(authorization);
      return subject === null ? NO_SUBJECT : hash(subject);
    } catch {
      return UNKNOWN;
    }
  };

/** The labels of tokens that were compared before, for requests that are not compared. */
export class RememberedCallers {
  readonly #labels = new Map<string, string>();

  remember(authorization: string | undefined, label: string): void {
    if (label === UNKNOWN) return;
    const key = keyOf(authorization);
    this.#labels.delete(key);
    this.#labels.set(key, label);
    if (this.#labels.size > MOST_TOKENS) this.#labels.delete(this.#labels.keys().next().value!);
  }

  labelOf(authorization: string | undefined): string {
    return this.#labels.get(keyOf(authorization)) ?? UNKNOWN;
  }
}

const keyOf = (authorization = ''): string => digest('sha256', authorization, 'base64');
