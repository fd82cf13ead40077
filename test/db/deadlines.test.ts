import { gatewayForAllTests } from '../support/gateway';
import { everyGroup, json, LEASES, send, sendGraphQL } from '../http/client';
import { holdTenants } from './held-table';
import { insertHousehold } from './household';

/** The database ends a statement after STATEMENT_TIMEOUT_MS: 504 `timeout`. */

const { database, gateway } = gatewayForAllTests({ STATEMENT_TIMEOUT_MS: '300', DATABASE_CONNECT_TIMEOUT_MS: '10000' });

beforeAll(() => insertHousehold(database.db, 'north'));

const ask = async () => send(gateway.url + LEASES, { token: await everyGroup(), body: { identifier: 'north-tenant' } });

test('both APIs time out while another program holds the tables, and answer correctly afterwards', async () => {
  expect((await ask()).status).toBe(200);
  const held = await holdTenants(database.url);

  const rest = await ask();
  expect([rest.status, json(rest)]).toEqual([
    504,
    { error: { type: 'timeout', message: 'A step of the lookup took longer than 300 ms, the limit.' } },
  ]);
  const graphql = await sendGraphQL(gateway.url, { token: await everyGroup() });
  expect(graphql.status).toBe(504);
  expect(json(graphql)).toMatchObject({ errors: [{ extensions: { code: 'TIMEOUT', type: 'timeout' } }] });

  await held.release();
  expect(json(await ask())).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
});

test('a pool whose connections have all timed out keeps serving', async () => {
  const held = await holdTenants(database.url);
  const answers = await Promise.all(Array.from({ length: 8 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([504]));
  await held.release();
  expect((await ask()).status).toBe(200);
});
