import type { AddressCriteria } from '../../src/model/criteria';
import { COUNTRY, NEAR, type Share, SHARES, TOWER } from './facts';

export type NamedAddress = readonly [name: string, address: AddressCriteria | undefined];

/** The texts that come in shares, each with the label of its values. */
const LABELS = {
  buildingName: 'Building',
  addressLine1: 'Line 1',
  addressLine2: 'Line 2',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
} as const satisfies { readonly [Field in keyof AddressCriteria]?: string };

const text = (field: keyof typeof LABELS, share: Share): AddressCriteria => ({ [field]: `${LABELS[field]} ${share}` });

export const NO_ADDRESS: NamedAddress = ['any address', undefined];

/** Tried with every kind of move-in and every caller. */
export const MAIN_ADDRESSES: readonly NamedAddress[] = [
  ['country 100 %', { country: COUNTRY }],
  ['state 4 %', text('state', '4 %')],
  ['state 0.3 %', text('state', '0.3 %')],
];

const eachShare = (field: keyof typeof LABELS): NamedAddress[] =>
  (Object.keys(SHARES) as Share[]).map((share) => [`${field} ${share}`, text(field, share)]);

/** Tried with every kind of move-in. A state lies together where groups do, a second line nowhere in particular. */
export const OTHER_ADDRESSES: readonly NamedAddress[] = [
  ...eachShare('state').filter(([name]) => MAIN_ADDRESSES.every(([main]) => main !== name)),
  ...eachShare('addressLine2'),
  ['the tower', { buildingName: TOWER.buildingName }],
  ['the tower by latitude and longitude', { latitude: TOWER.latitude, longitude: TOWER.longitude }],
  ['latitude 1.6 %', { latitude: NEAR.latitude }],
  ['longitude 0.3 %', { longitude: NEAR.longitude }],
  ['latitude 1.6 % and longitude 0.3 %', NEAR],
  ['city 4 %, state 7 % and country', { ...text('city', '4 %'), ...text('state', '7 %'), country: COUNTRY }],
  ['line 2 4 % and city 4 %', { ...text('addressLine2', '4 %'), ...text('city', '4 %') }],
  ['postal code 1 % and country', { ...text('postalCode', '1 %'), country: COUNTRY }],
  // Wide fields that exclude each other: no index helps.
  ['state 4 % and a city of another', { ...text('state', '4 %'), ...text('city', '4 %') }],
  ['a state that is not there', { state: 'Nowhere' }],
];

/** The same by other columns: tried with a few kinds of move-in, in turn. */
export const FURTHER_ADDRESSES: readonly NamedAddress[] = (
  ['buildingName', 'addressLine1', 'city', 'postalCode'] as const
).flatMap(eachShare);
