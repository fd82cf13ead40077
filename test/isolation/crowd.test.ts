/**
 * 64 callers send requests ahead on shared connections, some without a valid token, while database connections are killed and
 * clients disconnect. Each caller is answered as if it were alone. One gateway compiles repeated documents; the other one never
 * does, and its searches take every rung. `ISOLATION_CHECKS` sets how many answers are compared, `ISOLATION_SEED` which.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import { restAnswer } from '../oracle/answer';
import { tokenOf } from '../oracle/compare/client';
import { type Asker, generateAskers } from '../oracle/generate/callers';
import { withCrowd } from '../oracle/generate/crowd';
import { type Dice, seededDice } from '../oracle/generate/dice';
import { generateWorld } from '../oracle/generate/world';
import { loadWorld } from '../oracle/load';
import type { World } from '../oracle/world';
import { amount } from '../support/amount';
import { createTestDatabase, onServer, serverKind, type TestDatabase } from '../support/database';
import { SHORT_RUNGS, startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { aliasedAnswer, ALIASED, aliasedVariables } from './aliased';
import { hiddenMarks } from './marks';
import { generateQuestions } from './questions';
import { post, type Reply, Wire } from './wire';

const CHECKS = amount('ISOLATION_CHECKS', 120, 3_000);
const SEED = Number(process.env.ISOLATION_SEED || 20_261_122);
const TODAY = '2026-03-01';
const CALLERS = 64;
const CONNECTIONS = 16;
const BURST = 6;
const ROUNDS = 8;
/** Milliseconds between two kills of database connections. */
const KILL_EVERY = 100;
/** Longer than a gateway remembers what a caller may see. */
const FORGOTTEN_MS = 31_000;

let database: TestDatabase;
const gateways: TestGateway[] = [];
let clock = 0;
const breaches: string[] = [];
let [checks, withRecords, killed, unserved] = [0, 0, 0, 0];

interface Asking {
  readonly asker: Asker;
  readonly request: string;
  readonly sent: string;
  expected(): object;
}

beforeAll(
  async () => {
    database = await createTestDatabase();
    const options = { databaseUrl: database.url, now: () => new Date(`${TODAY}T12:00:00Z`), monotonicNow: () => clock };
    // A busy machine must not look like an unavailable database.
    const env = { DATABASE_POOL_SIZE: '8', DATABASE_CONNECT_TIMEOUT_MS: '20000' };
    gateways.push(
      await startTestGateway({ ...options, env }),
      await startTestGateway({ ...options, searchBudgets: SHORT_RUNGS, env: { ...env, GRAPHQL_COMPILE: 'off' } }),
    );
    const own = await ownConnections();
    for (let number = 1; checks < CHECKS; number += 1) await checkWorld(number, own);
  },
  120_000 + CHECKS * 300,
);
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await database?.drop();
});

async function checkWorld(number: number, own: ReadonlySet<number>): Promise<void> {
  const dice = seededDice(SEED + number * 7919);
  const plain = generateWorld(dice, TODAY);
  const world = dice.chance(6) ? withCrowd(dice, plain) : plain;
  const askers = Array.from({ length: CALLERS / 8 }, (_, at) =>
    generateAskers(dice, world, `crowd-${number}-${at}`),
  ).flat();
  await loadWorld(database.db, world, askers);
  clock += FORGOTTEN_MS;
  const plans = Array.from({ length: CONNECTIONS }, () => plan(dice, world, askers));
  // The gateway checks the schema once, long before the first kill.
  for (const { url } of gateways) {
    const wire = new Wire(url);
    await wire.send(post('/leases/tenants/', await tokenOf(askers[0]!), '{}'));
    wire.cut();
  }
  const stopKilling = killing(own);
  await Promise.all(plans.map((bursts, at) => sendAll(bursts, gateways[at % 2]!.url, dice, world)));
  await stopKilling();
}

interface Burst {
  readonly hangsUp: boolean;
  readonly askings: Promise<readonly Asking[]>;
}

async function sendAll(bursts: readonly Burst[], url: string, dice: Dice, world: World): Promise<void> {
  let wire = new Wire(url);
  for (const { hangsUp, askings } of bursts) {
    const requests = await askings;
    if (hangsUp) {
      const replies = requests.map(({ request }) => wire.send(request));
      await Promise.race([sleep(dice.between(0, 15)), Promise.allSettled(replies)]);
      wire.cut();
      await Promise.allSettled(replies);
      wire = new Wire(url);
      continue;
    }
    for (let asked = 0; ; asked += 1) {
      try {
        const replies = await Promise.all(requests.map(({ request }) => wire.send(request)));
        for (const [at, reply] of replies.entries()) check(requests[at]!, reply, world);
        break;
      } catch (error) {
        // A very busy machine may exceed the time in which a gateway expects the bytes of a request.
        if (asked === 5) throw error;
        wire = new Wire(url);
      }
    }
  }
  wire.cut();
}

