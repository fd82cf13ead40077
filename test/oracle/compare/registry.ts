type Fields = Readonly<Record<string, unknown>>;

export interface Edge {
  readonly cursor: string;
  readonly node: { readonly __typename: string; readonly id: string; readonly identifier: string };
}

/** The opaque ids and cursors that a gateway returned. The same row must always have the same ones. */
export class Registry {
  readonly #known = new Map<string, string>();

  /** Returns the value without its ids, and records them. */
  withoutIds(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.withoutIds(item));
    if (typeof value !== 'object' || value === null) return value;
    const { id, ...rest } = value as Fields;
    if (typeof rest.__typename === 'string') this.#note('id', rest.__typename, rest.identifier, id);
    return Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, this.withoutIds(item)]));
  }

  noteEdges(edges: readonly Edge[]): void {
    for (const { cursor, node } of edges) {
      this.#note('id', node.__typename, node.identifier, node.id);
      this.#note('cursor', node.__typename, node.identifier, cursor);
    }
  }

  id = (typename: string, identifier: string): string | undefined => this.#get('id', typename, identifier);
  cursor = (typename: string, identifier: string): string | undefined => this.#get('cursor', typename, identifier);

  #get(kind: string, typename: string, identifier: string): string | undefined {
    return this.#known.get(JSON.stringify([kind, typename, identifier]));
  }

  #note(kind: string, typename: string, identifier: unknown, value: unknown): void {
    const key = JSON.stringify([kind, typename, identifier]);
    if (typeof value !== 'string' || value === '') throw new Error(`${key} is ${JSON.stringify(value)}`);
    const known = this.#known.get(key) ?? value;
    if (value !== known) throw new Error(`${key} was ${known} and is now ${value}`);
    this.#known.set(key, value);
  }
}
