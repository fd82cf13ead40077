/** Entities and object types in one, as TypeGraphQL's example with TypeORM has them. */

import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Column, Entity, JoinColumn, JoinTable, ManyToMany, ManyToOne, PrimaryColumn } from 'typeorm';

const decimal = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: number | null) => value,
};

@ObjectType()
@Entity('groups')
export class Group {
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  id: string;

  @Field(() => String)
  @Column({ type: 'varchar' })
  identifier: string;

  /** Searched by alone, so never selected. */
  @Column({ name: 'identifier_key', type: 'varbinary', length: 1020, select: false })
  identifierKey: Buffer;
}

@ObjectType()
export class Address {
  @Field(() => String, { nullable: true })
  @Column({ name: 'building_name', type: 'varchar', nullable: true })
  buildingName: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'address_line_1', type: 'varchar', nullable: true })
  addressLine1: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'address_line_2', type: 'varchar', nullable: true })
  addressLine2: string | null;

  @Field(() => String, { nullable: true })
  @Column({ type: 'varchar', nullable: true })
  city: string | null;

  @Field(() => String, { nullable: true })
  @Column({ type: 'varchar', nullable: true })
  country: string | null;

  @Field(() => String, { nullable: true })
  @Column({ type: 'varchar', nullable: true })
  state: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'postal_code', type: 'varchar', nullable: true })
  postalCode: string | null;

  @Field(() => Float, { nullable: true })
  @Column({ type: 'decimal', precision: 9, scale: 6, nullable: true, transformer: decimal })
  latitude: number | null;

  @Field(() => Float, { nullable: true })
  @Column({ type: 'decimal', precision: 9, scale: 6, nullable: true, transformer: decimal })
  longitude: number | null;
}

@Entity('units')
export class Unit {
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  id: string;

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
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  id: string;

  @Field(() => String)
  @Column({ type: 'varchar' })
  identifier: string;

  @Field(() => String, { nullable: true })
  @Column({ name: 'external_ref', type: 'varchar', nullable: true })
  externalRef: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'email_address', type: 'varchar', nullable: true })
  emailAddress: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'phone_number', type: 'varchar', nullable: true })
  phoneNumber: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'first_name', type: 'varchar', nullable: true })
  firstName: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'last_name', type: 'varchar', nullable: true })
  lastName: string | null;

  @Field(() => Boolean)
  @Column({ type: 'boolean' })
  active: boolean;

  /** Searched by alone, so never selected. */
  @Column({ name: 'identifier_key', type: 'varbinary', length: 1020, select: false })
  identifierKey: Buffer;

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
  @PrimaryColumn({ type: 'bigint', unsigned: true })
  id: string;

  @Field(() => String)
  @Column({ type: 'varchar' })
  identifier: string;

  @Field(() => String, { nullable: true })
  @Column({ name: 'start_date', type: 'date', nullable: true })
  startDate: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'end_date', type: 'date', nullable: true })
  endDate: string | null;

  @Field(() => String, { nullable: true })
  @Column({ name: 'move_in_date', type: 'date', nullable: true })
  moveInDate: string | null;

  @Field(() => Boolean, { nullable: true })
  @Column({ name: 'is_furnished', type: 'boolean', nullable: true })
  isFurnished: boolean | null;

  @Field(() => Int, { nullable: true })
  @Column({ name: 'minimum_days_notice', type: 'int', nullable: true })
  minimumDaysNotice: number | null;

  @Field(() => Float, { nullable: true })
  @Column({ type: 'decimal', precision: 15, scale: 4, nullable: true, transformer: decimal })
  deposit: number | null;

  @Field(() => Float, { nullable: true })
  @Column({ type: 'decimal', precision: 15, scale: 4, nullable: true, transformer: decimal })
  rent: number | null;

  @Column({ name: 'unit_id', type: 'bigint', unsigned: true, nullable: true })
  unitKey: string | null;

  @ManyToOne(() => Unit, { nullable: true })
  @JoinColumn({ name: 'unit_id' })
  unit: Unit | null;

  @ManyToMany(() => Tenant, (tenant) => tenant.leases)
  @JoinTable({ name: 'lease_tenants', joinColumn: { name: 'lease_id' }, inverseJoinColumn: { name: 'tenant_id' } })
  tenants: Tenant[];
}
