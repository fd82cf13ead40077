/** The two ways in which an import says no. Neither ever carries a value of a record, or a word of the database's. */

/** One record is not taken, and why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Nothing is done at all, and why. */
export class LoadingError extends Error {
  override readonly name = 'LoadingError';
}

/** How a file's own word, such as a key, appears in a message. */
export const quoted = (word: string): string => `\`${[...word].slice(0, 60).join('')}\``;
