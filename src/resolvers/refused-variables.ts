import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

/**
 * What to say of variables that GraphQL refused: each by its name and the place within it.
 * The messages of graphql-js repeat the values, which an answer never does (decision 23).
 * @returns a message for each of `errors`, null where its own may stand
 */
export function refusedVariables(
  errors: readonly GraphQLError[],
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  values: Readonly<Record<string, unknown>>,
): (string | null)[] {
  const places = new Map<string, string[]>();
  for (const { variable, type: node } of operation?.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) continue;
    const found: string[] = [];
    coerceInputValue(values[variable.name.value], type, (path) => {
      const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
      found.push(`$${variable.name.value}${steps.join('')}`);
    });
    places.set(variable.name.value, found);
  }
  return errors.map((error) => {
    const [node] = error.nodes ?? [];
    if (node?.kind !== Kind.VARIABLE_DEFINITION || !error.message.includes(' got invalid value ')) return null;
    const place = places.get(node.variable.name.value)?.shift() ?? `$${node.variable.name.value}`;
    return `The variable \`${place}\` does not have the type that the schema asks for.`;
  });
}
