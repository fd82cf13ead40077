import { sql } from 'kysely';
import { pino } from 'pino';

import { tokenHash } from '../../src/auth/opaque-token';
import { addMember } from '../../src/db/access/members';
import { revokeOpaqueToken } from '../../src/db/access/opaque-tokens';
import { insertHousehold } from '../db/household';
import { type Answer, errorType, json, LEASES, seenWith, send, sendGraphQL, TENANTS } from '../http/client';
import { DATABASE_AWAY, gatewayForAllTests, startTestGateway } from '../support/gateway';
import { giveToken, unknownToken } from '../support/opaque-tokens';

/** Opaque access tokens over REST and GraphQL (decisions 28 to 30), with a real database. */

const NAMES = ['north', 'south'];
const NOW = new Date('2026-03-15T12:00:00Z');

/** Milliseconds. */
let clock = 0;
let statements: string[] = [];
let logged = '';

const { database, gateway } = gatewayForAllTests(
  {},
  {
    sealed: false,
    now: () => NOW,
    monotonicNow: () => clock,
    onStatement: (statement) => statements.push(statement),
    log: pino({ level: 'debug' }, { write: (line: string) => void (logged += line) }),
  },
);

beforeAll(async () => {
  for (const name of NAMES) await insertHousehold(database.db, name);
  // Otherwise the schema would be checked within a test.
  await send(gateway.url + LEASES, { token: unknownToken(), body: {} });
});

beforeEach(() => {
  statements = [];
});

const lookups = () => statements.filter((statement) => statement.includes('`opaque_tokens`'));

/** The groups whose records a token shows; REST and GraphQL must agree. */
async function groupsSeen(token: string): Promise<string[]> {
  const { tenants, leases } = await seenWith(
    gateway.url,
    token,
    NAMES.map((name) => `${name}-tenant`),
  );
  const groups = tenants.map((identifier) => identifier.replace('-tenant', ''));
  expect(leases).toEqual(groups.map((group) => `${group}-lease`));
  for (const name of NAMES) {
    const answer = json(await sendGraphQL(gateway.url, { token, identifier: `${name}-tenant` }));
    const nodes = groups.includes(name) ? [{ identifier: `${name}-lease` }] : [];
    expect(answer).toEqual({ data: { leasesForTenant: { nodes } } });
  }
  return groups;
}

/** The refusal by REST and GraphQL, which must agree. */
async function refusal(token: string, url = gateway.url): Promise<{ type: string; rest: Answer; graphql: Answer }> {
  const [leases, rest] = [
    await send(url + LEASES, { token, body: '{' }),
    await send(url + TENANTS, { token, body: '{' }),
  ];
  const graphql = await sendGraphQL(url, { token });
  const type = errorType(rest);
  expect(errorType(leases)).toBe(type);
  expect(json(graphql)).toMatchObject({ errors: [{ extensions: { type } }] });
  expect(json(graphql)).not.toHaveProperty('data');
  expect(graphql.status).toBe(rest.status);
  for (const header of ['www-authenticate', 'retry-after']) {
    expect(graphql.headers.get(header)).toBe(rest.headers.get(header));
  }
  return { type, rest, graphql };
}

describe('what a token shows', () => {
  test('the groups that it was given, or every group', async () => {
    expect(await groupsSeen((await giveToken(database.db, { groups: ['south'] })).token)).toEqual(['south']);
    expect(await groupsSeen((await giveToken(database.db, { groups: NAMES })).token)).toEqual(NAMES);
    expect(await groupsSeen((await giveToken(database.db, { groups: '*' })).token)).toEqual(NAMES);
  });

  test('the same groups, if others get their identifiers after the token was verified', async () => {
    const rename = (from: string, to: string) =>
      sql`update \`groups\` set identifier = ${to} where identifier = ${from}`;
    const swap = async () => {
      for (const [from, to] of [
        ['north', 'x'],
        ['south', 'north'],
        ['x', 'south'],
      ] as const)
        await rename(from, to).execute(database.db);
    };
    const { token } = await giveToken(database.db, { groups: ['south'] });
    expect(errorType(await send(gateway.url + LEASES, { token, body: '{' }))).toBe('invalid_json');
    await swap();
    const seen = await seenWith(gateway.url, token, ['north-tenant', 'south-tenant']);
    await swap();
    expect(seen.tenants).toEqual(['south-tenant']);
  });

  test('given none, the current memberships of its subject', async () => {
    const { token } = await giveToken(database.db, { subject: 'ruth' });
    expect(await groupsSeen(token)).toEqual([]);
    await addMember(database.db, 'ruth', ['north']);
    clock += 30_000;
    expect(await groupsSeen(token)).toEqual(['north']);
  });

  test('nothing once its groups are deleted: neither the memberships of its subject nor every group', async () => {
    await addMember(database.db, 'kim', '*');
    await database.db.insertInto('groups').values({ identifier: 'passing' }).execute();
    const { token } = await giveToken(database.db, { subject: 'kim', groups: ['passing'] });
    await database.db.deleteFrom('groups').where('identifier', '=', 'passing').execute();
    expect(await groupsSeen(token)).toEqual([]);
  });
});

