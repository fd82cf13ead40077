import { Field, Float, ObjectType } from 'type-graphql';

import type { Address } from '../model/records';

@ObjectType('Address', { simpleResolvers: true, description: 'Where a unit is.' })
export class AddressType implements Address {
  @Field(() => String, { nullable: true, description: 'Name of the building.' })
  readonly buildingName!: string | null;

  @Field(() => String, { nullable: true, description: 'Usually street and number.' })
  readonly addressLine1!: string | null;

  @Field(() => String, { nullable: true, description: 'What the first line does not hold.' })
  readonly addressLine2!: string | null;

  @Field(() => String, { nullable: true, description: 'City.' })
  readonly city!: string | null;

  @Field(() => String, { nullable: true, description: 'Country.' })
  readonly country!: string | null;

  @Field(() => String, { nullable: true, description: 'State or region.' })
  readonly state!: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code.' })
  readonly postalCode!: string | null;

  @Field(() => Float, { nullable: true, description: 'Decimal degrees.' })
  readonly latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Decimal degrees.' })
  readonly longitude!: number | null;

  /** Null when nothing of the address is known (decision 15). */
  static of(address: Address): AddressType | null {
    for (const part of Object.values(address)) if (part !== null) return address;
    return null;
  }
}
