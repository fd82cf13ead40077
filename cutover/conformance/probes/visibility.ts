/** A caller sees the groups to which it has access, and nothing else (contract 5.5). */

import { type JsonObject, recordsIn } from '../../contract/answers';
import { type Lookup, LOOKUPS } from '../../contract/lookups';
import { findSamples, has, type Samples, spread } from '../samples';
import type { Session, TokenName } from '../session';

/** Each of two callers asks for what only the other one's list of all tenants has. */
export async function checkOtherCaller(session: Session, samples: Samples): Promise<void> {
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

/** The records that the file says are hidden. */
export async function checkKnownHidden(session: Session, { known: { hidden } }: Samples): Promise<void> {
  for (const lookup of LOOKUPS)
    for (const identifier of hidden[lookup === 'leases' ? 'tenants' : 'leases']) {
      const reply = await session.ask(lookup, { identifier });
      const isHidden = recordsIn(reply, lookup).length === 0;
      session.judge(isHidden, '5.5', reply, 'nothing, since the record is hidden from the caller');
    }
}
