import type { Logger } from 'pino';

/** Milliseconds between two lines. */
const QUIET_MS = 1_000;

/** Returns how to tell the operator of a request that was refused for overload: the first at once, those of each second after it together. */
export function refusalLog(log: Logger): () => void {
  let untold = 0;
  let quiet = false;
  const tell = (): void => {
    quiet = untold > 0;
    if (!quiet) return;
    log.warn({ requests: untold }, 'overloaded: requests refused');
    untold = 0;
    setTimeout(tell, QUIET_MS).unref();
  };
  return () => {
    untold += 1;
    if (!quiet) tell();
  };
}
