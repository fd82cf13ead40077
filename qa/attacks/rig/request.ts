/** A request of an attacker, who chooses every byte. */

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

type Coding = 'identity' | 'gzip' | 'deflate' | 'br';

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

/** The same request in other words, so that no cache helps; unchanged if it has no words to replace. */
export function inOtherWords(request: AttackRequest, nth: number): AttackRequest {
  const { query, ...rest } = request.body.startsWith('{') ? (JSON.parse(request.body) as Record<string, unknown>) : {};
  if (typeof query === 'string') return { ...request, body: JSON.stringify({ ...rest, query: `${query}#${nth}` }) };
  return { ...request, target: request.target.replace(/query=[^&]*/, (words) => `${words}%23${nth}`) };
}

/** The bytes that are sent. Characters beyond Latin 1 in the target or a header are sent as UTF-8. */
export function bytesOf(request: AttackRequest, goodToken: string): Buffer {
  const { method, target, headers, body, coding, token } = request;
  const content = COMPRESS[coding](Buffer.from(body));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: attack',
    ...(token ? [`Authorization: Bearer ${goodToken}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(coding === 'identity' ? [] : [`Content-Encoding: ${coding}`]),
    ...(body === '' ? [] : [`Content-Length: ${content.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}
