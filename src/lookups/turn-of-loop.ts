/** Records of an answer that are completed in one turn of the event loop, in some tens of milliseconds. */
export const RECORDS_PER_TURN = 1_000;

/** Lets the process answer others. */
export const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
