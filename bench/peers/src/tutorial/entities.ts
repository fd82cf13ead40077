/** Entities and object types in one, as TypeGraphQL's example with TypeORM has them. */

import { Field, Float, Int, ObjectType } from 'type-graphql';
import {
  Column,
  type ColumnOptions,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryColumn,
} from 'typeorm';

const Key = () => PrimaryColumn({ type: 'bigint', unsigned: true });

/** A column that is shown. */
const Shown =
  (type: unknown, options: ColumnOptions): PropertyDecorator =>
  (target, name) => {
    Field(() => type as typeof String, { nullable: options.nullable ?? false })(target, name);
    Column(options)(target, name);
  };

const Identifier = () => Shown(String, { type: 'varchar' });
const Text = (name: string) => Shown(String, { name, type: 'varchar', nullable: true });
const Day = (name: string) => Shown(String, { name, type: 'date', nullable: true });
const Decimal = (precision: number, scale: number) =>
  Shown(Float, {
    ...{ type: 'decimal', precision, scale, nullable: true },
    transformer: {
      from: (value: string | null) => (value === null ? null : Number(value)),
      to: (value: number | null) => value,
    },
  });

/** Searched by alone, so never selected. */
const IdentifierKey = () => Column({ name: 'identifier_key', type: 'varbinary', length: 1020, select: false });

@ObjectType()
@Entity('groups')
export class Group {
  @Key() id: string;
  @Identifier() identifier: string;
  @IdentifierKey() identifierKey: Buffer;
}

@ObjectType()
export class Address {
  @Text('building_name') buildingName: string | null;
  @Text('address_line_1') addressLine1: string | null;
  @Text('address_line_2') addressLine2: string | null;
  @Text('city') city: string | null;
  @Text('country') country: string | null;
  @Text('state') state: string | null;
  @Text('postal_code') postalCode: string | null;
  @Decimal(9, 6) latitude: number | null;
  @Decimal(9, 6) longitude: number | null;
}

@Entity('units')
export class Unit {
  @Key() id: string;

  @Column({ type: 'varchar' })
  identifier: string;

  @Column({ name: 'external_ref', type: 'varchar', nullable: true })
  externalRef: string | null;

  @Column({ name: 'unit_number', type: 'varchar', nullable: true })
  unitNumber: string | null;

  @Column(() => Address, { prefix: false })
  address: Address;
}

@ObjectType()
@Entity('tenants')
export class Tenant {
  @Key() id: string;
  @Identifier() identifier: string;
  @Text('external_ref') externalRef: string | null;
  @Text('email_address') emailAddress: string | null;
  @Text('phone_number') phoneNumber: string | null;
  @Text('first_name') firstName: string | null;
  @Text('last_name') lastName: string | null;
  @Shown(Boolean, { type: 'boolean' }) active: boolean;
  @IdentifierKey() identifierKey: Buffer;

  @Column({ name: 'email_key', type: 'varchar', nullable: true, select: false })
  emailKey: string | null;

  @Column({ name: 'group_id', type: 'bigint', unsigned: true })
  groupId: string;

  @Field(() => Group)
  @ManyToOne(() => Group)
  @JoinColumn({ name: 'group_id' })
  group: Group;

  @ManyToMany(() => Lease, (lease) => lease.tenants)
  leases: Lease[];
}

@ObjectType()
@Entity('leases')
export class Lease {
  @Key() id: string;
  @Identifier() identifier: string;
  @Day('start_date') startDate: string | null;
  @Day('end_date') endDate: string | null;
  @Day('move_in_date') moveInDate: string | null;
  @Shown(Boolean, { name: 'is_furnished', type: 'boolean', nullable: true }) isFurnished: boolean | null;
  @Shown(Int, { name: 'minimum_days_notice', type: 'int', nullable: true }) minimumDaysNotice: number | null;
  @Decimal(15, 4) deposit: number | null;
  @Decimal(15, 4) rent: number | null;

  @Column({ name: 'unit_id', type: 'bigint', unsigned: true, nullable: true })
  unitKey: string | null;

  @ManyToOne(() => Unit, { nullable: true })
  @JoinColumn({ name: 'unit_id' })
  unit: Unit | null;

  @ManyToMany(() => Tenant, (tenant) => tenant.leases)
  @JoinTable({ name: 'lease_tenants', joinColumn: { name: 'lease_id' }, inverseJoinColumn: { name: 'tenant_id' } })
  tenants: Tenant[];
}
