/** find-for-tenant (contract 4.1): who is identified, and which leases are active. */

import { addDays, dayIn, isActive } from '../days';
import type { JsonObject } from '../exchange';
import { has, type Samples, spread, type Tenant, tenantsIn } from '../samples';
import { ask } from '../ask';
import { breaks, holds, judge, type Lookup, recordsOf, type Reply, type Session, succeeded } from '../session';
import { clausesOfLoss, identifierOf, isComplete, walk, type Walk } from '../walk';

const FEW = 2;

export const withLeases = ({ tenants }: Samples): Tenant[] => tenants.filter(({ leases }) => leases.records.length > 0);

export const missingFrom = (whole: Walk, part: Walk): string[] =>
  [...part.identifiers].filter((identifier) => !whole.identifiers.has(identifier));

/** The page that a finding about a sequence shows. */
export async function pageOf(session: Session, lookup: Lookup, { body, pages }: Walk): Promise<Reply> {
  return pages[0] ?? ask(session, lookup, body);
}

/** A phone number without a digit is a note such as “none”, and a server may find nobody by it. */
const canIdentify = (field: string, fields: JsonObject): boolean =>
  field !== 'phone_number' || /[1-9]/.test(JSON.stringify(fields[field]));

/** Every lease of a tenant is a lease of that tenant, and each identification finds the same ones. */
export async function checkIdentifications(session: Session, samples: Samples): Promise<void> {
  for (const { identifier, leases } of withLeases(samples)) {
    const others = leases.records.filter((lease) => {
      const names = tenantsIn(lease).map(identifierOf);
      return names.length > 0 && !names.includes(identifier);
    });
    judge(
      session,
      others.length === 0,
      ['4.1-request.identifier', '1.leases-of-tenant', '4.1'],
      await pageOf(session, 'leases', leases),
      'leases of the tenant with this identifier',
      `${others.length} leases of other tenants`,
    );
  }
  for (const field of ['email_address', 'phone_number']) {
    for (const tenant of spread(
      withLeases(samples).filter(({ fields }) => has(fields, field) && canIdentify(field, fields)),
      FEW,
    ))
      await expectLeases(session, tenant, { [field]: tenant.fields[field] ?? null }, [`4.1-request.${field}`]);
  }
}

/** Expects that a request finds all leases of a tenant. */
export async function expectLeases(
  session: Session,
  { leases }: Tenant,
  body: JsonObject,
  clauses: readonly string[],
): Promise<void> {
  const found = await walk(session, 'leases', body);
  const missing = missingFrom(found, leases);
  if (missing.length > 0 && found.ending === 'open') return;
  const page = await pageOf(session, 'leases', found);
  if (!succeeded(page)) return breaks(session, clauses, page, 'the leases of this tenant');
  const lost = missing.length > 0 ? clausesOfLoss(session, found, clauses) : clauses;
  judge(session, missing.length === 0, lost, page, 'every lease of this tenant', `${missing.length} are missing`);
}

const ACTIVE = ['3', '3.filter', '4.1-R5', '4.1-request.active'];

/** A lease, and whether the server says that it is active. */
interface Observed {
  readonly lease: JsonObject;
  readonly isKept: boolean;
  readonly page: Reply;
}

/** `active` true gives the active leases, and false, the default, gives all. */
export async function checkActive(session: Session, samples: Samples): Promise<void> {
  const { today } = session.target;
  const candidates = withLeases(samples).filter(({ leases }) => isComplete(leases));
  const having = (state: boolean | undefined) =>
    candidates.filter(({ leases }) =>
      leases.records.some((lease) => isDated(lease) && isActive(lease, today) === state),
    );
  const chosen = new Set([true, false, undefined].flatMap((state) => spread(having(state), FEW)));
  const observed: Observed[] = [];
  for (const tenant of chosen) {
    const { identifier, leases } = tenant;
    const active = await walk(session, 'leases', { identifier, active: true });
    const page = await pageOf(session, 'leases', active);
    if (!succeeded(page)) {
      breaks(session, ['4.1-request.active'], page, 'the active leases of this tenant');
      continue;
    }
    if (isComplete(active))
      for (const lease of leases.records.filter(isDated))
        observed.push({ lease, isKept: active.identifiers.has(identifierOf(lease) ?? ''), page });
    await checkDefault(session, tenant);
  }
  judgeActive(session, observed);
}

