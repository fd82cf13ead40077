/** The object types of the schema: the caller and the records. Fields that cost something to compute are lazy. */

import { Field, Float, ID, Int, InterfaceType, ObjectType } from 'type-graphql';

import type { LocalDate } from '../model/local-date';
import { type Address, ADDRESS_FIELDS, type Group, type Lease, type Tenant } from '../model/records';
import { LocalDateScalar } from './local-date';
import { encodeNodeId } from './opaque-ids';

@InterfaceType('Node', { description: 'A record that can be fetched again by its id.' })
export abstract class Node {
  @Field(() => ID, { description: 'Opaque; it never changes.' })
  readonly id!: string;
}

/**
 * Computes a field when it is first read, since most answers select few of the fields that cost something to compute.
 * The class declares a property and not an accessor: type-graphql makes a resolver of an accessor and calls it for every record.
 */
export function lazyField<Owner extends object, Name extends keyof Owner>(
  type: new (...parts: never[]) => Owner,
  name: Name,
  compute: (owner: Owner) => Owner[Name],
): void {
  const cached = Symbol(String(name));
  Object.defineProperty(type.prototype as object, name, {
    get(this: Owner & { [cached]?: Owner[Name] }): Owner[Name] {
      return (this[cached] ??= compute(this));
    },
  });
}

@ObjectType('Address', { simpleResolvers: true, description: 'The address of a unit.' })
class AddressType {}
for (const [name, { kind, description }] of Object.entries(ADDRESS_FIELDS))
  Field(() => (kind === 'text' ? String : Float), { nullable: true, description })(AddressType.prototype, name);

/** Null when no field of the address is known (decision 15). */
function knownAddress(address: Address): Address | null {
  for (const part of Object.values(address)) if (part !== null) return address;
  return null;
}

@ObjectType('Viewer', { description: 'The caller, as identified by the access token.' })
export class Viewer {
  @Field(() => String, { nullable: true, description: 'Subject of the token.' })
  readonly subject!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'When the token expires, ISO 8601 in UTC; null if it never does.',
  })
  readonly tokenExpiresAt!: string | null;
}

@ObjectType('Group', {
  implements: Node,
  simpleResolvers: true,
  description: 'A group, to which leases, tenants and units belong and to which callers are given access.',
})
export class GroupNode extends Node implements Omit<Group, 'rowId'> {
  @Field(() => String, { description: 'The group identifier.' })
  readonly identifier: string;

  @Field(() => String, { nullable: true, description: 'Identifier of the group in another system.' })
  readonly externalRef: string | null;

  constructor(readonly record: Group) {
    super();
    this.identifier = record.identifier;
    this.externalRef = record.externalRef;
  }
}

lazyField(GroupNode, 'id', ({ record }) => encodeNodeId('group', record.rowId));

@ObjectType('Tenant', {
  implements: Node,
  simpleResolvers: true,
  description: 'A person or company that rents a unit.',
})
export class TenantNode extends Node implements Omit<Tenant, 'rowId' | 'group'> {
  @Field(() => String, { description: 'The internal tenant identifier.' })
  readonly identifier: string;

  @Field(() => String, { nullable: true, description: 'The external tenant identifier.' })
  readonly externalRef: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address, as it was entered.' })
  readonly emailAddress: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number, as it was entered.' })
  readonly phoneNumber: string | null;

  @Field(() => String, { nullable: true, description: 'First name.' })
  readonly firstName: string | null;

  @Field(() => String, { nullable: true, description: 'Last name.' })
  readonly lastName: string | null;

  @Field(() => Boolean, { description: 'Whether the tenant is marked as active. This is independent of any lease.' })
  readonly active: boolean;

  @Field(() => GroupNode, { description: 'The group that the tenant belongs to.' })
  readonly group!: GroupNode;

  constructor(readonly record: Tenant) {
    super();
    this.identifier = record.identifier;
    this.externalRef = record.externalRef;
    this.emailAddress = record.emailAddress;
    this.phoneNumber = record.phoneNumber;
    this.firstName = record.firstName;
    this.lastName = record.lastName;
    this.active = record.active;
  }
}

lazyField(TenantNode, 'id', ({ record }) => encodeNodeId('tenant', record.rowId));
lazyField(TenantNode, 'group', ({ record }) => new GroupNode(record.group));

@ObjectType('Lease', {
  implements: Node,
  simpleResolvers: true,
  description: 'The lease of one unit by one or more tenants. Null means that a value is unknown.',
})
export class LeaseNode extends Node implements Omit<Lease, 'rowId' | 'group' | 'unit' | 'tenants'> {
  @Field(() => String, { description: 'The lease identifier.' })
  readonly identifier: string;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The first day of the lease.' })
  readonly startDate: LocalDate | null;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The last day of the lease.' })
  readonly endDate: LocalDate | null;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The day on which the tenants move in.' })
  readonly moveInDate: LocalDate | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the unit is furnished.' })
  readonly isFurnished: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Minimum notice period in days.' })
  readonly minimumDaysNotice: number | null;

  @Field(() => Float, { nullable: true, description: 'Deposit. Its currency is not stored.' })
  readonly deposit: number | null;

  @Field(() => Float, { nullable: true, description: 'Rent. Its currency and period are not stored.' })
  readonly rent: number | null;

  @Field(() => String, { nullable: true, description: 'Identifier of the unit.' })
  readonly unitId!: string | null;

  @Field(() => String, { nullable: true, description: 'External reference of the unit.' })
  readonly unitExternalRef!: string | null;

  @Field(() => String, { nullable: true, description: 'Number of the unit in its building.' })
  readonly unitNumber!: string | null;

  @Field(() => AddressType, { nullable: true, description: 'The address of the unit; null if no part of it is known.' })
  readonly address!: Address | null;

  @Field(() => GroupNode, { description: 'The group that the lease belongs to.' })
  readonly group!: GroupNode;

  @Field(() => [TenantNode], { description: 'All tenants of the lease.' })
  readonly tenants!: readonly TenantNode[];

  constructor(readonly record: Lease) {
    super();
    this.identifier = record.identifier;
    this.startDate = record.startDate;
    this.endDate = record.endDate;
    this.moveInDate = record.moveInDate;
    this.isFurnished = record.isFurnished;
    this.minimumDaysNotice = record.minimumDaysNotice;
    this.deposit = record.deposit;
    this.rent = record.rent;
  }
}

lazyField(LeaseNode, 'id', ({ record }) => encodeNodeId('lease', record.rowId));
lazyField(LeaseNode, 'unitId', ({ record }) => record.unit.identifier);
lazyField(LeaseNode, 'unitExternalRef', ({ record }) => record.unit.externalRef);
lazyField(LeaseNode, 'unitNumber', ({ record }) => record.unit.number);
lazyField(LeaseNode, 'address', ({ record }) => knownAddress(record.unit.address));
lazyField(LeaseNode, 'group', ({ record }) => new GroupNode(record.group));
lazyField(LeaseNode, 'tenants', ({ record }) => record.tenants.map((tenant) => new TenantNode(tenant)));
