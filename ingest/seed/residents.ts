import type { RowId } from '../../src/model/page';
import type { Row } from '../import/kinds';
import { digits, type Town } from './buildings';
import { FIRST_NAMES, LAST_NAMES } from './names';
import type { Random } from './random';

export interface Resident {
  readonly id: RowId;
  readonly row: Row;
}

/** How many earlier residents of a group may rent again. */
const REMEMBERED = 500;
/** Sizes of households, 1.5 on average. */
const HOUSEHOLDS = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3];
const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'];

/** The tenants of a lease: new ones, whom `settle` stores, and some who rented from the group before. */
export function moveIn(
  residents: Resident[],
  town: Town,
  random: Random,
  settle: (row: Row) => Resident,
): readonly Resident[] {
  const household: Resident[] = [];
  for (let left = random.pick(HOUSEHOLDS); left > 0; left -= 1) {
    const known = residents.length > 0 && random.chance(0.2) ? random.pick(residents) : undefined;
    if (known !== undefined && !household.includes(known)) {
      household.push(known);
      continue;
    }
    const resident = settle(newcomer(household[0]?.row, town, random));
    household.push(resident);
    if (residents.length < REMEMBERED) residents.push(resident);
    else residents[random.below(REMEMBERED)] = resident;
  }
  return household;
}

function newcomer(partner: Row | undefined, town: Town, random: Random): Row {
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  const shared = partner !== undefined && random.chance(0.15);
  const mail = `${firstName}.${lastName}${random.below(1000)}@${random.pick(MAIL_HOSTS)}`
    .normalize('NFD')
    .replace(/[^\w.@-]/g, '');
  const phone = digits(town.phone, random);
  return {
    external_ref: random.chance(0.75) ? digits('T-#######', random) : null,
    email_address: shared ? (partner.email_address ?? null) : random.chance(0.92) ? mail : null,
    phone_number: shared ? (partner.phone_number ?? null) : random.chance(0.85) ? phone : null,
    first_name: random.chance(0.99) ? firstName : null,
    last_name: lastName,
    active: random.chance(0.9) ? 1 : 0,
  };
}
