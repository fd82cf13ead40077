import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

import { isLocalDate } from '../model/local-date';

function parse(value: unknown): string {
  if (typeof value !== 'string' || !isLocalDate(value)) {
    throw new GraphQLError('LocalDate must be a day of the calendar as a string YYYY-MM-DD.');
  }
  return value;
}

/** A string from column to wire; never a JavaScript Date (decision 16). */
export const LocalDateScalar = new GraphQLScalarType<string, string>({
  name: 'LocalDate',
  description: 'A day of the calendar, `YYYY-MM-DD`, from 0001-01-01 to 9999-12-31. No time, no time zone.',
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
