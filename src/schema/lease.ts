import { Field, Float, Int, ObjectType } from 'type-graphql';

import type { LocalDate } from '../model/local-date';
import type { Lease } from '../model/records';
import { AddressType } from './address';
import { GroupNode } from './group';
import { LocalDateScalar } from './local-date';
import { madeWhenRead } from './made-when-read';
import { Node } from './node';
import { encodeNodeId } from './opaque';
import { TenantNode } from './tenant';

@ObjectType('Lease', {
  implements: Node,
  simpleResolvers: true,
  description: 'The renting of one unit by one or more tenants. A null is a value that is not known.',
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

  @Field(() => Boolean, { nullable: true, description: 'Whether the unit is let furnished.' })
  readonly isFurnished: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Notice to be given, in days.' })
  readonly minimumDaysNotice: number | null;

  @Field(() => Float, { nullable: true, description: 'Deposit.' })
  readonly deposit: number | null;

  @Field(() => Float, { nullable: true, description: 'Rent.' })
  readonly rent: number | null;

  @Field(() => String, { nullable: true, description: 'Identifier of the unit.' })
  readonly unitId!: string | null;

  @Field(() => String, { nullable: true, description: 'External reference of the unit.' })
  readonly unitExternalRef!: string | null;

  @Field(() => String, { nullable: true, description: 'Number of the unit within its building.' })
  readonly unitNumber!: string | null;

  @Field(() => AddressType, { nullable: true, description: 'Where the unit is; null when nothing of it is known.' })
  readonly address!: AddressType | null;

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

madeWhenRead(LeaseNode, 'id', ({ record }) => encodeNodeId('lease', record.rowId));
madeWhenRead(LeaseNode, 'unitId', ({ record }) => record.unit.identifier);
madeWhenRead(LeaseNode, 'unitExternalRef', ({ record }) => record.unit.externalRef);
madeWhenRead(LeaseNode, 'unitNumber', ({ record }) => record.unit.number);
madeWhenRead(LeaseNode, 'address', ({ record }) => AddressType.of(record.unit.address));
madeWhenRead(LeaseNode, 'group', ({ record }) => new GroupNode(record.group));
madeWhenRead(LeaseNode, 'tenants', ({ record }) => record.tenants.map((tenant) => new TenantNode(tenant)));
