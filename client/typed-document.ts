/** The text of a GraphQL document, with the types of its data and variables, as codegen writes it with `documentMode: string`. A plain string will do. */
export interface TypedDocument<Data, Variables> {
  /** Never set: it only carries the types. */
  readonly __apiType?: (variables: Variables) => Data;
  /** Excludes parsed documents, which have no text. */
  readonly kind?: never;
  /** Added by codegen with `persistedDocuments`: the ID of the document in a manifest. */
  readonly __meta__?: { readonly hash?: string };
  toString(): string;
}

export function prepared<Data, Variables>(id: string, text: string): TypedDocument<Data, Variables> {
  return Object.assign(new String(text), { __meta__: { hash: id } });
}
