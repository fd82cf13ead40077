/** The audit trail of the whole program. */

import { insertHousehold } from '../db/household';
import { AUDIT_KEY, linesOf, strangeFields } from '../audit/kept-trail';
import { json, LEASES, send } from '../http/client';
import { createTestDatabase } from '../support/database';
import { signToken, TEST_SECRET } from '../support/tokens';
import { serve } from './leasegate';

// It starts the program, on a machine that may be busy.
jest.setTimeout(120_000);

test('on standard output, its lines are marked and do not depend on the log level; a caller has the same hash after each start', async () => {
  const database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  const token = await signToken({ subject: 'jane.doe@idp.example', groups: '*' });
  const env = { DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, AUDIT_LOG: 'stdout', AUDIT_KEY };
  const subjects = [];
  for (let start = 0; start < 2; start += 1) {
    const gateway = await serve({ ...env, DATABASE_CONNECT_TIMEOUT_MS: '20000' });
    const answer = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
    expect(json(answer)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
    expect(await gateway.end()).toBe(0);
    const lines = linesOf(gateway.stdout());
    expect(lines.map(({ audit, msg }) => audit ?? msg)).toEqual(['listening', 'lookup', 'draining', 'stopped']);
    const lookups = lines.filter(({ audit }) => audit === 'lookup');
    expect(lookups.flatMap(strangeFields)).toEqual([]);
    subjects.push(lookups[0]?.subject);
  }
  expect(subjects).toEqual([expect.any(String), subjects[0]]);
  await database.drop();
});
