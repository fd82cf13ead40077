import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';

import { lastLines } from './logged-run';

const START_LIMIT_MS = 60_000;
/** A server that takes longer to write its data is killed, and recovers at its next start. */
const STOP_LIMIT_MS = 20_000;

/** A server that ends with this process at the latest. */
export class ServerProcess {
  readonly #ended: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
  ) {
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.unref();
  }

  /**
   * Starts it in its own session, so that Ctrl-C in the terminal does not reach it.
   * @param env its environment (default: that of this process)
   */
  static spawn(program: string, args: readonly string[], logFile: string, env?: NodeJS.ProcessEnv): ServerProcess {
    const log = openSync(logFile, 'w', 0o600);
    try {
      const start = () => spawn(program, args, { stdio: ['ignore', log, log], detached: true, env });
      return new ServerProcess(startGuarded(start), logFile);
    } finally {
      closeSync(log);
    }
  }

  /** Waits until the server answers at `url`. @throws {Error} with the end of its log when it ends or takes too long */
  async answers(url: string): Promise<void> {
    let ended = false;
    void this.#ended.then(() => (ended = true));
    const deadline = Date.now() + START_LIMIT_MS;
    while (!ended && Date.now() < deadline) {
      try {
        const connection = await createConnection({ uri: url, connectTimeout: 5_000 });
        await connection.end();
        return;
      } catch {
        await sleep(40);
      }
    }
    throw new Error(
      `The database server ${ended ? 'ended during its start' : 'did not answer'}:\n${lastLines(this.logFile)}`,
    );
  }

  async stop(): Promise<void> {
    this.child.ref();
    this.child.kill('SIGTERM');
    const timeout = setTimeout(() => this.child.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.#ended;
    clearTimeout(timeout);
  }
}

// Repeated, because a server that is still starting may miss the signal.
const KILL = 'for _ in 1 2 3 4 5 6 7 8 9 10; do kill "$pid" || exit; sleep 1; done; kill -9 "$pid"';

/**
 * Starts a process that ends as soon as this one is gone, even after a crash: a guard waits on a pipe that the kernel then
 * closes. The guard starts first, because a signal to this process's group can end a child before it has its own session.
 */
export function startGuarded<Child extends ChildProcess>(start: () => Child): Child {
  const script = `trap "" INT HUP TERM; read -r pid || exit; read -r _; ${KILL}`;
  // The last argument shows in the process list whose guard it is.
  const guard = spawn('sh', ['-c', script, String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  // The guard may be gone.
  guard.stdin.on('error', () => undefined);
  const child = start();
  if (child.pid === undefined) guard.stdin.end();
  else guard.stdin.write(`${child.pid}\n`);
  // At once, because the process ID may be reused.
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}
