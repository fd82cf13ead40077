import { Field, ObjectType } from 'type-graphql';

import type { Group } from '../model/records';
import { madeWhenRead } from './made-when-read';
import { Node } from './node';
import { encodeNodeId } from './opaque';

@ObjectType('Group', {
  implements: Node,
  simpleResolvers: true,
  description: 'A group, to which leases, tenants and units belong and to which callers are given access.',
})
export class GroupNode extends Node implements Omit<Group, 'rowId'> {
  @Field(() => String, { description: 'What names the group everywhere.' })
  readonly identifier: string;

  @Field(() => String, { nullable: true, description: 'What another system calls the group.' })
  readonly externalRef: string | null;

  constructor(readonly record: Group) {
    super();
    this.identifier = record.identifier;
    this.externalRef = record.externalRef;
  }
}

madeWhenRead(GroupNode, 'id', ({ record }) => encodeNodeId('group', record.rowId));