/** Tokens that are refused, with the error. */
const REFUSED = [
  ['missing_authorization', async () => undefined],
  ['expired_token', () => signToken({ groups: '*', expiresIn: -3600, now: new Date('2026-01-01T00:00:00Z') })],
  ['invalid_authorization', async () => 'no-such-token-at-all'],
] as const;

/** The bursts of one connection. Each burst comes from several callers. */
function plan(dice: Dice, world: World, askers: readonly Asker[]): Burst[] {
  const tokens = new Map<Asker, Promise<string>>();
  const tokenFor = (asker: Asker): Promise<string> => {
    const token = tokens.get(asker) ?? tokenOf(asker);
    tokens.set(asker, token);
    return token;
  };
  return Array.from({ length: ROUNDS }, () => {
    const hangsUp = dice.chance(10);
    const some = [askers[0]!, ...Array.from({ length: 12 }, () => dice.pick(askers))];
    const askings = generateQuestions(dice, world, some, BURST, TODAY)
      .slice(0, BURST)
      .map(async ({ asker, request }): Promise<Asking> => {
        const { operation, body } = request;
        const [type, refused] = dice.chance(10) ? dice.pick(REFUSED) : [];
        const token = refused === undefined ? await tokenFor(asker) : await refused();
        return {
          asker,
          sent: body,
          request: post(`/leases/${operation}/`, token, body),
          expected: () =>
            type === undefined ? (restAnswer(world, asker.sight, request, TODAY).body as object) : { error: { type } },
        };
      });
    const graphql = async (): Promise<Asking> => {
      const asker = dice.pick(askers);
      const variables = aliasedVariables(dice, world);
      return {
        asker,
        sent: JSON.stringify(variables),
        request: post('/graphql', await tokenFor(asker), JSON.stringify({ query: ALIASED, variables })),
        expected: () => ({ data: aliasedAnswer(world, asker.sight, variables) }),
      };
    };
    return { hangsUp, askings: Promise.all([...askings, graphql()]) };
  });
}

interface Body {
  readonly error?: { readonly type: string };
  readonly errors?: readonly { readonly extensions: { readonly type: string } }[];
}

const UNSERVED = new Set(['service_unavailable', 'timeout']);

function check({ asker, sent, expected }: Asking, { head, text }: Reply, world: World): void {
  checks += 1;
  if (/"identifier":|"emailAddress":/.test(text)) withRecords += 1;
  const breach = (what: unknown): void =>
    void breaches.push(`seed ${SEED} ${JSON.stringify(asker)} ${sent}\n${text}\n${JSON.stringify(what)}`);
  const marks = hiddenMarks(world, asker).filter((mark) => (head + text).includes(mark) && !sent.includes(mark));
  if (marks.length > 0) breach({ marks });
  const body = JSON.parse(text) as Body;
  const types = body.error ? [body.error.type] : (body.errors?.map(({ extensions }) => extensions.type) ?? []);
  if (types.some((type) => UNSERVED.has(type))) {
    unserved += 1;
    return;
  }
  const received = body.error ? { error: { type: body.error.type } } : body;
  const wanted = expected();
  if (!isDeepStrictEqual(received, wanted)) breach(wanted);
}

/** The connections of the test itself. */
async function ownConnections(): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(database.db);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** MySQL's process list is in utf8mb3 and fails on statements with characters beyond it. */
const CONNECTED = {
  mariadb: 'select id as id from information_schema.processlist where db = ?',
  mysql: 'select processlist_id as id from performance_schema.threads where processlist_db = ?',
};

/** Kills the gateways' connections one after the other. @returns a function that stops it */
function killing(own: ReadonlySet<number>): () => Promise<void> {
  let going = true;
  const name = new URL(database.url).pathname.slice(1);
  const work = onServer(async (connection) => {
    const connections = CONNECTED[await serverKind()];
    while (going) {
      const [rows] = await connection.query(connections, [name]);
      const ids = (rows as { id: number }[]).map(({ id }) => id).filter((id) => !own.has(id));
      const victim = ids[killed % Math.max(ids.length, 1)];
      if (victim !== undefined) {
        // The connection may have closed already.
        await connection.query(`kill connection ${victim}`).then(
          () => (killed += 1),
          () => undefined,
        );
      }
      await sleep(KILL_EVERY);
    }
  });
  return () => {
    going = false;
    return work;
  };
}

test('64 callers at once: each receives its own answer, or an error that the database is unavailable', () => {
  expect(breaches.slice(0, 3)).toEqual([]);
  process.stderr.write(
    `isolation: ${checks} answers compared, ${withRecords} with records; ${killed} connections killed, ${unserved} requests that were not served\n`,
  );
  expect(checks).toBeGreaterThanOrEqual(CHECKS);
  expect(withRecords / checks).toBeGreaterThan(0.35);
  expect(killed).toBeGreaterThan(0);
  expect(unserved).toBeLessThan(checks / 2);
});
