import type { Opened, ServerConnection, ServerThread } from './server-connection';

/**
 * Ends statements on the server that nobody waits for any more, over a connection of its own: those of the pool may all be
 * stuck. An account may end its own threads without any privilege.
 */
export class StatementKiller {
  #doomed: ServerThread[] = [];
  #working = false;

  /** @param killed called for each thread that was ended */
  constructor(
    private readonly open: (opened: Opened) => void,
    private readonly limitMs: number,
    private readonly killed: () => void,
  ) {}

  /** As well as it can: a server that cannot be reached now would not answer a second attempt sooner. */
  kill(thread: ServerThread): void {
    this.#doomed.push(thread);
    if (this.#working) return;
    this.#working = true;
    this.open((_error, connection) => {
      if (connection === undefined) this.#rest();
      else this.#killOn(connection);
    });
  }

  #rest(): void {
    this.#doomed = [];
    this.#working = false;
  }

  #killOn(connection: ServerConnection): void {
    const thread = this.#doomed.pop();
    if (thread === undefined) {
      connection.close();
      return this.#rest();
    }
    // Another server has other threads by the same ids.
    if (thread.server !== connection.thread.server) return this.#killOn(connection);
    connection.ask('kill ?', [thread.id], this.limitMs, (error) => {
      if (!error) this.killed();
      if (connection.isOpen) this.#killOn(connection);
      else this.#rest();
    });
  }
}
