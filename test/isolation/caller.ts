/** A minimal client: one keep-alive connection, one request at a time, and the outcome of each request. */

import { type Loss, type Reply as Answer, Wire } from './wire';

/** `silent`: no answer within the time limit. */
export type Reply = Answer | { readonly status: Loss | 'silent' };

export class Caller {
  readonly #wire: Wire;

  constructor(
    url: string,
    private readonly timeoutMs = 20_000,
  ) {
    this.#wire = new Wire(url);
  }

  /** Never rejects. */
  async ask(request: string | Buffer): Promise<Reply> {
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      this.close();
    }, this.timeoutMs);
    try {
      return await this.#wire.send(request);
    } catch (error) {
      return { status: isSilent ? 'silent' : ((error as Error).message as Loss) };
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#wire.cut();
  }
}
