/** Searches for tenants by move-in date and by address (contract 4.2). */

import { fieldOf, identifierOf, isObject, type JsonObject, succeeded } from '../../contract/answers';
import { has, missingFrom, type Samples, spread } from '../samples';
import type { Session } from '../session';
import { addDays, ADDRESS_TEXTS, dayIn } from '../shape';
import { checkNotFound } from './errors';

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

export const SEARCH_CHECKS = [checkMoveInDates, checkAddress];
