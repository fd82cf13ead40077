import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
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
  const refused = errors.map((error) => variableOf(error));
  const places = new Map<string, string[]>();
  for (const { variable, type: node } of operation?.variableDefinitions ?? []) {
    const name = variable.name.value;
    const count = refused.filter((each) => each === name).length;
    const type = typeFromAST(schema, node);
    if (count > 0 && isInputType(type)) places.set(name, firstPlaces(name, values[name], type, count));
  }
  return refused.map((name) => {
    if (name === undefined) return null;
    const place = places.get(name)?.shift() ?? `$${name}`;
    return `The variable \`${place}\` does not have the type that the schema asks for.`;
  });
}

/** The variable whose value an error quotes. */
function variableOf({ nodes: [node] = [], message }: GraphQLError): string | undefined {
  const shows = node?.kind === Kind.VARIABLE_DEFINITION && message.includes(' got invalid value ');
  return shows ? node.variable.name.value : undefined;
}

/** @param count the number of places wanted, one for each error: a value may be wrong in many more */
function firstPlaces(name: string, value: unknown, type: GraphQLInputType, count: number): string[] {
  const found: string[] = [];
  try {
    coerceInputValue(value, type, (path) => {
      const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
      found.push(`$${name}${steps.join('')}`);
      if (found.length === count) throw new EnoughPlaces();
    });
  } catch (error) {
    if (!(error instanceof EnoughPlaces)) throw error;
  }
  return found;
}

class EnoughPlaces extends Error {}
