import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType('Node', { description: 'Anything that can be fetched again by its id.' })
export abstract class Node {
  @Field(() => ID, { description: 'Opaque, and the same for ever.' })
  readonly id!: string;
}
