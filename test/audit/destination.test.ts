/** When the trail cannot be written, answers continue and the log says so. */

import { statSync } from 'node:fs';

import { pino } from 'pino';

import { openDestination } from '../../src/telemetry/audit-trail';
import { insertHousehold } from '../db/household';
import { everyGroup, json, LEASES, send } from '../http/client';
import { databaseForAllTests } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { AUDIT_KEY, KeptTrail } from './kept-trail';

const database = databaseForAllTests();
const trail = new KeptTrail();
beforeAll(() => insertHousehold(database.db, 'north'));
afterAll(() => trail.remove());

test('a full disk: every request is answered, and the log says so once', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const env = { AUDIT_LOG: '/dev/full', AUDIT_KEY };
  const gateway = await startTestGateway({ databaseUrl: database.url, log, env });
  const token = await everyGroup();
  for (let count = 0; count < 20; count += 1) {
    const answer = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
    expect(json(answer)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
  }
  await gateway.close();
  expect(logged.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 50, code: 'ENOSPC', msg: 'audit trail not written' }),
  ]);
});

test('the number of waiting bytes is limited, and further lines are lost', async () => {
  const codes: string[] = [];
  let clock = 0;
  const monotonicNow = () => (clock += 60_000);
  const { stream, close } = openDestination({
    file: '/dev/full',
    monotonicNow,
    observer: { auditFailed: (code) => codes.push(code) },
  });
  for (let count = 0; count < 5_000; count += 1) stream.write(`${'x'.repeat(1023)}\n`);
  await close();
  expect(codes.filter((code) => code === 'full')).toHaveLength(5_000 - 4_096);
  expect(codes).toContain('ENOSPC');
});

test('a file is appended to, never truncated, and only its owner may read it', async () => {
  for (const line of ['first\n', 'second\n']) {
    const { stream, close } = openDestination({ file: trail.file, monotonicNow: () => 0, observer: {} });
    stream.write(line);
    await close();
  }
  expect(trail.text()).toBe('first\nsecond\n');
  expect(statSync(trail.file).mode & 0o777).toBe(0o600);
});

test('a file that cannot be opened prevents the start of the gateway', async () => {
  const env = { AUDIT_LOG: `${trail.file}/below-a-file`, AUDIT_KEY };
  await expect(startTestGateway({ databaseUrl: database.url, env })).rejects.toThrow(
    'AUDIT_LOG names a file that cannot be written to (ENOTDIR)',
  );
});
