import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import type { RowId } from '../model/page';
import { deleteRows, run as runStatement } from './bulk';
import { heldTable } from './held-identifiers';
import type { ImportRun } from './import-run';
import type { RecordKind } from './kinds';

interface Unheld {
  readonly id: RowId;
  readonly identifier: string;
  readonly used: 0 | 1;
}

const PAGE = 900;

/** What else refers to a row of alias `r`. A lease goes with its pairs. */
const USED: Readonly<Record<RecordKind, string>> = {
  leases: 'false',
  tenants: 'exists (select 1 from lease_tenants where tenant_id = r.id)',
  units: 'exists (select 1 from leases where unit_id = r.id)',
  groups: ['units', 'tenants', 'leases']
    .map((table) => `exists (select 1 from ${table} where group_id = r.id)`)
    .join(' or '),
};

/** Removes what the files no longer hold, of these kinds, users before what they use, and only of kinds whose file is present. */
export async function prune(run: ImportRun, kinds: readonly RecordKind[]): Promise<void> {
  const { held } = run;
  for (const kind of kinds) {
    if (held === undefined || !run.hasFile(kind)) continue;
    if (held.unreadable.has(kind)) {
      run.report.notPruned.push(kind);
      continue;
    }
    await pruneKind(run, kind);
  }
}

async function pruneKind(run: ImportRun, kind: RecordKind): Promise<void> {
  let after = 0;
  for (;;) {
    const unheld = await run.transaction(async (db) => {
      const rows = await selectUnheld(db, kind, after);
      // Without a file of leases no one says that the tenant still belongs to one: the pairs go with the tenant.
      const kept = rows.filter(({ used }) => used === 1 && (kind !== 'tenants' || run.hasFile('leases')));
      const gone = rows.filter((row) => !kept.includes(row));
      await deleteRows(
        db,
        kind,
        gone.map(({ id }) => id),
      );
      run.count(kind, 'pruned', gone.length);
      for (const { identifier } of kept) run.keep(kind, identifier, 'is no longer in the file, but still in use: kept');
      return rows;
    });
    const last = unheld.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function selectUnheld(db: Kysely<Tables>, kind: RecordKind, after: RowId): Promise<readonly Unheld[]> {
  const statement = `
    select r.id, r.identifier, ${USED[kind]} as used
    from \`${kind}\` as r left join ${heldTable(kind)} as h on h.identifier_key = r.identifier_key
    where r.id > ? and h.identifier_key is null order by r.id limit ${PAGE}`;
  return (await runStatement<Unheld>(db, statement, [after])).rows;
}
