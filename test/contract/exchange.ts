/** One request and its answer over plain HTTP: no redirect is followed, no header is added that the case does not name. */

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import type { CaseRequest, Json } from './case';

const TIME_LIMIT_MS = 15_000;
const COMPRESSORS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined where the body is not JSON. */
  readonly json: Json | undefined;
}

export type Tokens = Readonly<Record<string, string | undefined>>;

/** The names of the tokens that a request uses. */
export function tokensOf({ token = 'all', headers = {} }: CaseRequest): string[] {
  const inHeaders = Object.values(headers).flatMap((value) => [...value.matchAll(/\{token:(\w+)\}/g)]);
  return [...(token === null ? [] : [token]), ...inHeaders.map(([, name]) => name ?? '')];
}

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
  if (token !== null) sent.authorization = `Bearer ${tokens[token]}`;
  if (request.body !== undefined) sent['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(headers))
    sent[name.toLowerCase()] = value.replace(/\{token:(\w+)\}/g, (_, key: string) => tokens[key] ?? '');
  // A body in chunks does not say its length.
  if (body !== undefined && sent['transfer-encoding'] === undefined) sent['content-length'] = String(body.length);
  return sent;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) };
}

/** Sends `request` to `baseUrl`, whose path is a prefix. @throws {Error} when no answer comes within the time limit */
export function exchange(baseUrl: string, tokens: Tokens, request: CaseRequest): Promise<Answer> {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const body = bodyOf(request);
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        protocol,
        hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
        port: port || undefined,
        path: `${pathname.replace(/\/$/, '')}${request.path ?? ''}`,
        method: request.method ?? 'POST',
        headers: headersOf(request, tokens, body),
        agent: false,
        timeout: TIME_LIMIT_MS,
      },
      (response) => void answerOf(response).then(resolve, reject),
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIME_LIMIT_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
