/** `leasegate check --explain`: how one lookup is answered, without the values of the request or of a record. */

import { CompiledQuery, type Kysely } from 'kysely';

import type { DatabaseAddress } from '../config/setting-values';
import { COMMAND_CONNECTION, connect } from '../db/connect';
import { Database } from '../db/database';
import type { Rung } from '../db/search/ladder';
import type { Tables } from '../db/tables';
import { pageOfLeases, pageOfTenants, Session } from '../lookups/find-records';
import type { LookupRequest } from '../lookups/lookups';
import type { GroupGrant } from '../model/caller';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';
import type { LocalDate } from '../model/local-date';
import { readFindForTenant, readTenants } from '../rest/wire';

export interface ExplainOptions {
  readonly address: DatabaseAddress;
  /** The records that the lookup finds: the leases of a tenant or the tenants of leases. */
  readonly find: 'leases' | 'tenants';
  /** As REST takes it. */
  readonly body: object;
  readonly groups: GroupGrant;
  readonly today: LocalDate;
  readonly searchBudgets?: readonly number[];
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly ms: number;
}

type PlanRow = Readonly<Record<'table' | 'type' | 'key' | 'rows' | 'Extra', string | number | null>>;

/** Runs the lookup once. @returns a line for each rung, for each statement, for each table of its plan, and for the answer */
export async function explainLookup({ address, searchBudgets, ...lookup }: ExplainOptions): Promise<string[]> {
  const steps: (Rung | Statement)[] = [];
  const onStatement = (sql: string, ms: number, parameters: readonly unknown[]) => steps.push({ sql, ms, parameters });
  const db = connect(address, { ...COMMAND_CONNECTION, onStatement });
  try {
    const database = new Database(db, () => performance.now(), {
      onRung: (rung) => steps.push(rung),
      ...(searchBudgets && { searchBudgets }),
    });
    await database.assertSchemaFits();
    steps.length = 0;
    const answer = await answerOf(database, lookup);
    const lines: string[] = [];
    for (const step of [...steps]) lines.push(...('sql' in step ? await statementLines(db, step) : [rungLine(step)]));
    return [...lines, answer];
  } finally {
    await db.destroy();
  }
}

type Lookup = Omit<ExplainOptions, 'address' | 'searchBudgets'>;

async function answerOf(db: Database, { find, body, groups, today }: Lookup): Promise<string> {
  const session = new Session(db, { subject: null, token: { kind: 'jwt', id: null }, tokenExpiresAt: null, groups });
  const leases = async ({ criteria, page }: LookupRequest<TenantCriteria>) => pageOfLeases(session, criteria, page);
  const tenants = async ({ criteria, page }: LookupRequest<LeaseCriteria>) => pageOfTenants(session, criteria, page);
  const page = await (find === 'leases' ? leases(readFindForTenant(body, () => today)) : tenants(readTenants(body)));
  return `${page.records.length} records${page.hasMore ? ', and more follow' : ''}`;
}

function rungLine({ budget, look, isLast }: Rung): string {
  const rung = `rung of ${budget} rows`;
  if (look === null) return `${rung}: passes the next ids, without a look`;
  const { next, end, start } = look;
  if (next === null) return `${rung}: nothing can match`;
  if (start !== null) return `${rung}: reads by ${start.index}, which has few rows`;
  if (isLast) return `${rung}, the last: the server chooses the index`;
  return `${rung}: passes the ids from ${next} up to ${end ?? 'the last one'}`;
}

/** The text has a placeholder for each value, and the plan names tables and indexes only. */
async function statementLines(db: Kysely<Tables>, { sql, parameters, ms }: Statement): Promise<string[]> {
  const plan = await db.executeQuery<PlanRow>(
    CompiledQuery.raw(`explain format = traditional ${sql}`, [...parameters]),
  );
  return [
    `${ms.toFixed(1)} ms: ${sql.replace(/\s+/g, ' ').trim()}`,
    ...plan.rows.map(({ table, type, key, rows, Extra }) =>
      ['  ', table ?? '-', type ?? '-', key ?? '-', `${rows ?? '-'} rows`, Extra ?? ''].join(' ').trimEnd(),
    ),
  ];
}
