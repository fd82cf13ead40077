/** A GraphQL document as text that knows its answer and variables, as codegen writes it with `documentMode: string`. A string is one, too. */
export interface TypedDocument<Data, Variables> {
  /** Never there: it carries the types alone. */
  readonly __apiType?: (variables: Variables) => Data;
  /** A parsed document has no text. */
  readonly kind?: never;
  /** What codegen adds with `persistedDocuments`: the id by which a gateway may know the document. */
  readonly __meta__?: { readonly hash?: string };
  toString(): string;
}

export function prepared<Data, Variables>(id: string, text: string): TypedDocument<Data, Variables> {
  return Object.assign(new String(text), { __meta__: { hash: id } });
}
