/** The leases of a tenant (contract 4.1), the tenants of a lease, by move-in date and by address (4.2), and the pages of both (8). */

import { fieldOf, identifierOf, isObject, type JsonObject, succeeded } from '../../contract/answers';
import type { Lookup } from '../../contract/lookups';
import { expectAll, type Sequence } from '../answer-checks';
import { namesOn, type Reply } from '../findings';
import { has, missingFrom, namesIn, type Samples, spread } from '../samples';
import type { Session } from '../session';
import { addDays, ADDRESS_TEXTS, dayIn } from '../shape';
import { checkNotFound } from './errors';

/** Every lease of a tenant is a lease of that tenant, and each identification finds the same ones. */
async function checkIdentifications(session: Session, { withLeases }: Samples): Promise<void> {
  for (const { identifier, leases } of withLeases) {
    const named = leases.records.filter(({ tenants }) => Array.isArray(tenants)).map(namesIn);
    const { length } = named.filter((names) => !names.includes(identifier));
    const expected = 'leases of the tenant with this identifier';
    session.judge(length === 0, '4.1-request.identifier', leases.page, expected, `${length} leases of other tenants`);
  }
  // A phone number without a digit is a note such as “none”, and a server may find nobody by it.
  for (const [field, form] of [['email_address', /./] as const, ['phone_number', /[1-9]/] as const]) {
    const named = withLeases.filter(({ fields }) => has(fields, field) && form.test(JSON.stringify(fields[field])));
    for (const { fields, leases } of spread(named, 2)) {
      const found = await session.walk('leases', { [field]: fields[field]! });
      expectAll(session, found, [leases.identifiers, 'the leases of this tenant'], `4.1-request.${field}`);
    }
  }
}

/** A lease, and whether the server says that it is active. */
interface Observed {
  readonly start: string;
  readonly end: string;
  readonly isKept: boolean;
  readonly page: Reply;
}

/** `active` true gives the active leases, and false, the default, gives all. */
async function checkActive(session: Session, { withLeases }: Samples): Promise<void> {
  const id = '4.1-request.active';
  const observed: Observed[] = [];
  for (const { identifier, leases } of withLeases.filter((tenant) => tenant.leases.isWhole)) {
    const active = await session.walk('leases', { identifier, active: true });
    if (!succeeded(active.page)) {
      session.breaks(id, active.page, 'the active leases of this tenant');
      continue;
    }
    for (const lease of active.isWhole ? leases.records : []) {
      const [start, end] = [dayIn(lease.start_date), dayIn(lease.end_date)];
      const isKept = active.identifiers.has(identifierOf(lease) ?? '');
      // The contract leaves open what a missing date means.
      if (start !== undefined && end !== undefined) observed.push({ start, end, isKept, page: active.page });
    }
    const all = await session.walk('leases', { identifier, active: false });
    const { length } = [...missingFrom(all, leases), ...missingFrom(leases, all)];
    const expected = 'the same leases as without the field, whose default is false';
    if (all.isWhole) session.judge(length === 0, id, all.page, expected, `${length} differ`);
  }
  judgeActive(session, observed);
}

