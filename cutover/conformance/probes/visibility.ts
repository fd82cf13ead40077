/** A caller sees the groups to which it has access, and nothing else (contract 5.5). */

import type { JsonObject } from '../exchange';
import { findSamples, has, type Samples, spread, type Tenant } from '../samples';
import { ask } from '../ask';
import { breaks, holds, type Lookup, recordsOf, type Session, succeeded } from '../session';
import { isComplete, walk } from '../walk';
import { withLeases } from './tenants';

const LISTING = ['4.2-R2', '8.end', '8.sequence'];

type Caller = 'main' | 'other';

/** Each of two callers asks for what only the other one's list of all tenants has. */
export async function checkOtherCaller(session: Session, samples: Samples): Promise<void> {
  if (session.target.tokens.other === undefined) return;
  // A list that is known to lack tenants does not say who is hidden.
  if (LISTING.some((clause) => session.earlier.broken.has(clause))) return;
  const theirs = await findSamples(session, samples.known, 'other');
  const checks =
    (await checkHidden(session, theirs, samples, 'other')) + (await checkHidden(session, samples, theirs, 'main'));
  if (checks > 0) holds(session, '5.5');
}

/** Returns the number of requests that showed nothing. */
async function checkHidden(session: Session, viewer: Samples, owner: Samples, token: Caller): Promise<number> {
  if (!isComplete(viewer.everyone)) return 0;
  const isHidden = ({ identifier }: Tenant) =>
    !viewer.everyone.identifiers.has(identifier) && !viewer.groupOf.has(identifier);
  let checks = 0;
  for (const tenant of spread(withLeases(owner).filter(isHidden), 3)) {
    const group = owner.groupOf.get(tenant.identifier) ?? 'no-such-group';
    const { identifier, fields, leases } = tenant;
    const [lease = 'no-such-lease'] = leases.identifiers;
    const requests: [Lookup, JsonObject][] = [
      ['leases', { identifier }],
      ...['email_address', 'phone_number']
        .filter((field) => has(fields, field))
        .map((field): [Lookup, JsonObject] => ['leases', { [field]: fields[field] ?? null }]),
      ...(has(fields, 'external_ref')
        ? [['leases', { external_ref: fields.external_ref, group_id: group }] as [Lookup, JsonObject]]
        : []),
      ['tenants', { identifier: lease }],
      ['tenants', { group_id: group }],
    ];
    for (const [lookup, body] of requests)
      checks += await showsNothing(
        session,
        lookup,
        body,
        token,
        lookup === 'leases' ? leases.identifiers : new Set([identifier]),
      );
  }
  return checks;
}

async function showsNothing(
  session: Session,
  lookup: Lookup,
  body: JsonObject,
  token: Caller,
  hidden: ReadonlySet<string>,
): Promise<number> {
  const found = await walk(session, lookup, body, { how: { token }, most: 3 });
  const shown = [...found.identifiers].filter((name) => hidden.has(name)).length;
  const page = found.pages[0];
  if (shown === 0 || page === undefined) return 1;
  breaks(session, ['5.5'], page, 'nothing of a group that the caller has no access to', `${shown} such ${lookup}`);
  return 0;
}

/** The records that the file says are hidden. */
export async function checkKnownHidden(session: Session, { known: { hidden } }: Samples): Promise<void> {
  const requests: [Lookup, string][] = [
    ...hidden.tenants.map((name): [Lookup, string] => ['leases', name]),
    ...hidden.leases.map((name): [Lookup, string] => ['tenants', name]),
  ];
  for (const [lookup, identifier] of requests) {
    const reply = await ask(session, lookup, { identifier });
    if (succeeded(reply) && recordsOf(reply).length > 0)
      breaks(session, ['5.5'], reply, 'nothing, since the record is hidden from the caller');
    else holds(session, '5.5');
  }
}
