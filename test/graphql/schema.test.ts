import { printedSchema } from '../../src/graphql/build-schema';
import { readText } from '../docs/repository';

test('the GraphQL schema equals schema.graphql (`npm run schema` writes it)', () => {
  expect(readText('schema.graphql')).toBe(printedSchema());
});
