/** Tenants that are read in the statement that finds their ids. */

import { sql } from 'kysely';

import type { RowId } from '../model/page';
import { TENANT_COLUMNS, type TenantRow } from './rows';
import { type Fragment, unionOfTexts } from './statements';

/** A found id with its tenant. The other columns are null if it was found beside the tenants, or if the tenant is not visible. */
export type FoundTenant = { readonly run: number; readonly found: RowId } & (TenantRow | { readonly id: null });

/** In place of the columns of a tenant. */
export const WITHOUT_TENANT = TENANT_COLUMNS.map((_, index) => sql<null>`null`.as(`no_${index}`));

/**
 * The tenants of several queries for ids, with the run 0.
 * @param scope the condition that a row of `tenants as t` is visible
 */
export function tenantsOfIds(queries: readonly Fragment[], scope: Fragment): Fragment {
  const [only, ...more] = queries;
  const { text, values } = only !== undefined && more.length === 0 ? only : unionOfTexts(queries);
  return {
    text:
      `select 0 as run, w.id as found, ${TENANT_COLUMNS.join(', ')} from (${text}) as w ` +
      `left join tenants as t force index (primary) on t.id = w.id and ${scope.text} ` +
      'left join `groups` as g on g.id = t.group_id',
    values: [...values, ...scope.values],
  };
}
