import { Field, ObjectType } from 'type-graphql';

import type { Tenant } from '../model/records';
import { GroupNode } from './group';
import { madeWhenRead } from './made-when-read';
import { Node } from './node';
import { encodeNodeId } from './opaque';

@ObjectType('Tenant', {
  implements: Node,
  simpleResolvers: true,
  description: 'A person or company that rents.',
})
export class TenantNode extends Node implements Omit<Tenant, 'rowId' | 'group'> {
  @Field(() => String, { description: 'The internal tenant identifier.' })
  readonly identifier: string;

  @Field(() => String, { nullable: true, description: 'The external tenant identifier.' })
  readonly externalRef: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address, as it was given.' })
  readonly emailAddress: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number, as it was given.' })
  readonly phoneNumber: string | null;

  @Field(() => String, { nullable: true, description: 'First name.' })
  readonly firstName: string | null;

  @Field(() => String, { nullable: true, description: 'Last name.' })
  readonly lastName: string | null;

  @Field(() => Boolean, { description: 'Whether the tenant is marked as active; says nothing about any lease.' })
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

madeWhenRead(TenantNode, 'id', ({ record }) => encodeNodeId('tenant', record.rowId));
madeWhenRead(TenantNode, 'group', ({ record }) => new GroupNode(record.group));
