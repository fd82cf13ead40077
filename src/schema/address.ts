import { Field, Float, InputType, ObjectType } from 'type-graphql';

import type { Address } from '../model/records';

const TEXT = { type: String, matching: 'Letter case and accents are ignored.' };
const DEGREES = { type: Float, matching: 'Decimal degrees; matches within 0.0001.' };

/** The fields of `Address` and of `AddressMatch`: their type, and how each of the two describes them. */
const ADDRESS_FIELDS = {
  buildingName: { ...TEXT, description: 'Name of the building.' },
  addressLine1: { ...TEXT, description: 'Usually street and number.' },
  addressLine2: { ...TEXT, description: 'Second line of the address.' },
  city: { ...TEXT, description: 'City.' },
  country: { ...TEXT, description: 'Country.' },
  state: { ...TEXT, description: 'State or region.' },
  postalCode: { ...TEXT, description: 'Postal code.' },
  latitude: { ...DEGREES, description: 'Decimal degrees.' },
  longitude: { ...DEGREES, description: 'Decimal degrees.' },
} satisfies Record<keyof Address, object>;

/** The name of each field in a request. */
export const ADDRESS_FIELD_NAMES = Object.fromEntries(
  Object.keys(ADDRESS_FIELDS).map((name) => [name, name]),
) as Readonly<Record<keyof Address, string>>;

@ObjectType('Address', { simpleResolvers: true, description: 'The address of a unit.' })
export class AddressType {}

@InputType('AddressMatch', { description: 'Parts of an address. All that are given must match.' })
export class AddressMatchInput {}

for (const [name, { type, description, matching }] of Object.entries(ADDRESS_FIELDS)) {
  Field(() => type, { nullable: true, description })(AddressType.prototype, name);
  Field(() => type, { nullable: true, description: matching })(AddressMatchInput.prototype, name);
}

/** Null when no field of the address is known (decision 15). */
export function knownAddress(address: Address): Address | null {
  for (const part of Object.values(address)) if (part !== null) return address;
  return null;
}
