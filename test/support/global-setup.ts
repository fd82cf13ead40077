/**
 * The database server of a test run: the one that TEST_DATABASE_URL names, else a private one in a temporary folder.
 */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startLocalServer } from '../../tools/local-server/start';
import { atEnd, endAll } from './ending';
import { runOnServer } from './server';
import { creation, servingUser } from './serving-account';

export default async function globalSetup(): Promise<void> {
  process.env.LEASEGATE_TEST_PREFIX = `leasegate_test_${randomBytes(3).toString('hex')}_`;
  process.env.LEASEGATE_TEST_SERVER = withoutDatabase(process.env.TEST_DATABASE_URL || (await startPrivateServer()));
  await runOnServer(creation(servingUser()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void endAll().finally(() => process.exit(1)));
  }
}

async function startPrivateServer(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startLocalServer({ folder, path: process.env.PATH ?? '', say: (line) => console.log(line) });
  atEnd(() => server.stop());
  return server.url;
}

function withoutDatabase(text: string): string {
  const url = new URL(text);
  url.pathname = '';
  return url.href;
}
