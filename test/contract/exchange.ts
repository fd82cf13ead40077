/** The request of a case and its answer. It adds no header that the case does not name. */

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { type Answer, ask } from '../../cutover/contract/answers';
import { targetAt } from '../../cutover/contract/exchange';
import type { CaseRequest } from './case';

const TIME_LIMIT_MS = 15_000;
const COMPRESSORS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

export type Tokens = Readonly<Record<string, string | undefined>>;

function bodyOf({ body, rawBody, rawBodyBase64, padTo = 0, compress }: CaseRequest): Buffer | undefined {
  const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  let bytes = text === undefined ? undefined : Buffer.from(text, 'utf8');
  if (rawBodyBase64 !== undefined) bytes = Buffer.from(rawBodyBase64, 'base64');
  if (bytes === undefined) return undefined;
  const padded = Buffer.concat([Buffer.alloc(Math.max(0, padTo - bytes.length), ' '), bytes]);
  return compress === undefined ? padded : COMPRESSORS[compress](padded);
}

function headersOf(request: CaseRequest, tokens: Tokens, body: Buffer | undefined): Record<string, string> {
  const { token = 'all', headers = {} } = request;
  const sent: Record<string, string> = {};
  const known = (name: string): string => {
    const value = tokens[name];
    if (value === undefined) throw new Error(`no token is called ${name}`);
    return value;
  };
  if (token !== null) sent.authorization = `Bearer ${known(token)}`;
  if (request.body !== undefined) sent['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(headers))
    sent[name.toLowerCase()] = value.replace(/\{token:(\w+)\}/g, (_, name: string) => known(name));
  // A chunked body has no Content-Length.
  if (body !== undefined && sent['transfer-encoding'] === undefined) sent['content-length'] = String(body.length);
  return sent;
}

/** Sends `request` to `baseUrl`, whose path is a prefix, on a connection of its own. @throws {Error} if no answer arrives within the time limit */
export async function exchange(baseUrl: string, tokens: Tokens, request: CaseRequest): Promise<Answer> {
  const body = bodyOf(request);
  const { method = 'POST', path = '' } = request;
  const headers = headersOf(request, tokens, body);
  const target = targetAt(new URL(baseUrl), 1);
  const more = {
    ...(headers.host === undefined && { host: target.url.host }),
    // A request without a body says so.
    ...(body === undefined &&
      method === 'POST' &&
      headers['content-length'] === undefined && { 'content-length': '0' }),
  };
  try {
    return await ask(
      target,
      { method, path, headers: Object.entries({ ...more, ...headers }).flat() },
      body,
      TIME_LIMIT_MS,
    );
  } finally {
    target.agent.destroy();
  }
}
