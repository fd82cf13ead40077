/** Groups (contract 2.5) in both operations. */

import type { JsonObject } from '../exchange';
import type { KnownGroup } from '../known';
import { has, type Samples, spread, type Tenant } from '../samples';
import { breaks, holds, judge, type Session, succeeded } from '../session';
import { clausesOfLoss, isComplete, walk, type Walk } from '../walk';
import { expectLeases, missingFrom, pageOf, withLeases } from './tenants';

type GroupField = keyof KnownGroup;
const GROUP_FIELDS: readonly GroupField[] = ['group_id', 'group_external_ref'];

interface GroupSearch {
  readonly field: GroupField;
  readonly value: string;
  readonly found: Walk;
}

/** The tenants of some groups, under the names that the server accepts. */
async function searchGroups(session: Session, { known, groupOf, tenants }: Samples): Promise<GroupSearch[]> {
  const searches: GroupSearch[] = [];
  const search = async (field: GroupField, value: string) => {
    const found = await walk(session, 'tenants', { [field]: value }, { most: 20 });
    searches.push({ field, value, found });
    return found.pages.length > 0;
  };
  const groups = new Set(tenants.flatMap(({ identifier }) => groupOf.get(identifier) ?? []));
  const described = new Set(known.groups.map(({ group_id }) => group_id));
  // The contract leaves open whether `group` of a tenant is the identifier or the reference.
  for (const value of spread([...groups], 3).filter((group) => !described.has(group)))
    if (!(await search('group_id', value))) await search('group_external_ref', value);
  for (const group of known.groups) for (const field of GROUP_FIELDS) await search(field, group[field]);
  return searches;
}

/** A search by group has the tenants of that group and no others. */
export async function checkGroups(session: Session, samples: Samples): Promise<void> {
  const { known, groupOf, tenants } = samples;
  const searches = await searchGroups(session, samples);
  checkEveryGroup(session, samples, searches);
  for (const { field, value, found } of searches) {
    const isKnown = known.groups.some((group) => group[field] === value);
    const group = known.groups.find((each) => each[field] === value);
    const isIn = (name: string) => [value, group?.group_id, group?.group_external_ref].includes(groupOf.get(name));
    const clauses = [`4.2-request.${field}`, `2.5.${field}`];
    const page = await pageOf(session, 'tenants', found);
    if (!succeeded(page)) {
      if (isKnown) breaks(session, clauses, page, 'the tenants of this group');
      continue;
    }
    const strangers = [...found.identifiers].filter((name) => groupOf.has(name) && !isIn(name));
    const own = withLeases(samples).filter(({ identifier }) => isIn(identifier));
    const missing = isComplete(found) ? own.filter(({ identifier }) => !found.identifiers.has(identifier)) : [];
    judge(
      session,
      strangers.length === 0,
      clauses,
      page,
      'tenants of this group',
      `${strangers.length} of other groups`,
    );
    judge(session, missing.length === 0, clauses, page, 'every tenant of this group', `${missing.length} are missing`);
    for (const tenant of own.filter(({ fields }) => has(fields, 'external_ref')).slice(0, 2))
      await checkReference(session, tenant, field, value);
  }
  if (tenants.some(({ identifier }) => groupOf.has(identifier))) holds(session, '2.5');
}

/** An external reference finds a tenant in its group and in no other. */
async function checkReference(session: Session, tenant: Tenant, field: GroupField, value: string): Promise<void> {
  const external_ref = tenant.fields.external_ref ?? null;
  const clauses = ['4.1-request.external_ref', `4.1-request.${field}`];
  await expectLeases(session, tenant, { external_ref, [field]: value }, clauses);
  const elsewhere: JsonObject = { external_ref, [field]: 'no-such-group' };
  const found = await walk(session, 'leases', elsewhere);
  const page = await pageOf(session, 'leases', found);
  const shown = [...tenant.leases.identifiers].filter((name) => found.identifiers.has(name));
  if (shown.length > 0)
    breaks(session, [`4.1-request.${field}`], page, 'no lease, since there is no such group', `${shown.length} leases`);
}

/** A search without a group has the tenants of every group, on pages that leave none out (contract 8). */
function checkEveryGroup(session: Session, samples: Samples, searches: readonly GroupSearch[]): void {
  const { everyone, groupOf } = samples;
  if (everyone.pages[0] === undefined || !isComplete(everyone)) return;
  const inLeases = new Set(withLeases(samples).map(({ identifier }) => identifier));
  const parts = [...searches.map(({ found }) => found), { ...everyone, identifiers: inLeases }];
  const groups = new Set([...everyone.identifiers].map((name) => groupOf.get(name)));
  const lossClauses = clausesOfLoss(session, everyone, ['4.2-R2']);
  const isCutShort = lossClauses.includes('8.end');
  let missing = 0;
  for (const part of parts) {
    const lost = missingFrom(everyone, part);
    missing += lost.length;
    const whole = lost.length > 0 && lost.length === part.identifiers.size;
    if (lost.length > 0)
      breaks(
        session,
        whole && !isCutShort ? ['4.2-R2'] : lossClauses,
        everyone.pages.at(-1) ?? everyone.pages[0],
        'every tenant that a narrower search finds',
        whole ? 'none of one group' : `${lost.length} are missing`,
      );
  }
  if (missing > 0) return;
  groups.delete(undefined);
  if (groups.size > 1) holds(session, '4.2-R2');
  if (everyone.pages.length > 1) holds(session, '8.sequence');
}
