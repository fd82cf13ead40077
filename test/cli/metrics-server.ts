import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The metrics of a gateway for the tests of one file. */
export class MetricsServer {
  /** What it answers. */
  text = '';
  #server: Server | undefined;

  /** Call it before the first test. */
  async start(): Promise<void> {
    this.#server = createServer((_request, response) => void response.end(this.text));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
  }

  get port(): string {
    return String((this.#server?.address() as AddressInfo).port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/metrics`;
  }

  end(): void {
    this.#server?.close();
  }
}
