import { errorType, json, send } from '../http/client';
import { gatewayForAllTests, startTestGateway } from '../support/gateway';

/** Decision 60: the web pages, as they go over the wire. */

/** What a browser sends when an address is opened. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const PAGES = ['/', '/graphql', '/reference', '/status'];

const { database, gateway } = gatewayForAllTests();

const from = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(url, { method, headers: { Accept: BROWSER, ...headers } });
const get = (path: string, ...more: readonly [Record<string, string>?, string?]) => from(gateway.url + path, ...more);

async function assetsOf(path: string): Promise<string[]> {
  return [...(await get(path)).text.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, url]) => url ?? '');
}

describe.each(PAGES)('%s', (path) => {
  test('is a page under a policy that allows nothing inline, no other host and no frame', async () => {
    const { status, headers, text: html } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|https?:|\{\{/);
  });

  test('is asked for again each time, and not sent again while it is the same', async () => {
    const { headers } = await get(path);
    const tag = headers.get('etag') ?? '';
    expect([headers.get('cache-control'), tag]).toEqual(['no-cache', expect.stringMatching(/^"[\w-]+"$/)]);
    expect(headers.get('vary')).toBe('Accept');
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get(path, { 'If-None-Match': held });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });
});

describe('assets', () => {
  test('are kept for ever under a path that changes with them, and are what the pages name', async () => {
    const assets = [...new Set((await Promise.all(PAGES.map(assetsOf))).flat())];
    expect(assets.length).toBeGreaterThan(10);
    for (const path of assets) {
      expect(path).toMatch(/^\/assets\/[0-9a-f]{12}\/[a-z-]+\.(css|js|svg)$/);
      const { status, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect([headers.get('x-content-type-options'), headers.get('content-encoding')]).toEqual(['nosniff', 'gzip']);
      expect(headers.get('etag')).toMatch(/^"/);
      expect((await get(path, { 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);
    }
  });

  const NONE = 'x/pages.css VERSION/..%2Fsite.json VERSION/pages.css.gz VERSION/__proto__'.split(' ');
  test.each(NONE)('%s is none', async (pattern) => {
    const [known = ''] = await assetsOf('/');
    const answer = await get(`/assets/${pattern.replace('VERSION', known.split('/')[2] ?? '')}`);
    expect([answer.status, errorType(answer)]).toEqual([404, 'unknown_endpoint']);
  });
});

test('HEAD is GET without the body; every other method is 405', async () => {
  const [asset = ''] = await assetsOf('/');
  for (const path of ['/', '/reference', '/status', asset]) {
    const [got, head] = [await get(path), await get(path, {}, 'HEAD')];
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', got.headers.get('etag')]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await get(path, {}, method);
      expect([answer.status, errorType(answer)]).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  }
});

describe('GET /graphql', () => {
  const QUERY = '/graphql?query=%7B__typename%7D';
  const isPage = ({ headers }: Awaited<ReturnType<typeof get>>) => headers.get('content-type')?.startsWith('text/html');

  test.each([BROWSER, 'text/html', 'text/html, application/json;q=0.9', 'text/html, */*'])(
    'is the explorer for who accepts %s',
    async (accept) => expect(isPage(await get(QUERY, { Accept: accept }))).toBe(true),
  );

  const HALF = 'application/graphql-response+json, text/html;q=0.9';
  test.each(['*/*', 'application/json', HALF, 'text/html;q=0', 'text/htmlx'])(
    'is a query for who accepts %s',
    async (accept) => {
      const answer = await get(QUERY, { Accept: accept, 'Apollo-Require-Preflight': '1' });
      expect([answer.status, json(answer)]).toEqual([200, { data: { __typename: 'Query' } }]);
    },
  );
});

test('/status says to a program whether lookups are available', async () =>
  expect(json(await get('/status', { Accept: '*/*' }))).toEqual({ status: 'ok' }));

test('PUBLIC_URL: every address in a page begins with it, and leads somewhere', async () => {
  const prefixed = await startTestGateway({ databaseUrl: database.url, env: { PUBLIC_URL: '/gate' } });
  for (const path of ['', '/', '/graphql', '/graphql/', '/reference', '/status']) {
    const page = await from(prefixed.url + path);
    expect([path, page.status]).toEqual([path, 200]);
    for (const [, address = ''] of page.text.matchAll(/(?:src|href)="([^#"][^"]*)"/g)) {
      expect(address).toMatch(/^\/gate\//);
      expect([address, (await from(new URL(address, prefixed.url).href)).status]).toEqual([address, 200]);
    }
  }
  await prefixed.close();
});

test('the pages link to the documents that a browser can read without a token', async () => {
  const linked = ({ text }: { text: string }) =>
    [...text.matchAll(/href="\/([\w.]+\.(?:json|graphql))"/g)].map(([, name]) => name);
  const closed = await startTestGateway({ databaseUrl: database.url, env: { INTROSPECTION: 'token' } });
  for (const path of ['/', '/reference']) {
    expect(linked(await get(path))).toEqual(['openapi.json', 'schema.graphql']);
    expect(linked(await from(closed.url + path))).toEqual(['openapi.json']);
  }
  await closed.close();
});

test('EXPLORER=off: there are no pages, and /graphql is as without them', async () => {
  const off = await startTestGateway({ databaseUrl: database.url, env: { EXPLORER: 'off' } });
  const assets = await assetsOf('/');
  for (const path of ['/', '/reference', '/status', ...assets]) {
    const answer = await from(off.url + path);
    expect([answer.status, errorType(answer)]).toEqual([404, 'unknown_endpoint']);
  }
  const explorer = await from(`${off.url}/graphql`);
  const refusal = { errors: [{ extensions: { type: 'invalid_request' } }] };
  expect([explorer.status, json(explorer)]).toMatchObject([400, refusal]);
  await off.close();
});
