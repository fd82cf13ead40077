/** Faults of a document or of its variables that one answer reports; no further ones are looked for. */
export const MOST_ERRORS = 10;