/** The day of the server is unknown, but one day must explain all of its answers. That holds in every time zone. */
function judgeActive(session: Session, observed: readonly Observed[]): void {
  const contradictions = [-1, 0, 1].map((days) => {
    const day = addDays(session.target.today, days);
    return observed.filter(({ start, end, isKept }) => isKept !== (start < day && day < end));
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

/** The tenants of one lease are those whom the lease names. */
async function checkTenantsOfLease(session: Session, { withLeases, leases, everyone }: Samples): Promise<void> {
  const id = '4.2-request.identifier';
  const isUnlisted = (name: string): boolean => everyone.isWhole && !everyone.identifiers.has(name);
  const odd = [...leases.values()].filter((lease) => namesIn(lease).some(isUnlisted));
  const usual = spread(withLeases, 3).map((tenant) => tenant.leases.records.at(-1)!);
  for (const lease of [...odd.slice(0, 1), ...usual]) {
    const identifier = identifierOf(lease);
    if (identifier === undefined) continue;
    const owners = withLeases.filter((tenant) => tenant.leases.identifiers.has(identifier));
    const found = await session.walk('tenants', { identifier });
    const named = new Set(namesIn(lease));
    const all = new Set([...named, ...owners.map((tenant) => tenant.identifier)]);
    expectAll(session, found, [all, 'the tenants of this lease'], id);
    const { length } = [...found.identifiers].filter((name) => !named.has(name));
    if (Array.isArray(lease.tenants) && length > 0)
      session.breaks(id, found.page, 'only tenants whom the lease names', `${length} others`);
  }
}

/** `after-id` is a string whose default is "1". The integer that `last_id` is may be refused, but not ignored. */
async function checkCursors(session: Session, { withLeases, everyone }: Samples): Promise<void> {
  const [tenant] = withLeases.toSorted((a, b) => b.leases.records.length - a.leases.records.length);
  await compareCursors(session, 'tenants', {}, everyone);
  if (tenant !== undefined) await compareCursors(session, 'leases', { identifier: tenant.identifier }, tenant.leases);
}

async function compareCursors(session: Session, lookup: Lookup, body: JsonObject, { pages }: Sequence): Promise<void> {
  const ask = async (more: JsonObject) => {
    const page = await session.ask(lookup, { ...body, ...more });
    return { page, names: shownOn(page) };
  };
  const [head, next] = pages;
  const lastId = fieldOf(head?.json, 'last_id');
  if (head && next && typeof lastId === 'number' && shownOn(head) !== shownOn(next)) {
    const { page, names } = await ask({ 'after-id': lastId });
    const expected = 'the page after last_id, or a refusal';
    if (names === shownOn(head)) session.breaks('8.sequence', page, expected, 'the first page again');
  }
  const [absent, first, again] = [await ask({}), await ask({ 'after-id': '1' }), await ask({})];
  // An answer that differs from itself proves nothing.
  if (absent.names !== again.names) return;
  // A refused text is no question of the default.
  const id = succeeded(absent.page) && !succeeded(first.page) ? '8.sequence' : '8.default';
  if (first.names === absent.names) session.holds('8.default');
  else session.breaks(id, first.page, 'the same answer as without after-id');
}

const shownOn = (page: Reply): string => JSON.stringify([succeeded(page), namesOn(page).toSorted()]);

/** Leases that another search finds are in the sequence of all leases of their tenant. */
async function checkLeaseSequences(session: Session, { tenants, leases }: Samples): Promise<void> {
  for (const { identifier, leases: all } of tenants) {
    if (!all.isWhole || all.pages.length === 0) continue;
    const isOf = (lease: JsonObject): boolean => namesIn(lease).includes(identifier);
    const others = [...leases].flatMap(([name, lease]) => (isOf(lease) ? name : []));
    const isLong = all.pages.length > 1;
    const active = isLong ? (await session.walk('leases', { identifier, active: true }, 20)).identifiers : [];
    const part = [[...others, ...active], 'the leases of the tenant by the last page'] as const;
    expectAll(session, all, part, '4.1-request.identifier', ...(isLong ? ['8.sequence'] : []));
  }
}

const MIN = 'min_move_in_date';
const MAX = 'max_move_in_date';

async function checkMoveInDates(session: Session, { withLeases }: Samples): Promise<void> {
  const dated = withLeases.flatMap(({ identifier, leases }) =>
    leases.records.flatMap((lease) => {
      const [day, name] = [dayIn(lease.move_in_date), identifierOf(lease)];
      return day === undefined || name === undefined ? [] : [{ tenant: identifier, lease: name, day }];
    }),
  );
  for (const { tenant, lease, day } of spread(dated, 2)) {
    // Otherwise the range is not to blame for a missing tenant.
    const whole = await session.walk('tenants', { identifier: lease });
    if (!whole.identifiers.has(tenant)) continue;
    // Whether the bounds are included is open.
    const [min, max] = [{ [MIN]: addDays(day, -1) }, { [MAX]: addDays(day, 1) }];
    for (const range of [min, max, { ...min, ...max }]) {
      const found = await session.walk('tenants', { identifier: lease, ...range });
      const isRefused = found.page.status === 400;
      const expected = isRefused ? 'a date as YYYY-MM-DD is accepted' : 'the tenant of the lease in this range';
      const isFound = found.identifiers.has(tenant);
      for (const field of isRefused || isFound || found.isWhole ? Object.keys(range) : [])
        session.judge(isFound, `4.2-request.${field}`, found.page, expected);
    }
    await checkBound(session, MIN, addDays(day, -1));
    await checkBound(session, MAX, addDays(day, 1));
  }
  // No lease has such a date.
  await checkBound(session, MIN, '9000-01-01');
  await checkBound(session, MAX, '1000-01-01');
}

/** The tenants that a bound finds have a lease within it. */
async function checkBound(session: Session, field: typeof MIN | typeof MAX, bound: string): Promise<void> {
  const { page, identifiers } = await session.walk('tenants', { [field]: bound }, 1);
  if (!succeeded(page)) return checkNotFound(session, page, { [field]: bound });
  for (const identifier of spread([...identifiers], 6)) {
    const leases = await session.walk('leases', { identifier });
    const days = leases.records.flatMap(({ move_in_date }) => dayIn(move_in_date) ?? []);
    if (!leases.isWhole || days.length < leases.records.length || days.length === 0) continue;
    if (days.some((day) => (field === MIN ? day >= bound : day <= bound))) continue;
    const expected = 'tenants with a move-in date in this range';
    return session.breaks(`4.2-request.${field}`, page, expected, 'a tenant without such a lease');
  }
}

/** The first one chooses few leases, so that its search has one page. */
const NAMES = [...new Set(['address_line_1', ...ADDRESS_TEXTS])];

/** More data narrows a search. The contract does not name the fields of the request's address, so none is expected to work. */
async function checkAddress(session: Session, { withLeases }: Samples): Promise<void> {
  const located = withLeases.flatMap(({ identifier, leases }) =>
    leases.records.flatMap(({ address }) => {
      const names = isObject(address) ? NAMES.filter((name) => has(address, name)) : [];
      const texts = names.map((name) => [name, fieldOf(address, name) ?? null] as const);
      return texts.length < 2 ? [] : [{ tenant: identifier, texts }];
    }),
  );
  for (const { tenant, texts } of spread(located, 3)) {
    const search = (address: JsonObject) => session.walk('tenants', { address });
    const broad = await search(Object.fromEntries(texts.slice(0, 1)));
    const narrow = await search(Object.fromEntries(texts));
    const none = await search({ [texts[0]![0]]: 'no-such-address' });
    const { length } = missingFrom(broad, narrow);
    const expected = 'only tenants that less of the same address finds, too';
    if (broad.isWhole && length > 0) session.breaks('4.2-request.address', narrow.page, expected, `${length} more`);
    if (broad.identifiers.has(tenant) && none.identifiers.size === 0) session.holds('4.2-request.address');
  }
}

export const LOOKUP_CHECKS = [
  checkIdentifications,
  checkActive,
  checkTenantsOfLease,
  checkCursors,
  checkLeaseSequences,
  checkMoveInDates,
  checkAddress,
];
