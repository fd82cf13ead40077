/** The signals of a long-running program. */

/** One Ctrl-C may arrive twice: the terminal sends it to every foreground process, and npm passes it on. */
const SAME_KEY_PRESS_MS = 500;

export interface Signals {
  /** Resolves at the first SIGTERM or SIGINT: end gracefully. */
  readonly stop: Promise<NodeJS.Signals>;
  /** Resolves at the second one: end at once. */
  readonly force: Promise<NodeJS.Signals>;
}

/** @param onHangUp called at SIGHUP, which ends nothing: a daemon that loses its terminal continues */
export function listenToSignals(onHangUp: () => void = () => undefined): Signals {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
  let stopNow: (signal: NodeJS.Signals) => void;
  let forceNow: (signal: NodeJS.Signals) => void;
  const stop = new Promise<NodeJS.Signals>((resolve) => (stopNow = resolve));
  const force = new Promise<NodeJS.Signals>((resolve) => (forceNow = resolve));

  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, (signal) => {
      const at = performance.now();
      if (first === undefined) {
        first = { signal, at };
        stopNow(signal);
      } else if (signal === 'SIGTERM' || first.signal === 'SIGTERM' || at - first.at > SAME_KEY_PRESS_MS) {
        forceNow(signal);
      }
    });
  }
  process.on('SIGHUP', onHangUp);
  return { stop, force };
}