const isDated = (lease: JsonObject): boolean =>
  dayIn(lease.start_date) !== undefined && dayIn(lease.end_date) !== undefined;

/** The day of the server is unknown, but one day must explain all of its answers. That holds in every time zone. */
function judgeActive(session: Session, observed: readonly Observed[]): void {
  const contradictions = [-1, 0, 1].map((days) => {
    const day = addDays(session.target.today, days);
    return observed.filter(
      ({ lease, isKept }) => isKept !== ((dayIn(lease.start_date) ?? '') < day && day < (dayIn(lease.end_date) ?? '')),
    );
  });
  const [fewest = []] = contradictions.toSorted((one, other) => one.length - other.length);
  const [first] = fewest;
  const states = new Set(observed.map(({ isKept }) => isKept));
  if (first === undefined) {
    if (states.size > 1) holds(session, ...ACTIVE);
    return;
  }
  const kept = fewest.filter(({ isKept }) => isKept).length;
  const clauses = kept > 0 ? ACTIVE : ['3', '3.filter', '4.1-request.active'];
  const actual = `${kept} others, and ${fewest.length - kept} are missing`;
  breaks(session, clauses, first.page, 'the leases with a past start and a future end', actual);
}

async function checkDefault(session: Session, { identifier, leases }: Tenant): Promise<void> {
  const all = await walk(session, 'leases', { identifier, active: false });
  if (!isComplete(all)) return;
  const differing = [...missingFrom(all, leases), ...missingFrom(leases, all)];
  if (differing.length > 0)
    breaks(
      session,
      ['4.1-request.active'],
      await pageOf(session, 'leases', all),
      'the same leases as without the field, whose default is false',
      `${differing.length} differ`,
    );
}

/** The tenants of one lease. */
export async function checkTenantsOfLease(session: Session, samples: Samples): Promise<void> {
  const clauses = ['4.2-request.identifier', '1.tenants-of-leases', '4.2'];
  for (const tenant of spread(withLeases(samples), 3)) {
    const [lease] = tenant.leases.records.slice(-1);
    const identifier = lease && identifierOf(lease);
    if (lease === undefined || identifier === undefined) continue;
    const found = await walk(session, 'tenants', { identifier });
    const page = await pageOf(session, 'tenants', found);
    const inside = tenantsIn(lease).map(identifierOf);
    const missing = [tenant.identifier, ...inside].filter((name) => name !== undefined && !found.identifiers.has(name));
    if (!succeeded(page)) {
      breaks(session, clauses, page, 'the tenants of this lease');
      continue;
    }
    if (missing.length > 0 && found.ending === 'open') continue;
    judge(
      session,
      missing.length === 0,
      missing.length > 0 ? clausesOfLoss(session, found, clauses) : clauses,
      page,
      'every tenant of this lease',
      `${new Set(missing).size} are missing`,
    );
    const strangers = [...found.identifiers].filter((name) => inside.length > 0 && !inside.includes(name));
    for (const stranger of strangers.slice(0, FEW)) {
      const theirs = await walk(session, 'leases', { identifier: stranger });
      if (isComplete(theirs) && !theirs.identifiers.has(identifier))
        breaks(session, clauses, page, 'only tenants of this lease', 'tenants without this lease, too');
    }
  }
}

/** The records of the first page. */
export const firstRecords = (page: Reply): (string | undefined)[] => recordsOf(page).map(identifierOf);
