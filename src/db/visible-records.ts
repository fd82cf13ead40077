/** The other side of the wall (`visibility.ts`): every query on records begins here, and carries its groups. */

import { CompiledQuery, type Expression, type Kysely, sql, type SqlBool } from 'kysely';

import { COUNT_LIMIT, type RowId } from '../model/page';
import { type RetryBudget, wasLost } from './pool/failures';
import {
  arm,
  type Direction,
  type GroupedTable,
  groupIndex,
  type Head,
  type Place,
  type Run,
  type RunTable,
  type SieveOf,
  type Stretch,
} from './sorted-streams';
import {
  compiled,
  type Fragment,
  onward,
  type PreparedStatements,
  type SlotValues,
  type Statement,
  union,
  unionOfTexts,
  withListAsSlot,
} from './statements';
import type { Tables } from './tables';
import type { GroupScope } from './visibility';

/** `table` as one to be joined by an index: with statistics from before a load, MariaDB has joined pairs by their group alone. */
export const joined = <Table extends string>(table: Table, index: string): Table =>
  hinted(table, `force index (${index})`);

/** For rows whose ids are given: of a small table MariaDB has gone through the ids of whole groups instead. */
export const BY_ID = 'force index (primary)';

/** What is kept from query to query. Nothing of it is ever part of an answer. */
export interface QueryMemory {
  readonly statements: PreparedStatements;
  readonly years: KnownYears;
  readonly retries: RetryBudget;
}

export type LeaseMonth = 'start_month' | 'end_month';

/** Numbers of rows: those that each query finds, and those there are. */
export interface Estimates {
  readonly found: readonly number[];
  readonly pairs: number;
  readonly units: number;
  readonly tenants: number;
  readonly leases: number;
}

interface PlaceRow {
  readonly run: number;
  readonly id: RowId;
  readonly matches?: number | null;
}

/** `table` read as `hint` says, which names an index; as the server chooses when there is none. */
function hinted<Table extends string>(table: Table, hint: string | undefined): Table {
  if (hint === undefined) return table;
  // Kysely takes an expression here as well; its types know the name alone.
  return sql.raw(`${table} ${hint}`) as unknown as Table;
}

/**
 * The records within a scope. Each method begins a query whose driving table is held to the scope;
 * a table joined to it is joined on `group_id` as well, so a record that changes its group meanwhile never slips in.
 */
export class VisibleRecords {
  constructor(
    private readonly db: Kysely<Tables>,
    readonly scope: GroupScope,
    private readonly memory: QueryMemory,
  ) {}

  leases(hint?: string) {
    return this.db.selectFrom(hinted('leases as l', hint)).where(this.scope.holds('l.group_id'));
  }

