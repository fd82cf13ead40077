/**
 * Isolation, P8: 64 callers send requests ahead on shared connections, while database connections are killed and
 * clients disconnect. Each caller is answered as if it were alone.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import { restAnswer } from '../oracle/answer';
import type { Asker } from '../oracle/generate/callers';
import type { Dice } from '../oracle/generate/dice';
import type { World } from '../oracle/world';
import { onServer, serverKind } from '../support/database';
import { timeoutMs } from './amount';
import { aliasedAnswer, ALIASED, aliasedVariables } from './aliased';
import { hiddenMarks } from './marks';
import { askersOf, generateQuestions } from './questions';
import { Rig, TODAY, worldsOf } from './rig';
import { Tally } from './tally';
import { post, type Reply, Wire } from './wire';

const CALLERS = 64;
const CONNECTIONS = 16;
const BURST = 6;
const ROUNDS = 8;
/** Milliseconds between two kills of database connections. */
const KILL_EVERY = 100;

const tally = new Tally('crowd');
let rig: Rig;
let killed = 0;
let unserved = 0;

interface Asking {
  readonly asker: Asker;
  readonly request: string;
  readonly sent: string;
  expected(): object;
}

beforeAll(async () => {
  rig = await Rig.open();
  const own = await ownConnections();
  for (const { dice, name, world } of worldsOf('crowd')) {
    const askers = Array.from({ length: CALLERS / 8 }, (_, at) =>
      askersOf(dice, world, `${name.replaceAll(/\W/g, '-')}-${at}`),
    ).flat();
    await rig.load(world, askers);
    const plans = Array.from({ length: CONNECTIONS }, () => plan(dice, world, askers));
    const marks = new Map(askers.map((asker) => [asker, hiddenMarks(world, asker)]));
    // The gateway checks the schema once, long before the first kill.
    for (const lane of [0, 1]) await rig.rest(askers[0]!, 'tenants', '{}', lane);
    const killer = killing(own);
    await Promise.all(
      plans.map(async (bursts, number) => {
        const { url } = rig.gateways[number % 2]!;
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
              for (const [at, reply] of replies.entries()) check(requests[at]!, reply, marks, name);
              break;
            } catch (error) {
              // A very busy machine may exceed the time in which a gateway expects the bytes of a request.
              if (asked === 5) throw error;
              wire = new Wire(url);
            }
          }
        }
        wire.cut();
      }),
    );
    await killer();
    rig.forget();
    if (tally.isDone) break;
  }
}, timeoutMs('crowd'));
afterAll(() => rig?.close());

interface Burst {
  readonly hangsUp: boolean;
  readonly askings: Promise<readonly Asking[]>;
}

/** The bursts of one connection. Each burst comes from several callers. */
function plan(dice: Dice, world: World, askers: readonly Asker[]): Burst[] {
  return Array.from({ length: ROUNDS }, () => {
    const hangsUp = dice.chance(10);
    const some = [askers[0]!, ...Array.from({ length: 12 }, () => dice.pick(askers))];
    const askings = generateQuestions(dice, world, some, BURST)
      .slice(0, BURST)
      .map(async ({ asker, request }): Promise<Asking> => {
        const token = await rig.tokenOf(asker);
        const { operation, body } = request;
        return {
          asker,
          sent: body,
          request: post(`/leases/${operation}/`, token, body),
          expected: () => restAnswer(world, asker.sight, request, TODAY).body as object,
        };
      });
    const graphql = Array.from({ length: 1 }, async (): Promise<Asking> => {
      const asker = dice.pick(askers);
      const variables = aliasedVariables(dice, world);
      return {
        asker,
        sent: JSON.stringify(variables),
        request: post('/graphql', await rig.tokenOf(asker), JSON.stringify({ query: ALIASED, variables })),
        expected: () => ({ data: aliasedAnswer(world, asker.sight, variables) }),
      };
    });
    return { hangsUp, askings: Promise.all([...askings, ...graphql]) };
  });
}

interface Body {
  readonly error?: { readonly type: string };
  readonly errors?: readonly { readonly extensions: { readonly type: string } }[];
}

const UNSERVED = new Set(['service_unavailable', 'timeout']);

function check(
  { asker, sent, expected }: Asking,
  reply: Reply,
  marks: ReadonlyMap<Asker, readonly string[]>,
  name: string,
): void {
  tally.count(reply);
  const said = reply.head + reply.text;
  const told = (marks.get(asker) ?? []).filter((mark) => said.includes(mark) && !sent.includes(mark));
  if (told.length > 0) tally.breach('P7', `${name} ${told.join()} in ${reply.text}\nto ${sent}`);
  const body = JSON.parse(reply.text) as Body;
  const types = body.error ? [body.error.type] : (body.errors?.map(({ extensions }) => extensions.type) ?? []);
  if (types.some((type) => UNSERVED.has(type))) {
    unserved += 1;
    return;
  }
  const received = body.error ? { error: { type: body.error.type } } : body;
  const wanted = expected();
  if (!isDeepStrictEqual(received, wanted)) {
    tally.breach('P8', `${name} ${JSON.stringify(asker)} ${sent}\n${reply.text}\n${JSON.stringify(wanted)}`);
  }
}

/** The connections of the test itself. */
async function ownConnections(): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(rig.database.db);
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
  const name = new URL(rig.database.url).pathname.slice(1);
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

test('P8 64 callers at once: each receives its own answer, or an error that the database is unavailable', () => {
  expect(tally.breaches('P8')).toEqual([]);
  process.stderr.write(`isolation, crowd: ${killed} connections killed, ${unserved} requests that were not served\n`);
  expect(killed).toBeGreaterThan(0);
  expect(unserved).toBeLessThan(tally.checks / 2);
});

test('P7 no answer contains a mark of a group that the caller may not see', () => {
  expect(tally.breaches('P7')).toEqual([]);
});

test('enough answers were compared, and enough of them contained records', () => tally.expectEnough(35));
