/** The towns that the seed picks from. */

export interface Town {
  readonly city: string;
  readonly state: string | null;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** `#` stands for a digit. */
  readonly postalCode: string;
  readonly phone: string;
}

const town = (
  city: string,
  state: string | null,
  country: string,
  [latitude, longitude]: readonly [number, number],
  postalCode: string,
  phone: string,
): Town => ({ city, state, country, latitude, longitude, postalCode, phone });

/** A town that is listed twice has twice as many buildings. */
export const TOWNS: readonly Town[] = [
  town('Berlin', 'Berlin', 'Germany', [52.52, 13.405], '10###', '+49 30 #######'),
  town('Berlin', 'Berlin', 'Germany', [52.52, 13.405], '12###', '+49 30 #######'),
  town('München', 'Bayern', 'Germany', [48.137, 11.575], '80###', '+49 89 #######'),
  town('Köln', 'Nordrhein-Westfalen', 'Germany', [50.938, 6.96], '50###', '0049-221-######'),
  town('Zürich', 'Zürich', 'Switzerland', [47.377, 8.541], '80##', '+41 44 ### ## ##'),
  town('Genève', 'Genève', 'Switzerland', [46.204, 6.143], '12##', '+41 22 ### ## ##'),
  town('Wien', 'Wien', 'Austria', [48.208, 16.373], '1##0', '+43 1 #######'),
  town('Amsterdam', 'Noord-Holland', 'Netherlands', [52.37, 4.895], '10## AB', '+31 20 #######'),
  town('København', null, 'Denmark', [55.676, 12.568], '2###', '+45 ## ## ## ##'),
  town('Malmö', 'Skåne', 'Sweden', [55.605, 13.004], '21# ##', '+46 40 ### ## ##'),
  town('London', 'England', 'United Kingdom', [51.507, -0.128], 'SE# #AB', '+44 20 #### ####'),
  town('London', 'England', 'United Kingdom', [51.507, -0.128], 'N# #CD', '(020) #### ####'),
  town('Paris', 'Île-de-France', 'France', [48.857, 2.352], '750##', '+33 1 ## ## ## ##'),
  town('New York', 'New York', 'United States', [40.713, -74.006], '100##', '+1 (212) ###-####'),
  town('Portland', 'Oregon', 'United States', [45.515, -122.679], '972##', '+1 (503) ###-####'),
  town('São Paulo', 'São Paulo', 'Brazil', [-23.551, -46.633], '0####-###', '+55 11 #####-####'),
];
