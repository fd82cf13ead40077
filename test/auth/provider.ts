import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';

export interface Issue {
  readonly kid?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** An identity provider on its own port. Its fetches are counted; its key set can be replaced or made to fail. */
export class Provider {
  /** Requests for the key set so far. */
  fetches = 0;
  /** The listener that answers instead of the provider. */
  instead: RequestListener | undefined;

  #port = 0;
  #issuer = new OAuth2Issuer();
  #service = new OAuth2Service(this.#issuer);
  readonly #server = createServer((request, response) => {
    this.fetches += 1;
    (this.instead ?? this.#service.requestHandler)(request, response);
  });

  get keySetUrl(): string {
    return `http://127.0.0.1:${this.#port}/jwks`;
  }

  /** On the same port each time. */
  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#issuer.url = 'https://id.example';
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async addKey(kid: string, algorithm = 'ES256'): Promise<void> {
    await this.#issuer.keys.generate(algorithm, { kid });
  }

  /** Removes all earlier keys from the set. */
  forgetKeys(): void {
    this.#issuer = new OAuth2Issuer();
    this.#issuer.url = 'https://id.example';
    this.#service = new OAuth2Service(this.#issuer);
  }

  issue({ kid, claims = {} }: Issue = {}): Promise<string> {
    const scopesOrTransform = (_header: object, payload: object) => {
      Object.assign(payload, { groups: '*', ...claims });
    };
    return this.#issuer.buildToken({ ...(kid !== undefined && { kid }), expiresIn: 1_000_000, scopesOrTransform });
  }

  /** Delays all answers until the returned function is called. */
  hold(): () => void {
    const waiting: (() => void)[] = [];
    this.instead = (request, response) => waiting.push(() => this.#service.requestHandler(request, response));
    return () => {
      this.instead = undefined;
      for (const answer of waiting) answer();
    };
  }

  /** The provider's own document. */
  get keySet(): { keys: Record<string, unknown>[] } {
    return { keys: this.#issuer.keys.toJSON().map((key) => ({ ...key })) };
  }
}

export async function startProvider(...kids: string[]): Promise<Provider> {
  const provider = new Provider();
  await provider.start();
  for (const kid of kids) await provider.addKey(kid);
  return provider;
}

/** Answers with this body and status 200. */
export const answering =
  (body: string | object): RequestListener =>
  (_request, response) =>
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
