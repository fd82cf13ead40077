/** A GraphQL document as text that knows its answer and variables, as codegen writes it with `documentMode: string`. A string is one, too. */
export interface TypedDocument<Data, Variables> {
  /** Never there: it carries the types alone. */
  readonly __apiType?: (variables: Variables) => Data;
  /** A parsed document has no text. */
  readonly kind?: never;
  toString(): string;
}
