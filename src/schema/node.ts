import { Field, ID, InterfaceType } from 'type-graphql';

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
