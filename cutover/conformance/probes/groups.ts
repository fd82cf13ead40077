/** Groups (contract 2.5) in both operations. */

import { succeeded } from '../../contract/answers';
import { idOfLoss } from '../answer-checks';
import type { KnownGroup } from '../known';
import { has, missingFrom, type Samples, spread, type Tenant, withLeases } from '../samples';
import type { Session, Walk } from '../session';
import { expectLeases } from './tenants';

type GroupField = keyof KnownGroup;

interface GroupSearch {
  readonly field: GroupField;
  /** All names of the group. The first one is searched. */
  readonly names: readonly string[];
  readonly isKnown: boolean;
  readonly found: Walk;
}

/** The tenants of some groups, under the names that the server accepts. */
async function searchGroups(session: Session, { known, groupOf, tenants }: Samples): Promise<GroupSearch[]> {
  const search = async (field: GroupField, names: readonly string[], isKnown: boolean): Promise<GroupSearch> => {
    const found = await session.walk('tenants', { [field]: names[0]! }, 20);
    return { field, names, isKnown, found };
  };
  const searches: GroupSearch[] = [];
  const described = new Set(known.groups.map(({ group_id }) => group_id));
  const groups = new Set(tenants.flatMap(({ identifier }) => groupOf.get(identifier) ?? []));
  for (const name of spread([...groups], 3).filter((group) => !described.has(group))) {
    // The contract leaves open whether `group` of a tenant is the identifier or the reference.
    const byId = await search('group_id', [name], false);
    searches.push(byId.found.pages.length > 0 ? byId : await search('group_external_ref', [name], false));
  }
  for (const { group_id, group_external_ref } of known.groups) {
    searches.push(await search('group_id', [group_id, group_external_ref], true));
    searches.push(await search('group_external_ref', [group_external_ref, group_id], true));
  }
  return searches;
}

/** A search by group has the tenants of that group and no others. */
export async function checkGroups(session: Session, samples: Samples): Promise<void> {
  const { groupOf } = samples;
  const searches = await searchGroups(session, samples);
  checkEveryGroup(session, samples, searches);
  for (const { field, names, isKnown, found } of searches) {
    const id = `4.2-request.${field}`;
    if (!succeeded(found.page)) {
      if (isKnown) session.breaks(id, found.page, 'the tenants of this group');
      continue;
    }
    const isIn = (tenant: string): boolean => names.includes(groupOf.get(tenant) ?? '');
    const strangers = [...found.identifiers].filter((name) => groupOf.has(name) && !isIn(name)).length;
    session.judge(strangers === 0, id, found.page, 'tenants of this group', `${strangers} of other groups`);
    const own = withLeases(samples).filter(({ identifier }) => isIn(identifier));
    const missing = found.isWhole ? own.filter(({ identifier }) => !found.identifiers.has(identifier)).length : 0;
    session.judge(missing === 0, id, found.page, 'every tenant of this group', `${missing} are missing`);
    for (const tenant of own.filter(({ fields }) => has(fields, 'external_ref')).slice(0, 2))
      await checkReference(session, tenant, field, names[0]!);
  }
}

/** An external reference finds a tenant in its group and in no other. */
async function checkReference(session: Session, tenant: Tenant, field: GroupField, name: string): Promise<void> {
  const id = `4.1-request.${field}`;
  const external_ref = tenant.fields.external_ref ?? null;
  await expectLeases(session, tenant, { external_ref, [field]: name }, '4.1-request.external_ref', id);
  const elsewhere = await session.walk('leases', { external_ref, [field]: 'no-such-group' });
  const { length } = [...tenant.leases.identifiers].filter((lease) => elsewhere.identifiers.has(lease));
  if (length > 0) session.breaks(id, elsewhere.page, 'no lease, since there is no such group', `${length} leases`);
}

/** A search without a group has the tenants of every group, on pages that leave none out (contract 8). */
function checkEveryGroup(session: Session, samples: Samples, searches: readonly GroupSearch[]): void {
  const { everyone, groupOf } = samples;
  if (everyone.pages.length === 0 || !everyone.isWhole) return;
  const inLeases = new Set(withLeases(samples).map(({ identifier }) => identifier));
  const parts = [...searches.map(({ found }) => found), { ...everyone, identifiers: inLeases }];
  const id = idOfLoss(session, everyone, '4.2-R2');
  let isComplete = true;
  for (const part of parts) {
    const { length } = missingFrom(everyone, part);
    if (length === 0) continue;
    isComplete = false;
    const isGroup = length === part.identifiers.size;
    const broken = isGroup && id !== '8.end' ? '4.2-R2' : id;
    const actual = isGroup ? 'none of one group' : `${length} are missing`;
    session.breaks(broken, everyone.pages.at(-1)!, 'every tenant that a narrower search finds', actual);
  }
  if (!isComplete) return;
  const groups = new Set([...everyone.identifiers].flatMap((name) => groupOf.get(name) ?? []));
  if (groups.size > 1) session.holds('4.2-R2');
  if (everyone.pages.length > 1) session.holds('8.sequence');
}
