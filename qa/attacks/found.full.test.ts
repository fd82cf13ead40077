/** Requests that the search found above the budget. Each must now stay within it. */

import { join } from 'node:path';

import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { servingUrl } from '../../test/support/serving-account';
import { signToken } from '../../test/support/tokens';
import { MeteredGateway } from './rig/metered-gateway';
import { MOST_REFUSALS, ratioOf, warmUp } from './rig/ratio';
import { savedRequests } from './rig/saved-request';
import { addSharedLeases } from './rig/shared-leases';
import { inOtherWords } from './search/mutate';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addSharedLeases(database.db);
}, 60_000);

afterAll(() => database?.drop());

const FOUND = savedRequests(join(__dirname, 'found'));

test.each(FOUND.map((found) => [found.name, found] as const))(
  '%s',
  async (_name, { request, settings }) => {
    const token = await signToken({ subject: 'reader', groups: '*' });
    const gateway = await MeteredGateway.start(servingUrl(database.url), token, settings);
    try {
      await warmUp(gateway);
      const { ratio } = await ratioOf(gateway, (nth) => inOtherWords(request, nth), 3);
      expect(ratio).toBeLessThan(request.token ? MOST_REFUSALS.token : MOST_REFUSALS.anonymous);
    } finally {
      await gateway.end();
    }
  },
  60_000,
);
