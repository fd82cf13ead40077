/** find-for-tenant (contract 4.1): who is identified, and which leases are active. */

import { identifierOf, type JsonObject, succeeded } from '../../contract/answers';
import { idOfLoss } from '../answer-checks';
import { addDays, dayIn, isActive } from '../days';
import type { Reply } from '../findings';
import { has, missingFrom, type Samples, spread, type Tenant, tenantsIn, withLeases } from '../samples';
import type { Session } from '../session';

const FEW = 2;

/** A phone number without a digit is a note such as “none”, and a server may find nobody by it. */
const canIdentify = (field: string, fields: JsonObject): boolean =>
  has(fields, field) && (field !== 'phone_number' || /[1-9]/.test(JSON.stringify(fields[field])));

/** Every lease of a tenant is a lease of that tenant, and each identification finds the same ones. */
export async function checkIdentifications(session: Session, samples: Samples): Promise<void> {
  const tenants = withLeases(samples);
  for (const { identifier, leases } of tenants) {
    const inside = leases.records.map((lease) => tenantsIn(lease).map(identifierOf));
    const { length } = inside.filter((names) => names.length > 0 && !names.includes(identifier));
    const expected = 'leases of the tenant with this identifier';
    session.judge(length === 0, '4.1-request.identifier', leases.page, expected, `${length} leases of other tenants`);
  }
  for (const field of ['email_address', 'phone_number']) {
    const identified = tenants.filter(({ fields }) => canIdentify(field, fields));
    for (const tenant of spread(identified, FEW))
      await expectLeases(session, tenant, { [field]: tenant.fields[field] ?? null }, `4.1-request.${field}`);
  }
}

/** Expects that a request finds all leases of a tenant. @param also holds if it does */
export async function expectLeases(
  session: Session,
  tenant: Tenant,
  body: JsonObject,
  id: string,
  ...also: readonly string[]
): Promise<void> {
  const found = await session.walk('leases', body);
  const missing = missingFrom(found, tenant.leases);
  if (!succeeded(found.page)) return session.breaks(id, found.page, 'the leases of this tenant');
  if (missing.length === 0) session.holds(id, ...also);
  else if (found.isWhole)
    session.breaks(
      idOfLoss(session, found, id),
      found.page,
      'every lease of this tenant',
      `${missing.length} are missing`,
    );
}

/** A lease, and whether the server says that it is active. */
interface Observed {
  readonly lease: JsonObject;
  readonly isKept: boolean;
  readonly page: Reply;
}

const isDated = (lease: JsonObject): boolean =>
  dayIn(lease.start_date) !== undefined && dayIn(lease.end_date) !== undefined;

/** `active` true gives the active leases, and false, the default, gives all. */
export async function checkActive(session: Session, samples: Samples): Promise<void> {
  const { today } = session.target;
  const candidates = withLeases(samples).filter(({ leases }) => leases.isWhole);
  const having = (state: boolean | undefined) =>
    candidates.filter(({ leases }) =>
      leases.records.some((lease) => isDated(lease) && isActive(lease, today) === state),
    );
  const chosen = new Set([true, false, undefined].flatMap((state) => spread(having(state), FEW)));
  const observed: Observed[] = [];
  for (const { identifier, leases } of chosen) {
    const active = await session.walk('leases', { identifier, active: true });
    if (!succeeded(active.page)) {
      session.breaks('4.1-request.active', active.page, 'the active leases of this tenant');
      continue;
    }
    if (active.isWhole)
      for (const lease of leases.records.filter(isDated))
        observed.push({ lease, isKept: active.identifiers.has(identifierOf(lease) ?? ''), page: active.page });
    const all = await session.walk('leases', { identifier, active: false });
    const { length } = [...missingFrom(all, leases), ...missingFrom(leases, all)];
    const expected = 'the same leases as without the field, whose default is false';
    if (all.isWhole) session.judge(length === 0, '4.1-request.active', all.page, expected, `${length} differ`);
  }
  judgeActive(session, observed);
}

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
  if (first === undefined) {
    if (new Set(observed.map(({ isKept }) => isKept)).size > 1) session.holds('4.1-R5');
    return;
  }
  const kept = fewest.filter(({ isKept }) => isKept).length;
  const actual = `${kept} others, and ${fewest.length - kept} are missing`;
  session.breaks('4.1-R5', first.page, 'the leases with a past start and a future end', actual);
}

/** The tenants of one lease. */
export async function checkTenantsOfLease(session: Session, samples: Samples): Promise<void> {
  const id = '4.2-request.identifier';
  for (const tenant of spread(withLeases(samples), 3)) {
    const lease = tenant.leases.records.at(-1);
    const identifier = identifierOf(lease);
    if (lease === undefined || identifier === undefined) continue;
    const { page, ...found } = await session.walk('tenants', { identifier });
    if (!succeeded(page)) {
      session.breaks(id, page, 'the tenants of this lease');
      continue;
    }
    const inside = tenantsIn(lease).flatMap((each) => identifierOf(each) ?? []);
    const missing = [...new Set([tenant.identifier, ...inside])].filter((name) => !found.identifiers.has(name));
    if (missing.length > 0 && !found.isWhole) continue;
    const broken = missing.length > 0 ? idOfLoss(session, found, id) : id;
    session.judge(missing.length === 0, broken, page, 'every tenant of this lease', `${missing.length} are missing`);
    const strangers = [...found.identifiers].filter((name) => inside.length > 0 && !inside.includes(name));
    for (const stranger of strangers.slice(0, FEW)) {
      const theirs = await session.walk('leases', { identifier: stranger });
      if (theirs.isWhole && !theirs.identifiers.has(identifier))
        session.breaks(id, page, 'only tenants of this lease', 'tenants without this lease, too');
    }
  }
}
