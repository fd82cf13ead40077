/** Finds rows that keys or checks would refuse. A program that switches `foreign_key_checks` off can write them. */

import { type Kysely, sql } from 'kysely';

import type { RowId } from '../../src/model/page';
import { storedEmailKey } from '../../src/db/match-keys';
import { storedPhoneKey } from '../../src/db/phone-key';
import type { Tables } from '../../src/db/tables';

/** A larger id would be rounded in an answer (decision 6). */
const LARGEST_ID = Number.MAX_SAFE_INTEGER;

interface Comparison {
  readonly rows: string;
  readonly from: string;
  readonly leaseId: string;
  /** The condition of each fault, by its phrase in the report. */
  readonly faults: Readonly<Record<string, string>>;
}

const REPEATED = ['group_id', 'unit_key', 'move_in_day', 'move_in_month'];

const COMPARISONS: readonly Comparison[] = [
  {
    rows: 'pairs',
    from: `lease_tenants as p left join leases as l on l.id = p.lease_id left join tenants as t on t.id = p.tenant_id`,
    leaseId: 'p.lease_id',
    faults: {
      'differ from their lease': REPEATED.map((column) => `p.${column} <> l.${column}`).join(' or '),
      'have no lease': 'l.id is null',
      'have no tenant': 't.id is null',
      'have a tenant of another group': 't.group_id <> p.group_id',
    },
  },
  {
    rows: 'leases',
    from: 'leases as l left join units as u on u.id = l.unit_id',
    leaseId: 'l.id',
    faults: {
      'name a unit that is not there': 'l.unit_id is not null and u.id is null',
      'have a unit of another group': 'u.group_id <> l.group_id',
    },
  },
];

/** Lease ids above `after`, up to `upTo` inclusive. Without `upTo`, all above. */
interface Piece {
  readonly after: RowId;
  readonly upTo?: RowId;
}

interface DriftOptions {
  /** The number of leases that one statement reads. It reads a snapshot and blocks no writer. */
  readonly pieceSize?: number;
  readonly onProgress?: (progress: { readonly leases: number; readonly leasesTotal: number }) => void;
}

/**
 * Compares every pair with its lease and its tenant, and every lease with its unit.
 * @returns what is wrong, a phrase each
 */
export async function findDrift(
  db: Kysely<Tables>,
  { pieceSize = 20_000, onProgress }: DriftOptions = {},
): Promise<string[]> {
  const leasesTotal = await count(db, 'leases', 'true');
  const tallies = COMPARISONS.map((comparison) => new Tally(comparison));
  let piece = await pieceAfter(db, -1, pieceSize);
  for (let leases = pieceSize; ; leases += pieceSize) {
    for (const tally of tallies) await tally.add(db, piece);
    onProgress?.({ leases: Math.min(leases, leasesTotal), leasesTotal });
    if (piece.upTo === undefined) break;
    piece = await pieceAfter(db, piece.upTo, pieceSize);
  }
  return [...tallies.flatMap((tally) => tally.problems()), ...(await largeIds(db)), ...(await oldKeys(db))];
}

/** The next leases. The last piece has all leases above the largest id. */
async function pieceAfter(db: Kysely<Tables>, after: RowId, size: number): Promise<Piece> {
  const last = sql<{ id: RowId }>`
    select id from leases where id > ${after} and id <= ${LARGEST_ID} order by id limit 1 offset ${size - 1}`;
  return { after, upTo: (await last.execute(db)).rows[0]?.id };
}

/** Counts the faults of one comparison, piece by piece. */
class Tally {
  #total = 0;
  readonly #counts = new Map<string, number>();

  constructor(private readonly comparison: Comparison) {}

  async add(db: Kysely<Tables>, { after, upTo }: Piece): Promise<void> {
    const { from, leaseId, faults } = this.comparison;
    const counts = Object.entries(faults).map(([fault, where]) => `count(case when ${where} then 1 end) as '${fault}'`);
    const above = sql`${sql.raw(leaseId)} > ${after}`;
    const range = upTo === undefined ? above : sql`${above} and ${sql.raw(leaseId)} <= ${upTo}`;
    const { rows } = await sql<Record<string, number>>`
      select count(*) as total, ${sql.raw(counts.join(', '))} from ${sql.raw(from)} where ${range}`.execute(db);
    const { total = 0, ...found } = rows[0] ?? {};
    this.#total += total;
    for (const [fault, rowsFound] of Object.entries(found)) {
      this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + rowsFound);
    }
  }

  problems(): string[] {
    const found = [...this.#counts].filter(([, rows]) => rows > 0);
    return found.map(([fault, rows]) => `${rows} of ${this.#total} ${this.comparison.rows} ${fault}`);
  }
}

async function largeIds(db: Kysely<Tables>): Promise<string[]> {
  const problems: string[] = [];
  for (const table of ['groups', 'units', 'tenants', 'leases'] as const) {
    const large = await count(db, table, `id > ${LARGEST_ID}`);
    if (large > 0) problems.push(`${large} of the ${table} have an id above ${LARGEST_ID}`);
  }
  return problems;
}

/** Keys that an earlier schema, or a server with other letters, computed: no lookup finds them (decision 10). */
async function oldKeys(db: Kysely<Tables>): Promise<string[]> {
  const same = `email_key <=> ${storedEmailKey('email_address')} and phone_key <=> ${storedPhoneKey('phone_number')}`;
  const old = await count(db, 'tenants', `not (${same})`);
  return old === 0 ? [] : [`${old} of the tenants have another key than lookups compute`];
}

async function count(db: Kysely<Tables>, table: keyof Tables, where: string): Promise<number> {
  const statement = sql<{ rows: number }>`select count(*) as \`rows\` from ${sql.table(table)} where ${sql.raw(where)}`;
  return (await statement.execute(db)).rows[0]?.rows ?? 0;
}
