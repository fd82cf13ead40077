/**
 * Has a property of a node made when it is first read: an answer selects few of those that cost something to make.
 * The class declares the property as a field; of an accessor type-graphql would make a resolver, called for every record.
 */
export function madeWhenRead<Owner extends object, Name extends keyof Owner>(
  type: new (...parts: never[]) => Owner,
  name: Name,
  make: (owner: Owner) => Owner[Name],
): void {
  const made = Symbol(String(name));
  Object.defineProperty(type.prototype as object, name, {
    get(this: Owner & { [made]?: Owner[Name] }): Owner[Name] {
      return (this[made] ??= make(this));
    },
  });
}
