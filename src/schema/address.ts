import { Field, Float, InputType, ObjectType } from 'type-graphql';

import { ADDRESS_FIELDS, type Address } from '../model/records';

const TEXT = { type: String, matching: 'Letter case and accents are ignored.' };
const COORDINATE = { type: Float, matching: 'Decimal degrees; matches within 0.0001.' };

@ObjectType('Address', { simpleResolvers: true, description: 'The address of a unit.' })
export class AddressType {}

@InputType('AddressMatch', { description: 'Parts of an address. All that are given must match.' })
export class AddressMatchInput {}

for (const [name, { kind, description }] of Object.entries(ADDRESS_FIELDS)) {
  const { type, matching } = kind === 'text' ? TEXT : COORDINATE;
  Field(() => type, { nullable: true, description })(AddressType.prototype, name);
  Field(() => type, { nullable: true, description: matching })(AddressMatchInput.prototype, name);
}

/** Null when no field of the address is known (decision 15). */
export function knownAddress(address: Address): Address | null {
  for (const part of Object.values(address)) if (part !== null) return address;
  return null;
}
