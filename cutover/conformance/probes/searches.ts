/** Searches for tenants by move-in date and by address (contract 4.2). */

import { addDays, dayIn } from '../days';
import { isObject, type JsonObject } from '../exchange';
import { has, type Samples, spread } from '../samples';
import { breaks, holds, judge, type Session, succeeded } from '../session';
import { identifierOf, isComplete, walk, type Walk } from '../walk';
import { checkNotFound } from './errors';
import { missingFrom, pageOf, withLeases } from './tenants';

type Range = { readonly min_move_in_date?: string; readonly max_move_in_date?: string };

const clausesOf = (range: Range): string[] => [...Object.keys(range).map((field) => `4.2-request.${field}`), '4.2-R3'];

/** No lease has such a date. */
const IMPOSSIBLE: readonly Range[] = [{ min_move_in_date: '9000-01-01' }, { max_move_in_date: '1000-01-01' }];

export async function checkMoveInDates(session: Session, samples: Samples): Promise<void> {
  const dated = withLeases(samples).flatMap(({ identifier, leases }) =>
    leases.records.flatMap((lease) => {
      const [day, name] = [dayIn(lease.move_in_date), identifierOf(lease)];
      return day === undefined || name === undefined ? [] : [{ tenant: identifier, lease: name, day }];
    }),
  );
  for (const { tenant, lease, day } of spread(dated, 2)) {
    // Otherwise the range is not to blame for a missing tenant.
    const whole = await walk(session, 'tenants', { identifier: lease });
    if (!whole.identifiers.has(tenant)) continue;
    // Whether the bounds are included is open.
    const [min, max] = [{ min_move_in_date: addDays(day, -1) }, { max_move_in_date: addDays(day, 1) }];
    for (const range of [min, max, { ...min, ...max }]) {
      const found = await walk(session, 'tenants', { identifier: lease, ...range });
      const page = await pageOf(session, 'tenants', found);
      if (page.status === 400)
        breaks(session, ['4.dates', ...clausesOf(range)], page, 'a date as YYYY-MM-DD is accepted');
      else if (found.identifiers.has(tenant) || isComplete(found))
        judge(session, found.identifiers.has(tenant), clausesOf(range), page, 'the tenant of the lease in this range');
    }
    await checkRange(session, { ...min, ...max });
  }
  for (const range of IMPOSSIBLE) await checkRange(session, range);
}

/** The tenants that a range finds have a lease in it. */
async function checkRange(session: Session, range: Range): Promise<void> {
  const found = await walk(session, 'tenants', range, { most: 1 });
  const page = await pageOf(session, 'tenants', found);
  if (!succeeded(page)) return checkNotFound(session, page, range);
  const { min_move_in_date: min = '0000', max_move_in_date: max = '9999-99' } = range;
  for (const identifier of spread([...found.identifiers], 6)) {
    const leases = await walk(session, 'leases', { identifier });
    const days = leases.records.map(({ move_in_date }) => dayIn(move_in_date));
    if (!isComplete(leases) || days.length === 0 || days.includes(undefined)) continue;
    const isEarly = (day = ''): boolean => day < min;
    const isLate = (day = ''): boolean => day > max;
    if (days.some((day) => !isEarly(day) && !isLate(day))) continue;
    const clauses = [
      '4.2-R3',
      ...(days.every(isEarly) ? ['4.2-request.min_move_in_date'] : []),
      ...(days.every(isLate) ? ['4.2-request.max_move_in_date'] : []),
    ];
    return breaks(session, clauses, page, 'tenants with a move-in date in this range', 'one without such a lease');
  }
}

const ADDRESS = [
  'address_line_1',
  'postal_code',
  'building_name',
  'city',
  'address_line_2',
  'state',
  'country',
] as const;

/** More data narrows a search. The contract does not name the fields of the request's address, so none is expected to work. */
export async function checkAddress(session: Session, samples: Samples): Promise<void> {
  const located = withLeases(samples).flatMap(({ identifier, leases }) =>
    leases.records.flatMap(({ address }) => {
      if (!isObject(address)) return [];
      const [first, ...others] = ADDRESS.filter((key) => has(address, key));
      return first === undefined || others.length === 0 ? [] : [{ tenant: identifier, address, first, others }];
    }),
  );
  for (const { tenant, address, first, others } of spread(located, 3)) {
    const search = (value: JsonObject) => walk(session, 'tenants', { address: value });
    const some = await search(pick(address, [first]));
    const most = await search(pick(address, [first, ...others]));
    const none = await search({ [first]: 'no-such-address' });
    await expectNarrower(session, most, some);
    if (some.identifiers.has(tenant) && none.identifiers.size === 0) holds(session, '4.2-request.address');
  }
}

const pick = (address: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.map((key) => [key, address[key] ?? null]));

async function expectNarrower(session: Session, narrow: Walk, broad: Walk): Promise<void> {
  const more = missingFrom(broad, narrow);
  if (isComplete(broad) && more.length > 0)
    breaks(
      session,
      ['4.2-request.address'],
      await pageOf(session, 'tenants', narrow),
      'only tenants that less of the same address finds, too',
      `${more.length} more`,
    );
}
