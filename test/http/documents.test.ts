/** `/openapi.json` and `/schema.graphql`, and who may read them (decision 58). */

import { printedSchema } from '../../src/graphql/build-schema';
import { readText } from '../docs/repository';
import { DATABASE_AWAY, startTestGateway, type TestGateway } from '../support/gateway';
import type { Described } from '../openapi/described';
import { errorType, everyGroup, json, send } from './client';

const OPENAPI = '/openapi.json';
const SCHEMA = '/schema.graphql';

let gateway: TestGateway;

const start = async (env: Record<string, string> = {}): Promise<void> => {
  gateway = await startTestGateway({ databaseUrl: DATABASE_AWAY, env });
};
afterEach(() => gateway.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  send(gateway.url + path, { method: 'GET', headers });

describe.each([
  [OPENAPI, 'application/json; charset=utf-8', () => readText('openapi.json')],
  [SCHEMA, 'text/plain; charset=utf-8', printedSchema],
])('%s', (path, mediaType, text) => {
  test('is served to anyone, even without a database, exactly as the command prints it', async () => {
    await start();
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([200, mediaType, text()]);
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
  });

  test('is not sent again to a client that has it', async () => {
    await start();
    const tag = (await get(path)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const named of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, headers, text: body } = await get(path, { 'If-None-Match': named });
      expect([status, headers.get('etag'), body]).toEqual([304, tag, '']);
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('is compressed for a client that accepts gzip, with a tag of its own', async () => {
    await start();
    const plain = await get(path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(text())));
    for (const accepted of ['gzip', 'GZIP', 'br, gzip ; Q = 0.5', '*', 'identity;q=0.5, gzip']) {
      const packed = await get(path, { 'Accept-Encoding': accepted });
      expect([packed.text, packed.headers.get('content-encoding')]).toEqual([plain.text, 'gzip']);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 4);
      expect(packed.headers.get('vary')).toBe('Accept-Encoding');
      expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    }
    for (const accepted of [
      'identity',
      'br',
      'gzip;q=0.0',
      'gzip;q=0, *',
      'gzip;q=x, *',
      'gzip;level=1',
      'gzip;q=0.1, identity',
    ]) {
      const { headers, text: same } = await get(path, { 'Accept-Encoding': accepted });
      expect([same, headers.get('content-encoding'), headers.get('vary')]).toEqual([
        plain.text,
        null,
        'Accept-Encoding',
      ]);
    }
  });

  test('allows HEAD, and no other method', async () => {
    await start();
    const [whole, head] = [await get(path), await send(gateway.url + path, { method: 'HEAD' })];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-length', 'content-type', 'etag'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    const refused = await send(gateway.url + path);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(errorType(refused)).toBe('method_not_allowed');
  });
});

test.each(['/api/v1', 'https://api.example/api/v1'])(
  'both are below the path of PUBLIC_URL=%s, which the document names as its server',
  async (PUBLIC_URL) => {
    await start({ PUBLIC_URL });
    const root = gateway.url.replace('/api/v1', '');
    const [server] = (json(await get(OPENAPI)) as Described).servers;
    expect(server?.url).toBe(PUBLIC_URL);
    expect((await get(SCHEMA)).status).toBe(200);
    expect(errorType(await send(root + OPENAPI, { method: 'GET' }))).toBe('unknown_endpoint');
  },
);

describe('INTROSPECTION', () => {
  const Origin = 'https://app.example';

  test('token: the schema needs a valid token, is not stored by shared caches and depends on the origin as well', async () => {
    await start({ INTROSPECTION: 'token', CORS_ORIGINS: Origin });
    const answers = await Promise.all([
      get(SCHEMA),
      get(SCHEMA, { Authorization: 'Bearer a.b.c' }),
      get(SCHEMA, { 'If-None-Match': '*' }),
    ]);
    expect(answers.map((answer) => [answer.status, errorType(answer)])).toEqual([
      [400, 'missing_authorization'],
      [401, 'invalid_authorization'],
      [400, 'missing_authorization'],
    ]);
    const { status, headers, text } = await get(SCHEMA, { Authorization: `Bearer ${await everyGroup()}`, Origin });
    expect([status, text]).toEqual([200, printedSchema()]);
    expect(['cache-control', 'vary', 'access-control-allow-origin'].map((name) => headers.get(name))).toEqual([
      'private, no-cache',
      'Origin, Authorization, Accept-Encoding',
      Origin,
    ]);
    expect((await get(OPENAPI)).status).toBe(200);
  });

  test('off: there is no schema, for anyone', async () => {
    await start({ INTROSPECTION: 'off' });
    const answer = await get(SCHEMA, { Authorization: `Bearer ${await everyGroup()}` });
    expect([answer.status, errorType(answer)]).toEqual([404, 'unknown_endpoint']);
    expect((await get(OPENAPI)).status).toBe(200);
  });
});

test('a page blocks other windows and devices, and a 304 has the same headers', async () => {
  await start();
  const whole = await get('/');
  const unchanged = await get('/', { 'If-None-Match': whole.headers.get('etag') ?? '' });
  expect([whole.status, unchanged.status]).toEqual([200, 304]);
  const guards = {
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-content-type-options': 'nosniff',
  };
  for (const { headers } of [whole, unchanged])
    expect(Object.fromEntries(Object.keys(guards).map((name) => [name, headers.get(name)]))).toEqual(guards);
  for (const name of ['referrer-policy', 'cache-control', 'vary', 'etag'])
    expect([name, unchanged.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
});
