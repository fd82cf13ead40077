import { listenToSignals, type Signals } from '../../src/cli/signals';

/** The meaning of a signal after earlier ones. The signals are only emitted in this process. */

const NAMES = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
let signals: Signals;
let told: string[];

beforeEach(() => {
  jest.useFakeTimers();
  told = [];
  signals = listenToSignals();
  void signals.stop.then((signal) => told.push(`stop ${signal}`));
  void signals.force.then((signal) => told.push(`force ${signal}`));
});
afterEach(() => {
  for (const name of NAMES) process.removeAllListeners(name);
  jest.useRealTimers();
});

/** @returns what was resolved so far */
async function after(...sent: (NodeJS.Signals | number)[]): Promise<string[]> {
  for (const one of sent) {
    if (typeof one === 'number') jest.advanceTimersByTime(one);
    else if (!process.emit(one, one)) told.push(`nobody listens to ${one}`);
  }
  await jest.advanceTimersByTimeAsync(0);
  return told;
}

test.each<[string, (NodeJS.Signals | number)[], string[]]>([
  ['one Ctrl-C that arrives twice', ['SIGINT', 500, 'SIGINT'], ['stop SIGINT']],
  ['two of them', ['SIGINT', 501, 'SIGINT'], ['stop SIGINT', 'force SIGINT']],
  ['two that both arrive twice', ['SIGINT', 0, 'SIGINT', 501, 'SIGINT', 0, 'SIGINT'], ['stop SIGINT', 'force SIGINT']],
  ['a SIGTERM after a Ctrl-C', ['SIGINT', 0, 'SIGTERM'], ['stop SIGINT', 'force SIGTERM']],
  ['a Ctrl-C after a SIGTERM', ['SIGTERM', 0, 'SIGINT'], ['stop SIGTERM', 'force SIGINT']],
  ['a second SIGTERM', ['SIGTERM', 0, 'SIGTERM'], ['stop SIGTERM', 'force SIGTERM']],
  ['a SIGHUP', ['SIGHUP', 1_000, 'SIGHUP'], []],
])('%s', async (_title, sent, expected) => {
  expect(await after(...sent)).toEqual(expected);
});