describe('what is refused', () => {
  test('an unknown token, with one read', async () => {
    const { type, rest } = await refusal(unknownToken());
    expect([rest.status, type]).toEqual([401, 'invalid_authorization']);
    expect(rest.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(statements).toHaveLength(3);
    expect(lookups()).toHaveLength(3);
  });

  test('an expired token, from its second of expiry', async () => {
    for (const expiresAt of [NOW, new Date(0)]) {
      const { token } = await giveToken(database.db, { groups: '*', expiresAt });
      const { type, rest } = await refusal(token);
      expect([rest.status, type]).toEqual([401, 'expired_token']);
      expect(rest.headers.get('www-authenticate')).toContain('The token has expired');
    }
  });

  test('a revoked token, expired or not', async () => {
    for (const expiresAt of [null, new Date(0)]) {
      const { token, id } = await giveToken(database.db, { groups: '*', expiresAt });
      expect(await revokeOpaqueToken(database.db, id, NOW)).toBe(true);
      expect((await refusal(token)).type).toBe('invalid_authorization');
    }
  });
});

test('a good token is read once in 30 s, and a revocation takes effect after that', async () => {
  const { token, id } = await giveToken(database.db, { groups: ['north'] });
  statements = [];
  expect(await groupsSeen(token)).toEqual(['north']);
  expect(lookups()).toHaveLength(1);
  await revokeOpaqueToken(database.db, id, NOW);
  clock += 29_999;
  expect(await groupsSeen(token)).toEqual(['north']);
  expect(lookups()).toHaveLength(1);
  clock += 1;
  expect((await refusal(token)).type).toBe('invalid_authorization');
});

test('decision 29: while the database is unavailable, a token is 503 and never 401, unless its form is wrong', async () => {
  const away = await startTestGateway({ databaseUrl: DATABASE_AWAY });
  try {
    const { type, rest } = await refusal(unknownToken(), away.url);
    expect([rest.status, type, rest.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
    expect((await refusal(`${unknownToken()}0`, away.url)).type).toBe('invalid_authorization');
  } finally {
    await away.close();
  }
});

test('no token is in the database, in a log line, in a statement or in an answer', async () => {
  const { token } = await giveToken(database.db, { subject: 'trace', groups: ['north'] });
  const unknown = unknownToken();
  await groupsSeen(token);
  const { rest, graphql } = await refusal(unknown);
  // A lookup that fails with a known token writes a line to the log.
  await sql`alter table leases rename column rent to price`.execute(database.db);
  const failed = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  await sql`alter table leases rename column price to rent`.execute(database.db);
  expect(failed.status).toBe(503);
  expect(logged).toContain('request failed');

  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()`.execute(database.db);
  let stored = '';
  for (const { name } of rows) {
    const all = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.db);
    for (const value of all.rows.flatMap((row) => Object.values(row))) {
      stored += Buffer.isBuffer(value)
        ? `${value.toString('latin1')}\n${value.toString('hex')}\n`
        : `${String(value)}\n`;
    }
  }
  expect(stored).toContain(tokenHash(token).toString('hex'));
  const seen = [stored, logged, statements.join('\n'), ...[rest, graphql, failed].map(({ text }) => text)].join('\n');
  // The prefix may be anywhere, the rest nowhere.
  for (const one of [token, unknown])
    for (let at = 10; at + 12 <= one.length; at += 1) {
      expect(seen.includes(one.slice(at, at + 12))).toBe(false);
    }
});
