import type * as document from '../../src/package';
import { startTestGateway } from '../support/gateway';
import { send } from './client';

const broken = { now: true };

jest.mock('../../src/package.ts', () => {
  const real = jest.requireActual<typeof document>('../../src/package.ts');
  return {
    ...real,
    async openApiText(publicUrl: string) {
      if (broken.now) throw new Error('no');
      return real.openApiText(publicUrl);
    },
  };
});

test('a document that failed to load is loaded again', async () => {
  const gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
  const status = async () => (await send(`${gateway.url}/openapi.json`, { method: 'GET' })).status;
  expect(await status()).toBe(500);
  broken.now = false;
  expect([await status(), await status()]).toEqual([200, 200]);
  await gateway.close();
});
