/** `?explain`: the GraphQL operation of a REST request returns the same records. */

import { compileFunction } from 'node:vm';

import { createClient, LeasesForTenant, TenantsByLease } from '../../client/index';
import type { Operation } from '../oracle/answer';
import { checkWorlds } from '../oracle/check-worlds';
import { Client, tokenOf } from '../oracle/compare/client';
import { expectSame } from '../oracle/compare/expect-same';
import { type Asker, generateAskers } from '../oracle/generate/callers';
import type { Dice } from '../oracle/generate/dice';
import { generateRequest } from '../oracle/generate/requests';
import { generateWorld } from '../oracle/generate/world';
import { loadWorld } from '../oracle/load';
import { addressWith, type World } from '../oracle/world';
import { amount } from '../support/amount';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { gatewayForAllTests, startTestGateway, type TestGateway } from '../support/gateway';

const WORLDS = amount('EXPLAIN_WORLDS', 3, 20);
const BODIES_PER_WORLD = 20;

const TODAY = '2026-03-01';
const now = () => new Date(`${TODAY}T12:00:00Z`);

interface Explanation {
  readonly operation: string;
  readonly variables: object;
  readonly client: string;
}

const { database, gateway } = gatewayForAllTests({ REST_EXPLAIN: 'on' }, { now });
const pages = gatewayForAllTests({ REST_EXPLAIN: 'on' }, { now });
beforeAll(async () => {
  const { db } = pages.database;
  await insertTenantsWithLeases(db, await insertGroup(db, 'pages'), 'pages', 150);
});

const NO_ADDRESS = addressWith(() => null);

/** The records of GraphQL as REST has them. A lease without a unit has an address of nulls there (decision 15). */
const asRest = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asRest);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, own]) => [
    name.replaceAll(/[A-Z0-9]/g, (character) => `_${character.toLowerCase()}`),
    name === 'group'
      ? (own as { identifier: string }).identifier
      : name === 'address' && own === null
        ? NO_ADDRESS
        : asRest(own),
  ]);
  return Object.fromEntries(entries);
};

async function compare({ url }: TestGateway, asker: Asker, operation: Operation, body: string): Promise<string> {
  const client = new Client(url);
  const rest = await client.rest(asker, operation, body);
  const answer = JSON.parse(rest.text) as { leases?: unknown; tenants?: unknown; last_id?: number; error?: object };
  const explained = await client.rest(asker, operation, body, '?explain');
  if (rest.status !== 200 && rest.status !== 404) {
    expect({ status: explained.status, body: JSON.parse(explained.text) as unknown }).toEqual({
      status: rest.status,
      body: answer,
    });
    return 'refused';
  }
  const { operation: query, variables, client: snippet } = JSON.parse(explained.text) as Explanation;
  const { data, errors } = JSON.parse((await client.graphql(asker, query, variables)).text) as {
    data: Readonly<Record<string, { nodes: unknown[]; pageInfo: { hasNextPage: boolean } }>>;
    errors?: unknown;
  };
  expect(errors).toBeUndefined();
  const [page] = Object.values(data);
  expectSame(asRest(page?.nodes), rest.status === 404 ? [] : (answer.leases ?? answer.tenants));
  const asksNothing = 'first' in variables;
  if (rest.status === 200 && !asksNothing) expect(page?.pageInfo.hasNextPage).toBe(answer.last_id !== -1);
  const ofClient = await run(snippet, url, await tokenOf(asker));
  expectSame(ofClient.map(identifierOf), page?.nodes.map(identifierOf));
  return rest.status === 404 || page?.nodes.length === 0 ? 'empty' : 'records';
}

const identifierOf = (record: unknown): string => (record as { identifier: string }).identifier;

/** Runs a snippet with the client of this repository, and returns the records that it finds. */
async function run(snippet: string, url: string, token: string): Promise<unknown[]> {
  const [imported = '', ...lines] = snippet.split('\n');
  expect(imported).toMatch(/^import \{ createClient, (?:LeasesForTenant|TenantsByLease) \} from 'leasegate\/client';$/);
  const field = /^const \{ (\w+) \} = await/m.exec(snippet)?.[1] ?? '';
  const body = `return (async () => { ${lines.join('\n')} return ${field}.nodes; })();`;
  const names = ['createClient', 'LeasesForTenant', 'TenantsByLease', 'url', 'token'];
  const call = compileFunction(body, names) as (...given: unknown[]) => Promise<unknown[]>;
  return call(createClient, LeasesForTenant, TenantsByLease, url, token);
}

test(
  'the explained operation and its client call return the records of the request',
  async () => {
    let records = 0;
    let worlds = 0;
    await checkWorlds(WORLDS, async (dice: Dice) => {
      const world: World = generateWorld(dice, TODAY);
      const askers = generateAskers(dice, world, `explain-${(worlds += 1)}`);
      await loadWorld(database.db, world, askers);
      for (let nth = 0; nth < BODIES_PER_WORLD; nth += 1) {
        // Mostly the caller who may see most records.
        const asker = dice.chance(60) ? (askers[0] ?? dice.pick(askers)) : dice.pick(askers);
        const { operation, body } = generateRequest(dice, world, TODAY);
        if ((await compare(gateway, asker, operation, body)) === 'records') records += 1;
      }
    });
    expect(records).toBeGreaterThan(WORLDS);
  },
  60_000 + WORLDS * 10_000,
);

const PAGES: Asker = { subject: 'pages', by: 'claim', sight: ['pages'] };

test('a request for a further page is explained with the cursor of the same record', async () => {
  const client = new Client(pages.gateway.url);
  for (const [operation, body] of [
    ['tenants', {}],
    ['find-for-tenant', { email_address: 'pages@example.com' }],
  ] as const) {
    const { last_id: id } = JSON.parse((await client.rest(PAGES, operation, JSON.stringify(body))).text) as {
      last_id: number;
    };
    expect(id).not.toBe(-1);
    expect(await compare(pages.gateway, PAGES, operation, JSON.stringify({ ...body, 'after-id': id }))).toBe('records');
    expect(await compare(pages.gateway, PAGES, operation, JSON.stringify({ ...body, 'after-id': -1 }))).toBe('empty');
  }
});

test('without the setting the query of a path is ignored', async () => {
  const plain = await startTestGateway({ databaseUrl: pages.database.url, now });
  const client = new Client(plain.url);
  const texts = ['', '?explain'].map(async (query) => {
    const { text } = await client.rest(PAGES, 'find-for-tenant', '{"identifier":"pages-1"}', query);
    return JSON.parse(text) as unknown;
  });
  expect(await texts[1]).toEqual(await texts[0]);
  await plain.close();
});

test('an explanation needs a token', async () => {
  const response = await fetch(`${gateway.url}/leases/tenants/?explain`, { method: 'POST' });
  expect(await response.json()).toEqual({
    error: expect.objectContaining({ type: 'missing_authorization' }) as object,
  });
});
