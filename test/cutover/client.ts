/** Sends one request on a connection of its own, and keeps the answer as it came. */

import { request } from 'node:http';

export const LEASES = '/leases/find-for-tenant/';
export const TENANTS = '/leases/tenants/';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

export interface Came {
  readonly status: number;
  readonly reason: string;
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

export function send(
  url: string,
  { method = 'POST', path = LEASES, headers = { Authorization: 'Bearer a' }, body = { identifier: 't-1' } }: Sent = {},
): Promise<Came> {
  const isBodyless = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = isBodyless ? {} : { 'Content-Length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...length, ...headers },
      agent: false,
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          reason: answer.statusMessage ?? '',
          rawHeaders: answer.rawHeaders,
          bytes: Buffer.concat(parts),
        }),
      );
    });
    sent.end(isBodyless ? undefined : text);
  });
}
