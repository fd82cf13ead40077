import { createTestDatabase, type TestDatabase } from '../../../test/support/database';
import { servingUrl } from '../../../test/support/serving-account';
import { signToken } from '../../../test/support/tokens';
import { MeteredGateway } from './metered-gateway';
import { addSharedLeases } from './shared-leases';

/** A metered gateway for the tests of one file, on a database with shared leases. Its valid token is for every group. */
export function meteredGatewayForAllTests(): { readonly gateway: MeteredGateway } {
  const shared = {} as { database: TestDatabase; gateway: MeteredGateway };
  beforeAll(async () => {
    shared.database = await createTestDatabase();
    await addSharedLeases(shared.database.db);
    const token = await signToken({ subject: 'reader', groups: '*' });
    shared.gateway = await MeteredGateway.start(servingUrl(shared.database.url), token);
  }, 60_000);
  afterAll(async () => {
    await shared.gateway?.end();
    await shared.database?.drop();
  });
  return shared;
}
