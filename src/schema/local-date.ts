import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

import { isLocalDate } from '../model/local-date';

function parse(value: unknown): string {
  if (typeof value !== 'string' || !isLocalDate(value)) {
    throw new GraphQLError('LocalDate must be a valid date, YYYY-MM-DD.');
  }
  return value;
}

/** A string in the database and in the answer, never a JavaScript Date (decision 16). */
export const LocalDateScalar = new GraphQLScalarType<string, string>({
  name: 'LocalDate',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date',
  description: 'A calendar date, `YYYY-MM-DD`, from 0001-01-01 to 9999-12-31, without time or time zone.',
  serialize: (value) => String(value),
  parseValue: parse,
  parseLiteral: (node) => {
    try {
      return parse(node.kind === Kind.STRING ? node.value : undefined);
    } catch (error) {
      throw new GraphQLError((error as Error).message, { nodes: node });
    }
  },
});
