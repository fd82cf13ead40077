/** Groups (contract 2.5) in both operations, and what is hidden from a caller (5.5). */

import { type JsonObject, recordsIn, succeeded } from '../../contract/answers';
import { type Lookup, LOOKUPS } from '../../contract/lookups';
import { expectAll, idOfLoss, type Sequence } from '../answer-checks';
import { findSamples, has, missingFrom, namesIn, type Samples, spread } from '../samples';
import type { Session, TokenName } from '../session';

interface GroupSearch {
  readonly field: 'group_id' | 'group_external_ref';
  /** The name that is searched, and for a known group its other name. */
  readonly names: readonly [string, string?];
  readonly found: Sequence;
}

/** The tenants of some groups, under the names that the server accepts. */
async function searchGroups(session: Session, { known, groupOf, tenants }: Samples): Promise<GroupSearch[]> {
  const search = async (field: GroupSearch['field'], ...names: GroupSearch['names']): Promise<GroupSearch> => ({
    ...{ field, names },
    found: await session.walk('tenants', { [field]: names[0] }, session.target.maxPages),
  });
  const searches: GroupSearch[] = [];
  const described = new Set(known.groups.map(({ group_id }) => group_id));
  const groups = new Set(tenants.flatMap(({ identifier }) => groupOf.get(identifier) ?? []));
  for (const name of spread([...groups], 3).filter((group) => !described.has(group))) {
    // The contract leaves open whether `group` of a tenant is the identifier or the reference.
    const byId = await search('group_id', name);
    searches.push(byId.found.pages.length > 0 ? byId : await search('group_external_ref', name));
  }
  for (const { group_id, group_external_ref } of known.groups) {
    searches.push(await search('group_id', group_id, group_external_ref));
    searches.push(await search('group_external_ref', group_external_ref, group_id));
  }
  return searches;
}

/** A search by group has the tenants of that group and no others. */
async function checkGroups(session: Session, samples: Samples): Promise<void> {
  const { groupOf, withLeases } = samples;
  const searches = await searchGroups(session, samples);
  checkEveryGroup(session, samples, searches);
  for (const { field, names, found } of searches) {
    const id = `4.2-request.${field}`;
    // A name that was only seen may be of the other kind.
    if (names.length === 1 && !succeeded(found.page)) continue;
    const isIn = (tenant: string): boolean => names.includes(groupOf.get(tenant) ?? '');
    const own = withLeases.filter(({ identifier }) => isIn(identifier));
    expectAll(session, found, [own.map(({ identifier }) => identifier), 'the tenants of this group'], id);
    const strangers = [...found.identifiers].filter((name) => groupOf.has(name) && !isIn(name)).length;
    if (strangers > 0) session.breaks(id, found.page, 'tenants of this group', `${strangers} of other groups`);
    if (!succeeded(found.page)) continue;
    // An external reference finds a tenant in its group and in no other.
    for (const { fields, leases } of own.filter((tenant) => has(tenant.fields, 'external_ref')).slice(0, 2)) {
      const inRequest = `4.1-request.${field}`;
      const external_ref = fields.external_ref!;
      const here = await session.walk('leases', { external_ref, [field]: names[0] });
      const theirs = [leases.identifiers, 'the leases of this tenant'] as const;
      expectAll(session, here, theirs, '4.1-request.external_ref', inRequest);
      const elsewhere = await session.walk('leases', { external_ref, [field]: 'no-such-group' });
      const { length } = [...leases.identifiers].filter((lease) => elsewhere.identifiers.has(lease));
      const expected = 'no lease, since there is no such group';
      if (length > 0) session.breaks(inRequest, elsewhere.page, expected, `${length} leases`);
    }
  }
}

/** A search without a group has the tenants of every group, on pages that leave none out (contract 8). */
function checkEveryGroup(session: Session, samples: Samples, searches: readonly GroupSearch[]): void {
  const { everyone, groupOf } = samples;
  if (everyone.pages.length === 0 || !everyone.isWhole) return;
  const named = new Set([...samples.leases.values()].flatMap(namesIn));
  const parts = searches.map(({ found }) => found);
  // Otherwise the list of all tenants is not to blame.
  if (!session.all.broken.has('4.2-request.identifier')) parts.push({ ...everyone, identifiers: named });
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

/** Each of two callers asks for what only the other one's list of all tenants has. */
async function checkOtherCaller(session: Session, samples: Samples): Promise<void> {
  if (session.target.tokens.other === undefined) return;
  // A list that is known to lack tenants does not say who is hidden.
  if (['4.2-R2', '8.end', '8.sequence'].some((id) => session.all.broken.has(id))) return;
  const theirs = await findSamples(session, samples.known, 'other');
  await checkHidden(session, theirs, samples, 'other');
  await checkHidden(session, samples, theirs, 'main');
}

async function checkHidden(session: Session, viewer: Samples, owner: Samples, token: TokenName): Promise<void> {
  if (!viewer.everyone.isWhole) return;
  const isSeen = (name: string): boolean => viewer.everyone.identifiers.has(name) || viewer.groupOf.has(name);
  const hidden = owner.withLeases.filter(({ identifier }) => !isSeen(identifier));
  for (const { identifier, fields, leases } of spread(hidden, 3)) {
    const group_id = owner.groupOf.get(identifier) ?? 'no-such-group';
    const requests: [Lookup, JsonObject][] = [
      ['leases', { identifier }],
      ['tenants', { identifier: [...leases.identifiers][0] ?? 'no-such-lease' }],
      ['tenants', { group_id }],
    ];
    for (const field of ['email_address', 'phone_number', 'external_ref'])
      if (has(fields, field))
        requests.push(['leases', { [field]: fields[field]!, ...(field === 'external_ref' && { group_id }) }]);
    for (const [lookup, body] of requests) {
      const found = await session.walk(lookup, body, 3, token);
      const names = lookup === 'leases' ? leases.identifiers : new Set([identifier]);
      const { length } = [...found.identifiers].filter((name) => names.has(name));
      const expected = 'nothing of a group that the caller has no access to';
      session.judge(length === 0, '5.5', found.page, expected, `${length} such ${lookup}`);
    }
  }
}

async function checkKnownHidden(session: Session, { known: { hidden } }: Samples): Promise<void> {
  for (const lookup of LOOKUPS)
    for (const identifier of hidden[lookup === 'leases' ? 'tenants' : 'leases']) {
      const reply = await session.ask(lookup, { identifier });
      const isHidden = recordsIn(reply, lookup).length === 0;
      session.judge(isHidden, '5.5', reply, 'nothing, since the record is hidden from the caller');
    }
}

/** The last check reads which checks are broken. */
export const GROUP_CHECKS = [checkGroups, checkKnownHidden, checkOtherCaller];
