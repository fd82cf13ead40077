import type { Row } from '../import/kinds';
import { LAST_NAMES, STREETS } from './names';
import type { Random } from './random';

export type Town = (typeof TOWNS)[number];

/** In the forms of a postal code and a phone number, `#` stands for a digit. A town that is listed twice has twice as many buildings. */
const TOWNS = (
  [
    ['Berlin', 'Berlin', 'Germany', 52.52, 13.405, '10###', '+49 30 #######'],
    ['Berlin', 'Berlin', 'Germany', 52.52, 13.405, '12###', '+49 30 #######'],
    ['München', 'Bayern', 'Germany', 48.137, 11.575, '80###', '+49 89 #######'],
    ['Köln', 'Nordrhein-Westfalen', 'Germany', 50.938, 6.96, '50###', '0049-221-######'],
    ['Zürich', 'Zürich', 'Switzerland', 47.377, 8.541, '80##', '+41 44 ### ## ##'],
    ['Genève', 'Genève', 'Switzerland', 46.204, 6.143, '12##', '+41 22 ### ## ##'],
    ['Wien', 'Wien', 'Austria', 48.208, 16.373, '1##0', '+43 1 #######'],
    ['Amsterdam', 'Noord-Holland', 'Netherlands', 52.37, 4.895, '10## AB', '+31 20 #######'],
    ['København', null, 'Denmark', 55.676, 12.568, '2###', '+45 ## ## ## ##'],
    ['Malmö', 'Skåne', 'Sweden', 55.605, 13.004, '21# ##', '+46 40 ### ## ##'],
    ['London', 'England', 'United Kingdom', 51.507, -0.128, 'SE# #AB', '+44 20 #### ####'],
    ['London', 'England', 'United Kingdom', 51.507, -0.128, 'N# #CD', '(020) #### ####'],
    ['Paris', 'Île-de-France', 'France', 48.857, 2.352, '750##', '+33 1 ## ## ## ##'],
    ['New York', 'New York', 'United States', 40.713, -74.006, '100##', '+1 (212) ###-####'],
    ['Portland', 'Oregon', 'United States', 45.515, -122.679, '972##', '+1 (503) ###-####'],
    ['São Paulo', 'São Paulo', 'Brazil', -23.551, -46.633, '0####-###', '+55 11 #####-####'],
  ] as const
).map(([city, state, country, latitude, longitude, postalCode, phone]) => {
  return { city, state, country, latitude, longitude, postalCode, phone };
});

/** Units in a building. */
const SIZES = [1, 1, 2, 4, 6, 8, 8, 10, 12, 20, 40, 120];
const HOUSES = ['House', 'Court', 'Gardens', 'Tower', 'Residence', 'Lofts'];

export const digits = (pattern: string, random: Random): string =>
  pattern.replace(/#/g, () => String(random.below(10)));

export function buildingIn(random: Random) {
  const town = random.pick(TOWNS);
  const name = random.chance(0.5) ? `${random.pick(LAST_NAMES)} ${random.pick(HOUSES)}` : null;
  const located = !random.chance(0.1);
  // Within about ten kilometres of the town centre.
  const offset = (): number => (random.below(200_001) - 100_000) / 1_000_000;
  return {
    town,
    unitsLeft: random.pick(SIZES),
    /** Of the next unit, from 1. */
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
export function unitOf(building: ReturnType<typeof buildingIn>, random: Random): Row {
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
