import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';

import { startGuarded } from './guard';
import { lastLines } from './logged-run';

const START_LIMIT_MS = 60_000;
/** Time to write everything out; a server that takes longer is killed, and recovers at its next start. */
const STOP_LIMIT_MS = 20_000;

/** A server that this process started and that does not outlive it. */
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
   * In a session of its own, so that Ctrl-C on the terminal reaches its owner alone.
   * @param env its environment, that of this process when there is none
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

  /** Waits until the server answers at `url`. @throws {Error} with the log's last lines when it ends or takes too long */
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
    throw new Error(`The database server ${ended ? 'ended at once' : 'did not answer'}:\n${lastLines(this.logFile)}`);
  }

  async stop(): Promise<void> {
    this.child.ref();
    this.child.kill('SIGTERM');
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.#ended;
    clearTimeout(impatience);
  }
}
