/**
 * A stream that is killed again and again, and goes on after the position that it acknowledged last. `npm run test:stream` kills it
 * 100 times; `STREAM_SEED` repeats a run.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { sql } from 'kysely';

import { findDrift } from '../../ingest/check/drift';
import { createRandom } from '../../ingest/seed/random';
import { amount } from '../support/amount';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { arriving, ChangingSource, lineOf, type KindName } from './stream-source';

const KILLS = amount('STREAM_KILLS', 6, 6);
const SEED = amount('STREAM_SEED', Date.now() % 1_000_000_000, Date.now() % 1_000_000_000);
/** Lines that one process gets, on average. */
const LINES = 500;
const LATENESS = 40;
const LATE_LINES = 200;
/** For an acknowledgement that may never come. */
const LONGEST_WAIT_MS = 5_000;

jest.setTimeout(60_000 + KILLS * 20_000);

const random = createRandom(SEED);
const folder = mkdtempSync(join(tmpdir(), 'leasegate-stream-'));
let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

test(`after ${KILLS} kills the database is as the source, seed ${SEED}`, async () => {
  const source = new ChangingSource(random);
  while (source.changes.length < KILLS * LINES) source.change();
  const lines = arriving(source.changes, LATENESS, random).map((change, index) => lineOf(change, String(index)));
  for (let index = 0; index < lines.length; index += 1) {
    if (random.chance(0.01)) lines[index] = `${random.pick(UNREADABLE)}\n${lines[index]}`;
    const isTooLate = index < lines.length - LATE_LINES && random.chance(0.002);
    if (isTooLate) lines[index] = `${tooLate(index)}\n${lines[index]}`;
  }

  const ends = { killed: 0, cut: 0, stopped: 0 };
  let acknowledged = -1;
  let acknowledgements = 0;
  for (let kills = 0; kills < KILLS; kills += 1) {
    // What was acknowledged may be sent again, with all that follows: it undoes later changes of the same records.
    const from = Math.max(0, acknowledged + 1 - random.below(60));
    acknowledged = from - 1;
    const run = new StreamRun(lines.slice(from, from + 60 + random.below(2 * LINES)));
    const end = random.pick(['killed', 'killed', 'killed', 'cut', 'stopped'] as const);
    ends[end] += 1;
    const positions = await run.endedBy(end);
    for (const position of positions) {
      expect(position).toBeGreaterThanOrEqual(acknowledged);
      acknowledgements += 1;
      if (position > acknowledged) acknowledged = position;
    }
  }
  const last = new StreamRun(lines.slice(acknowledged + 1));
  const positions = await last.endedBy('end');

  console.log(
    `Seed ${SEED}: ${lines.length} changes; ${JSON.stringify(ends)}; ${acknowledgements + positions.length} acknowledgements.`,
  );
  // Nothing is left for the last process if an earlier one acknowledged every line.
  expect(positions.at(-1) ?? acknowledged).toBe(lines.length - 1);
  expect(await stored()).toEqual(expected(source));
  expect(await findDrift(database.db)).toEqual([]);
});

const UNREADABLE = ['{"kind":"lease"', '{"kind":"lease","delete":" "}', '{"kind":"unit","record":{"identifier":"u1"}}'];

/** What it refers to never arrives. */
const tooLate = (index: number): string =>
  JSON.stringify({
    kind: 'lease',
    record: { identifier: `late${index}`, group: 'north', unit_id: 'nowhere', tenants: [] },
  });

type End = 'killed' | 'cut' | 'stopped' | 'end';

/** One process, which gets these lines. */
class StreamRun {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #stdout = '';
  #stderr = '';

