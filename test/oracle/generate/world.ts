/** Worlds full of traps: rows that a wrong query would confuse, repeat, leave out, or show to the wrong caller. */

import { ADDRESS_TEXTS, type AddressColumns, type GroupRow, type LeaseRow, type World } from '../world';
import { storedCoordinate } from './coordinates';
import { edgeDate } from './dates';
import type { Dice } from './dice';
import { ADDRESSES, canary, EMAILS, NAMES, PHONES, twisted } from './texts';

/** Ascending, with gaps, and often from 1: the default cursor "1" must not hide that row. */
function ids(dice: Dice, count: number): number[] {
  let last = dice.chance(70) ? 0 : dice.between(0, 5);
  const list = Array.from({ length: count }, () => (last += dice.pick([1, 1, 1, 2, 7])));
  if (count > 0 && dice.chance(5)) list[count - 1] = Number.MAX_SAFE_INTEGER;
  return list;
}

/** Generates names that are unique in their kind but as similar as possible. */
function uniqueNames(dice: Dice): (tag: string) => string {
  const taken: string[] = [];
  return (tag) => {
    const own = taken.filter((name) => name.includes(tag));
    const wanted = dice.weighted(
      [4, () => dice.pick(NAMES)],
      [3, () => `${tag}${dice.pick(NAMES)}`],
      [3, () => (own.length > 0 ? twisted(dice, dice.pick(own)) : `${tag}x`)],
    );
    let name = wanted;
    // A name from the list may look like one with a number.
    for (let number = taken.length; taken.includes(name); number += 1) name = `${tag}${number}`;
    taken.push(name);
    return name;
  };
}

/** Picks a few of the texts, so that rows of different groups share them or have similar ones. */
function pool(dice: Dice, texts: readonly string[]): () => string | null {
  const few = Array.from({ length: 6 }, () => dice.pick(texts));
  return () =>
    dice.weighted<string | null>([6, () => dice.pick(few)], [2, () => twisted(dice, dice.pick(few))], [1, () => null]);
}

function groupRows(dice: Dice): GroupRow[] {
  const name = uniqueNames(dice);
  const externalRef = uniqueNames(dice);
  return ids(dice, dice.between(1, 6)).map((id) => ({
    id,
    identifier: name(canary(id)),
    external_ref: dice.chance(80) ? externalRef(canary(id)) : null,
  }));
}

/** @param today the business day; leases start and end on or near it */
export function generateWorld(dice: Dice, today: string): World {
  const groups = groupRows(dice);
  const externalRef = pool(dice, NAMES);
  const emailAddress = pool(dice, EMAILS);
  const phoneNumber = pool(dice, PHONES);
  const addressText = pool(dice, ADDRESSES);
  const [unitName, tenantName, leaseName] = [uniqueNames(dice), uniqueNames(dice), uniqueNames(dice)];
  const maybe = <Value>(value: () => Value): Value | null => (dice.chance(85) ? value() : null);

  // Most texts are shared between groups, as traps. Every tenth marks its own group.
  const marked = (group_id: number, field: string, text: () => string | null): string | null =>
    dice.chance(10) ? `${canary(group_id)}${field}` : text();

  const address = (group_id: number): AddressColumns => {
    const texts = ADDRESS_TEXTS.map(
      (column) => [column, dice.chance(40) ? marked(group_id, column, addressText) : null] as const,
    );
    const columns = Object.fromEntries(texts) as Record<(typeof ADDRESS_TEXTS)[number], string | null>;
    const coordinates = {
      latitude: maybe(() => storedCoordinate(dice)),
      longitude: maybe(() => storedCoordinate(dice)),
    };
    const building = dice.chance(20) ? `${canary(group_id)}building` : columns.building_name;
    return dice.chance(10)
      ? {
          ...columns,
          ...Object.fromEntries(ADDRESS_TEXTS.map((column) => [column, null])),
          latitude: null,
          longitude: null,
        }
      : { ...columns, ...coordinates, building_name: building };
  };

  const units = ids(dice, dice.between(0, 8)).map((id) => {
    const group_id = dice.pick(groups).id;
    return {
      id,
      identifier: unitName(canary(group_id)),
      group_id,
      external_ref: marked(group_id, 'unit ref', externalRef),
      unit_number: maybe(() => `${canary(group_id)}№ ${id}\n"quoted" \\ 🗝`),
      ...address(group_id),
    };
  });

  // Sometimes more rows than fit on a page.
  const crowd = dice.chance(5) ? dice.between(90, 130) : 0;
  const tenants = ids(dice, dice.between(0, 30) + crowd).map((id) => {
    const group_id = dice.pick(groups).id;
    return {
      id,
      identifier: tenantName(canary(group_id)),
      group_id,
      external_ref: marked(group_id, 'ref', externalRef),
      email_address: marked(group_id, '@example.org', emailAddress),
      phone_number: marked(group_id, 'phone', phoneNumber),
      first_name: maybe(() => `${canary(group_id)}first ${id}`),
      last_name: maybe(() => dice.pick([`${canary(group_id)}last ${id}`, '', ' ', '<b>\u0001</b>'])),
      active: dice.chance(70),
    };
  });

  const leases = ids(dice, dice.between(0, 40) + crowd).map((id): LeaseRow => {
    const group_id = dice.pick(groups).id;
    const homes = units.filter((unit) => unit.group_id === group_id);
    return {
      id,
      identifier: leaseName(canary(group_id)),
      group_id,
      unit_id: homes.length > 0 && dice.chance(85) ? dice.pick(homes).id : null,
      start_date: maybe(() => edgeDate(dice, today)),
      end_date: maybe(() => edgeDate(dice, today)),
      move_in_date: maybe(() => edgeDate(dice, today)),
      is_furnished: maybe(() => dice.chance(50)),
      minimum_days_notice: maybe(() => dice.pick([0, 1, 30, 2_147_483_647])),
      deposit: maybe(() => dice.pick(['0', '0.01', '999.99', '1234.5', '12345678901.2345'])),
      rent: maybe(() => dice.pick(['0', '0.1', '1000', '1499.9999', '99999999999.9999'])),
    };
  });

  // A few tenants of each group have most of its leases, and most leases have more than one tenant.
  const pairs = leases.flatMap((lease) => {
    const candidates = tenants.filter((tenant) => tenant.group_id === lease.group_id);
    const favourites = candidates.slice(0, 2);
    const chosen = [
      ...dice.some(favourites, crowd > 0 ? 90 : 70),
      ...dice.some(candidates.slice(2), crowd > 0 ? 3 : 20),
    ];
    return chosen.map((tenant) => ({ tenant_id: tenant.id, lease_id: lease.id, group_id: lease.group_id }));
  });
  return { groups, units, tenants, leases, pairs };
}
