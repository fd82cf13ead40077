/** Sends one request on a connection of its own, and keeps the answer as it came. */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { see } from './scene';

export const LEASES = '/leases/find-for-tenant/';
export const TENANTS = '/leases/tenants/';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

/** @throws {Error} if the connection ends before the answer */
export async function send(
  url: string,
  { method = 'POST', path = LEASES, headers = { Authorization: 'Bearer a' }, body = { identifier: 't-1' } }: Sent = {},
) {
  const isBodyless = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = isBodyless ? {} : { 'Content-Length': Buffer.byteLength(text) };
  const sent = request(url + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...length, ...headers },
    agent: false,
  });
  sent.end(isBodyless ? undefined : text);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status, statusMessage: reason, rawHeaders } = answer;
  const bytes = await buffer(answer);
  see(`answered ${status} ${reason} ${rawHeaders.join(' ')} ${bytes.toString('latin1')}`);
  return { status, reason, rawHeaders, bytes };
}