  constructor(private readonly lines: readonly string[]) {
    const args = ['import', '-', '--rejects', join(folder, 'rejects.ndjson'), '--late-lines', String(LATE_LINES)];
    this.#child = spawn(join(__dirname, '..', '..', 'bin', 'leasegate'), args, {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      stdio: 'pipe',
    });
    this.#closed = once(this.#child, 'close');
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (this.#stdout += chunk));
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.#stderr += chunk));
  }

  /** @returns the positions that it acknowledged */
  async endedBy(end: End): Promise<number[]> {
    const { stdin } = this.#child;
    const bytes = Buffer.from(this.lines.map((line) => `${line}\n`).join(''));
    if (end === 'end') stdin?.end(bytes);
    else if (end === 'cut') stdin?.end(bytes.subarray(0, random.below(bytes.length)));
    else await this.#signalled(bytes, end === 'killed' ? 'SIGKILL' : 'SIGTERM');
    await this.#closed;
    // Until it reads, SIGTERM kills it as well.
    const isAsked = end === 'cut' || end === 'end' || (end === 'stopped' && this.#stdout !== '');
    if (isAsked) expect(this.#stderr).toContain('Ended, because');
    const complete = this.#stdout.split('\n').slice(0, -1);
    const positions = complete.map((line) => (JSON.parse(line) as { position: string | null }).position);
    const known = positions.filter((position) => position !== null);
    // There is none as long as the first line waits, and always one after that.
    expect(positions.slice(positions.length - known.length)).toEqual(known);
    return known.map(Number);
  }

  /** After some acknowledgements, and at any moment after the last of them. */
  async #signalled(bytes: Buffer, signal: NodeJS.Signals): Promise<void> {
    this.#child.stdin?.write(bytes);
    const acknowledgements = random.below(3);
    // All lines may be in one batch, and so have one acknowledgement.
    const until = Date.now() + LONGEST_WAIT_MS;
    while (this.#stdout.split('\n').length <= acknowledgements && this.#child.exitCode === null && Date.now() < until) {
      await setTimeout(2);
    }
    await setTimeout(random.below(acknowledgements === 0 ? 1_500 : 60));
    this.#child.kill(signal);
  }
}

type Told = Record<KindName, Record<string, unknown>>;

/** What the source has in the end, in the form of {@link stored}. */
function expected({ stored: { group, unit, tenant, lease } }: ChangingSource): Told {
  const told = (kind: typeof group, tell: (record: Readonly<Record<string, unknown>>) => string) =>
    Object.fromEntries([...kind].map(([identifier, record]) => [identifier, tell(record)]));
  return {
    group: told(group, (each) => `${each.external_ref as string}`),
    unit: told(unit, ({ group: of, unit_number: number, address }) =>
      [of, number ?? '-', (address as { city: string }).city].join(' '),
    ),
    tenant: told(tenant, (each) =>
      [each.group, each.first_name, each.email_address ?? '-', Number(each.active ?? true)].join(' '),
    ),
    lease: told(lease, (each) =>
      [each.group, each.unit_id, each.move_in_date, each.rent, (each.tenants as string[]).toSorted().join(',')].join(
        ' ',
      ),
    ),
  };
}

async function stored(): Promise<Told> {
  const rows = async (query: ReturnType<typeof sql<{ identifier: string; told: string }>>) => {
    const found = await query.execute(database.db);
    return Object.fromEntries(found.rows.map(({ identifier, told }) => [identifier, told]));
  };
  const groups = sql.table('groups');
  return {
    group: await rows(sql`select identifier, external_ref as told from ${groups}`),
    unit: await rows(sql`
      select u.identifier, concat_ws(' ', g.identifier, coalesce(unit_number, '-'), city) as told
      from units u join ${groups} g on g.id = u.group_id`),
    tenant: await rows(sql`
      select t.identifier, concat_ws(' ', g.identifier, first_name, coalesce(email_address, '-'), active) as told
      from tenants t join ${groups} g on g.id = t.group_id`),
    lease: await rows(sql`
      select l.identifier, concat_ws(' ', g.identifier, u.identifier, l.move_in_date, cast(l.rent as double),
        group_concat(t.identifier order by t.identifier)) as told
      from leases l join ${groups} g on g.id = l.group_id join units u on u.id = l.unit_id
      join lease_tenants p on p.lease_id = l.id join tenants t on t.id = p.tenant_id
      group by l.id, l.identifier, g.identifier, u.identifier, l.move_in_date, l.rent`),
  };
}
