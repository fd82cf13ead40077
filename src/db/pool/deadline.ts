/** Of a time limit, the part that a blocked event loop uses up at most, however long it was blocked. */
const PARTS = 10;

/**
 * Calls `end` after a time. An answer that came while the event loop was blocked is read before the time ends.
 * @returns a function that stops it
 */
export function startDeadline(ms: number, end: () => void): () => void {
  let left = PARTS;
  const timer = setInterval(() => {
    if ((left -= 1) > 0) return;
    clearInterval(timer);
    end();
  }, ms / PARTS).unref();
  return () => clearInterval(timer);
}
