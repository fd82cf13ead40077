/** A request of an attacker, who chooses every byte. */

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

export type Coding = 'identity' | 'gzip' | 'deflate' | 'br';

export interface AttackRequest {
  readonly method: string;
  readonly target: string;
  /** In addition to `Host`, `Content-Length`, `Content-Encoding` and, with a token, `Authorization`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Uncompressed. */
  readonly body: string;
  readonly coding: Coding;
  /** Whether it carries a valid token. */
  readonly token: boolean;
  /** The size of each chunk of the body; if absent, the body is sent whole, with its length. */
  readonly chunk?: number;
}

const COMPRESS: Readonly<Record<Coding, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body, { level: 6 }),
  deflate: (body) => deflateSync(body, { level: 6 }),
  br: (body) => brotliCompressSync(body),
};

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

export function graphql(query: string, options: Partial<AttackRequest> & { variables?: unknown } = {}): AttackRequest {
  const { variables, ...given } = options;
  return post('/graphql', JSON.stringify({ query, variables }), given);
}

export const post = (target: string, body: string, options: Partial<AttackRequest> = {}): AttackRequest => ({
  method: 'POST',
  target,
  headers: [JSON_TYPE],
  body,
  coding: 'gzip',
  token: false,
  ...options,
});

export const get = (target: string, options: Partial<AttackRequest> = {}): AttackRequest => ({
  method: 'GET',
  target,
  headers: [],
  body: '',
  coding: 'identity',
  token: false,
  ...options,
});

/** The refusal of an ordinary anonymous lookup, to which every other refusal is compared. */
export const ORDINARY_REFUSAL: AttackRequest = graphql('{ tenantsByLease { nodes { identifier } } }');

/** The bytes that are sent. Characters beyond Latin 1 in the target or a header are sent as UTF-8. */
export function bytesOf(request: AttackRequest, goodToken: string): Buffer {
  const { method, target, headers, body, coding, token, chunk } = request;
  const content = COMPRESS[coding](Buffer.from(body));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: attack',
    ...(token ? [`Authorization: Bearer ${goodToken}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(coding === 'identity' ? [] : [`Content-Encoding: ${coding}`]),
    ...(body === '' ? [] : [chunk === undefined ? `Content-Length: ${content.length}` : 'Transfer-Encoding: chunked']),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return Buffer.concat([head, ...(chunk === undefined || body === '' ? [content] : chunked(content, chunk))]);
}

function* chunked(content: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < content.length; at += size) {
    const part = content.subarray(at, at + size);
    yield Buffer.from(`${part.length.toString(16)}\r\n`);
    yield part;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from('0\r\n\r\n');
}
