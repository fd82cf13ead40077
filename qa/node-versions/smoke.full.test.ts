/** The built gateway on every supported major version of Node: migrated, filled, asked over both transports, drained. */

import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { leasegate, serve } from '../../test/cli/leasegate';
import { json, LEASES, send, TENANTS } from '../../test/http/client';
import { scrape } from '../../test/http/scraped';
import { createEmptyDatabase, type TestDatabase } from '../../test/support/database';
import { INSTALL_LIMIT_MS } from '../../test/support/debian-program';
import { signToken, TEST_SECRET } from '../../test/support/tokens';

jest.setTimeout(INSTALL_LIMIT_MS);

const EXAMPLE = join(__dirname, '..', '..', 'examples', 'two-groups');

let folders: ReadonlyMap<string, string>;
let database: TestDatabase;

beforeAll(() => {
  const printed = execFileSync(process.execPath, [join(__dirname, 'programs.mjs')], { encoding: 'utf8' });
  folders = new Map(JSON.parse(printed.trim().split('\n').at(-1)!) as [string, string][]);
}, INSTALL_LIMIT_MS);
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

test.each(['20', '22', '24'])('Node %s', async (major) => {
  const PATH = [folders.get(major), process.env.PATH].join(delimiter);
  const env = { PATH, DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET };
  for (const args of [['migrate'], ['import', EXAMPLE], ['check']])
    expect(await leasegate(args, env)).toMatchObject({ status: 0, stderr: '' });

  const gateway = await serve(env);
  const metrics = await scrape(gateway.adminUrl);
  expect(metrics.text).toMatch(new RegExp(`^leasegate_build_info\\{.*node="v?${major}\\.`, 'm'));

  const token = await signToken({ groups: ['acme'] });
  const ada = { email_address: 'ada@example.com' };
  const query = `{
    leasesForTenant(tenant: { emailAddress: "ada@example.com" }) { nodes { identifier } }
    tenantsByLease(lease: { identifier: "lease-1" }) { nodes { firstName } }
  }`;
  const lookups = [
    await send(gateway.url + LEASES, { token, body: ada }),
    await send(gateway.url + TENANTS, { token, body: { identifier: 'lease-1' } }),
    await send(`${gateway.url}/graphql`, { token, body: { query } }),
    // Compiled.
    await send(`${gateway.url}/graphql`, { token, body: { query } }),
  ];
  const found = {
    leasesForTenant: { nodes: [{ identifier: 'lease-1' }] },
    tenantsByLease: { nodes: [{ firstName: 'Ada' }, { firstName: 'Ben' }] },
  };
  expect(lookups.map(json)).toMatchObject([
    { leases: [{ identifier: 'lease-1' }] },
    { tenants: [{ first_name: 'Ada' }, { first_name: 'Ben' }] },
    { data: found },
    { data: found },
  ]);
  expect(await gateway.end()).toBe(0);
});
