/** What could not be read once is read again: a page, an asset, the list of them all, and the two documents. */

import type * as files from 'node:fs/promises';

import { json, send } from '../http/client';
import { startTestGateway, type TestGateway } from '../support/gateway';

const broken = { name: '' };

jest.mock('node:fs/promises', () => {
  const real = jest.requireActual<typeof files>('node:fs/promises');
  return {
    ...real,
    readFile: (path: string, ...options: []) =>
      broken.name !== '' && path.endsWith(broken.name)
        ? Promise.reject(Object.assign(new Error('no'), { code: 'EMFILE' }))
        : real.readFile(path, ...options),
  };
});

let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
});

afterEach(() => gateway.close());

const get = (path: string) => send(gateway.url + path, { method: 'GET' });

async function asset(): Promise<string> {
  return /src="([^"]*\/assets\/[^"]+)"/.exec((await get('/')).text)?.[1] ?? '';
}

test.each<[string, () => Promise<string>]>([
  ['site.json', async () => '/'],
  ['start.html', async () => '/'],
  ['.gz', asset],
])('a failure to read %s is one of that request alone', async (name, pathOf) => {
  const path = await pathOf();
  broken.name = name;
  const failed = await get(path);
  expect([failed.status, json(failed)]).toMatchObject([500, { error: { type: 'internal_error' } }]);
  broken.name = '';
  expect((await get(path)).status).toBe(200);
  expect((await get(path)).status).toBe(200);
});
