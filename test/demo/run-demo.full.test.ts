import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Environment } from '../../src/config/settings';
import { freePort } from '../../tools/local-server/free-port';
import { type Demo, runDemo } from '../../tools/demo/run-demo';
import { Started } from '../../tools/demo/run-until-signal';

const LEASES = 200;
let folder: string;
let started: Started;
let said: string[];
let progress: number[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-demo-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  started = new Started();
  said = [];
  progress = [];
});
afterEach(async () => {
  await started.end();
});

function demo(settings: Environment = {}): Promise<Demo> {
  return runDemo(
    {
      folder,
      leases: LEASES,
      groups: 4,
      environment: { PATH: process.env.PATH, PORT: '0', ADMIN_PORT: '0', ...settings },
      verbose: false,
      now: new Date(),
      say: (text) => said.push(text),
      startProgress: () => ({ update: (done) => progress.push(done), stop: () => undefined }),
    },
    started,
  );
}

/** The commands that were printed, each with the status that was printed under it. */
function printed(): { command: string; status: number }[] {
  const text = said.join('\n');
  return [...text.matchAll(/^(curl [^]*?)\n\nHTTP (\d+)$/gm)].map(([, command = '', status]) => ({
    command,
    status: Number(status),
  }));
}

test('the first start fills a database and shows real answers; the second one finds the data', async () => {
  const first = await demo();
  expect(progress.at(-1)).toBe(LEASES);
  expect(printed().map(({ status }) => status)).toEqual([200, 200]);
  expect(printed().map(({ command }) => command)).toEqual([
    expect.stringContaining('/leases/find-for-tenant/'),
    expect.stringContaining('/graphql'),
  ]);
  for (const { command } of printed()) expect(command).toContain(first.url);
  expect(said.join('\n')).toMatch(/"leases": \[\n[^]*"totalCount": [1-9]/);
  expect(said.join('\n')).not.toContain('"errors"');
  const link = said.join('\n').indexOf(`\n${first.url}/#token=${first.examples.tokens.allGroups}&email=`);
  expect(link).toBeGreaterThan(0);
  expect(link).toBeLessThan(said.join('\n').indexOf('curl'));
  expect(said.join('\n')).not.toContain(first.examples.tokens.expired);
  expect(await (await fetch(first.url, { headers: { Accept: 'text/html' } })).text()).toContain('<html');
  expect((await fetch(`${first.adminUrl}/readyz`)).status).toBe(200);
  expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
  await started.end();
  await expect(fetch(first.url)).rejects.toThrow();

  progress = [];
  const second = await demo();
  expect(progress).toEqual([]);
  expect(second.examples.group).toBe(first.examples.group);
  expect(second.examples.requests).toMatchObject(first.examples.requests.map(({ body }) => ({ body })));
  expect(printed().map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('every setting of serve is respected', async () => {
  const port = await freePort();
  const { url, examples } = await demo({
    HOST: '127.0.0.2',
    PORT: String(port),
    PUBLIC_URL: '/lookups',
    EXPLORER: 'off',
    AUTH_JWT_SECRET: 'a secret of whoever starts the demo',
    AUTH_JWT_ISSUER: 'https://login.example.org',
    AUTH_JWT_AUDIENCE: 'leasegate',
    AUTH_GROUPS_CLAIM: 'https://example.org/groups',
  });
  expect(url).toBe(`http://127.0.0.2:${port}/lookups`);
  expect(said.join('\n')).not.toContain(examples.pageUrl);
  expect(printed().map(({ status }) => status)).toEqual([200, 200]);
});

test('a wrong setting is refused', async () => {
  await expect(demo({ PORT: 'many', BUSINESS_TIME_ZONE: 'Mars/Base' })).rejects.toThrow(
    /^PORT .*\nBUSINESS_TIME_ZONE /,
  );
});
