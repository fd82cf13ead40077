import type { Row } from '../import/kinds';
import { LAST_NAMES, STREETS } from './names';
import type { Random } from './random';
import { type Town, TOWNS } from './towns';

interface Building {
  readonly town: Town;
  readonly address: Row;
  unitsLeft: number;
  /** Number of the next unit, from 1. */
  number: number;
}

/** Units in a building. */
const SIZES = [1, 1, 2, 4, 6, 8, 8, 10, 12, 20, 40, 120];
const HOUSES = ['House', 'Court', 'Gardens', 'Tower', 'Residence', 'Lofts'];

export const digits = (pattern: string, random: Random): string =>
  pattern.replace(/#/g, () => String(random.below(10)));

export function buildingIn(random: Random): Building {
  const town = random.pick(TOWNS);
  const name = random.chance(0.5) ? `${random.pick(LAST_NAMES)} ${random.pick(HOUSES)}` : null;
  const located = !random.chance(0.1);
  // Within about ten kilometres of the town centre.
  const offset = (): number => (random.below(200_001) - 100_000) / 1_000_000;
  return {
    town,
    unitsLeft: random.pick(SIZES),
    number: 1,
    address: {
      building_name: name,
      address_line_1: `${1 + random.below(180)} ${random.pick(LAST_NAMES)} ${random.pick(STREETS)}`,
      city: town.city,
      country: town.country,
      state: town.state,
      postal_code: digits(town.postalCode, random),
      latitude: located ? Number((town.latitude + offset()).toFixed(6)) : null,
      longitude: located ? Number((town.longitude + offset()).toFixed(6)) : null,
    },
  };
}

/** The next unit of a building, without an identifier. */
export function unitOf(building: Building, random: Random): Row {
  const number = building.number;
  building.number += 1;
  building.unitsLeft -= 1;
  const floor = Math.ceil(number / 4);
  return {
    ...building.address,
    unit_number: `${floor}${String.fromCharCode(65 + ((number - 1) % 4))}`,
    address_line_2: random.chance(0.3) ? `Floor ${floor}` : null,
    external_ref: random.chance(0.8) ? digits('U-######', random) : null,
  };
}
