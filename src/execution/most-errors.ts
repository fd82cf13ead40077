/** Faults of a document, or of its variables, that one answer tells; what else is wrong is not looked for. */
export const MOST_ERRORS = 10;