  tenants(hint?: string) {
    return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));
  }

  units(hint?: string) {
    return this.db.selectFrom(hinted('units as u', hint)).where(this.scope.holds('u.group_id'));
  }

  leaseTenants(hint?: string) {
    return this.db.selectFrom(hinted('lease_tenants as p', hint)).where(this.scope.holds('p.group_id'));
  }

  /**
   * The rows of a query whose text is made once: once for scopes that list groups, once for the scope of all.
   * @param name of the query; two queries that differ in more than the values of slots need two names
   */
  async prepared<Row>(
    name: string,
    build: (records: VisibleRecords) => Statement<Row>,
    values: SlotValues,
  ): Promise<Row[]> {
    const { db, scope, memory } = this;
    if (scope.isEmpty) return [];
    return memory.statements.run(db, this.#fullName(name), this.#withGroupsAsSlot(build), this.#withGroups(values));
  }

  /** The same for each of several sets of values, in one statement. */
  async preparedUnion<Row>(
    name: string,
    build: (records: VisibleRecords) => Statement<Row>,
    sets: readonly SlotValues[],
  ): Promise<Row[]> {
    const { db, scope, memory } = this;
    if (scope.isEmpty) return [];
    const values = sets.map((set) => this.#withGroups(set));
    return memory.statements.union(db, this.#fullName(name), this.#withGroupsAsSlot(build), values);
  }

  #fullName(name: string): string {
    const kind = this.scope.isAll ? 'all groups' : 'groups';
    return `${name} of ${kind}`;
  }

  /** A statement that serves every scope of its kind: the list of groups is a value of each call. */
  #withGroupsAsSlot<Row>(build: (records: VisibleRecords) => Statement<Row>): () => Statement<Row> {
    const { isAll, listed } = this.scope;
    return () => (isAll ? build(this) : withListAsSlot(build(this), listed, 'groups'));
  }

  #withGroups(values: SlotValues): SlotValues {
    return this.scope.isAll ? values : { ...values, groups: this.scope.listed };
  }

  /** For each group within the scope, the first paging id from a place on; a group without one is left out. */
  async heads(table: GroupedTable, from: RowId, direction: Direction): Promise<Head[]> {
    const { name, alias } = table;
    const group = sql.ref(`${alias}.group_id`);
    const id = sql.ref(`${alias}.${table.id}`);
    const { rows } = await sql<Head>`
      select ${group} as group_id, ${sql.raw(direction === 'forward' ? 'min' : 'max')}(${id}) as id
      from ${sql.raw(`${name} as ${alias} force index (${groupIndex(table)})`)}
      where ${this.scope.holds(`${alias}.group_id`)} and ${onward(id, from, direction)} group by ${group}`.execute(
      this.db,
    );
    return rows;
  }

  /** Runs work whose statements all see the database as it is at the first of them; twice when its connection is lost. */
  async atOneMoment<Result>(work: (records: VisibleRecords) => Promise<Result>): Promise<Result> {
    const within = () =>
      this.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((snapshot) => work(new VisibleRecords(snapshot, this.scope, this.memory)));
    try {
      return await within();
    } catch (failure) {
      if (!wasLost(failure) || !this.memory.retries.spend()) throw failure;
      return within();
    }
  }

  /** The years in which anyone moved in, as they were a moment ago; of all groups, since one index step a year tells them. */
  yearsOfMoveIn(): Promise<readonly number[]> {
    return this.memory.years.known(async () => {
      const { rows } = await sql<{ year: number }>`select distinct p.move_in_year as year
        from lease_tenants as p force index (lease_tenants_by_year) where p.move_in_year > 0`.execute(this.db);
      return rows.map(({ year }) => year).sort((a, b) => a - b);
    });
  }

  /** The first month from `first` to `last` in which any lease starts, or ends; null: none. Of all groups, as above. */
  async firstMonth(column: LeaseMonth, first: number, last: number): Promise<number | null> {
    const { rows } = await sql<{ month: number | null }>`select min(${sql.ref(`l.${column}`)}) as month
      from leases as l where ${sql.ref(`l.${column}`)} between ${first} and ${last}`.execute(this.db);
    return rows[0]?.month ?? null;
  }

  /**
   * How many rows each query of one table finds, as far as the server knows without reading any.
   * MySQL looks into an index after USE INDEX only, not after FORCE INDEX.
   */
  async estimates(queries: readonly Expression<unknown>[]): Promise<Estimates> {
    const tables = [sql`lease_tenants as p`, sql`units as u`, sql`tenants as t`, sql`leases as l`];
    const { rows } = await sql<{ id: number; table: string; rows: number | null }>`explain format = traditional ${union(
      [...queries, ...tables.map((table) => sql`select 1 from ${table}`)],
    )}`.execute(this.db);
    const thought = [...queries, ...tables].map((_, index) => rows.find(({ id }) => id === index + 1));
    const sizes = thought.splice(-tables.length).map((row) => Number(row?.rows ?? 0));
    const [pairs = 0, units = 0, tenants = 0, leases = 0] = sizes;
    const sizeOf: Readonly<Record<string, number>> = { p: pairs, u: units, t: tenants, l: leases };
    const found = thought.map((row) => likelyRows(Number(row?.rows ?? 0), sizeOf[row?.table ?? ''] ?? Infinity));
    return { found, pairs, units, tenants, leases };
  }

  /** The number of distinct ids of the rows that pass; null above {@link COUNT_LIMIT}, and when there are more rows than `most`. */
  async count(rows: Expression<{ id: RowId }>, most: number, sieveOf: SieveOf | undefined): Promise<number | null> {
    const sieve = sieveOf?.('c');
    const passing = sieve === undefined ? sql`c.id` : sql`case when ${sieve.condition} then c.id end`;
    const counted = await sql<{ looked_at: number; total: number }>`
      select count(*) as looked_at, count(distinct ${passing}) as total from (${rows}) as c ${sieve?.joins ?? sql``}`.execute(
      this.db,
    );
    const { looked_at = 0, total = 0 } = counted.rows[0] ?? {};
    return looked_at > most || total > COUNT_LIMIT ? null : total;
  }

  /**
   * The places of stretches of runs. A merge has to know how far it has come, so a row that is out of the scope or does not
   * pass the sieve is told as well: its paging id and that it does not match, nothing else.
   */
  async places(
    table: RunTable,
    runs: readonly Run[],
    stretches: readonly Stretch[],
    direction: Direction,
    sieve: SieveOf | undefined,
  ): Promise<Place[]> {
    const visible = runs.every(({ group }) => (group === undefined ? this.scope.isAll : this.scope.includes(group)));
    const text = (part: Expression<unknown>) => compiled(part, this.db);
    const armsWith = (what: Parameters<typeof arm>[4]) =>
      unionOfTexts(stretches.map((stretch) => arm(table, runs[stretch.run]!, stretch, direction, what)));
    if (visible) {
      const own = sieve?.(table.alias);
      const passing = own && { sieve: { joins: text(own.joins), condition: text(own.condition) } };
      const rows = await this.#rowsOf<PlaceRow>(armsWith(passing ?? {}));
      return rows.map(({ run, id, matches }) => ({ run, id, matches: sieve === undefined || matches === 1 }));
    }
    // The groups of a scope may be many: once for all arms, not in each.
    const { joins, condition } = sieve?.('c') ?? { joins: sql``, condition: sql<SqlBool>`true` };
    const passes = text(sql`${this.scope.holds('c.group_id')} and ${condition}`);
    const arms = armsWith({ carried: ['group_id', ...table.carried] });
    const beside = text(joins);
    const rows = await this.#rowsOf<PlaceRow>({
      text: `select c.run, c.id, (${passes.text}) as matches from (${arms.text}) as c ${beside.text}`,
      values: [...passes.values, ...arms.values, ...beside.values],
    });
    return rows.map(({ run, id, matches }) => ({ run, id, matches: matches === 1 }));
  }

  async #rowsOf<Row>({ text, values }: Fragment): Promise<Row[]> {
    return (await this.db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  }
}

/**
 * InnoDB counts the rows of a range on up to ten pages; for more it says twice what it then expects, and at most half the table.
 * @param size rows of the table
 */
function likelyRows(said: number, size: number): number {
  return said >= 0.49 * size ? said : Math.max(Math.min(said, 5_000), said / 2);
}

/** Milliseconds for which the years are not asked for again. */
const KNOWN_FOR = 60_000;

/**
 * The years in which anyone moved in, as they were a moment ago: never what an answer is made from, only how it is read.
 */
export class KnownYears {
  #years: Promise<readonly number[]> | undefined;
  #until = -Infinity;

  /** @param now milliseconds, monotonic */
  constructor(private readonly now: () => number) {}

  /** @param ask gives all of them, ascending */
  known(ask: () => Promise<readonly number[]>): Promise<readonly number[]> {
    if (this.#years !== undefined && this.now() < this.#until) return this.#years;
    const years = ask();
    years.catch(() => (this.#years = undefined));
    this.#years = years;
    this.#until = this.now() + KNOWN_FOR;
    return years;
  }
}
