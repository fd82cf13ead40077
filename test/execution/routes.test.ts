/** Which operations are compiled, and which graphql-js executes. */

import {
  buildSchema as schemaFrom,
  type DocumentNode,
  getOperationAST,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';

import { measuring } from '../../src/graphql/limits/measurement';
import { CompiledOperations } from '../../src/graphql/compiled/compiled-operations';

const schema = schemaFrom(`
  type Pet { name: String!, owner: Person }
  type Person { name: String!, pets: [Pet!]!, echo(text: String): String, day: Float! }
  type Query { me: Person }
`);

const person = { name: 'Ada', day: 1 };
schema.getQueryType()!.getFields().me!.resolve = () => person;
// graphql-jit does not call functions that are values of fields.
(schema.getType('Person') as GraphQLObjectType).getFields().echo!.resolve = (_person, { text }) => JSON.stringify(text);

const SMALL = { fields: 2, depth: 2, cost: 0 };

/** As if the answer had no records. */
const measure = (document: DocumentNode, operation: OperationDefinitionNode) => ({
  ...measuring(schema, document, () => undefined)(operation),
  cost: 0,
});

async function twice(text: string, name?: string) {
  const operations = new CompiledOperations(schema);
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document, name)!;
  const measured = measure(document, operation);
  expect(await operations.find(document, operation, measured)).toBeNull();
  return operations.find(document, operation, measured);
}

it('compiles an operation with conditions for each result of them, if its answer may be large', async () => {
  const document = parse('query ($no: Boolean!) { me { name day @skip(if: $no) } }');
  const operation = getOperationAST(document)!;
  const operations = new CompiledOperations(schema);
  const compiled = (no: boolean) => operations.find(document, operation, { ...SMALL, cost: 250 }, { no });
  const [without, withDay] = [await compiled(true), await compiled(false)];
  expect([without, withDay]).not.toContain(null);
  expect(without).not.toBe(withDay);
  expect(await compiled(true)).toBe(without);
});

describe('graphql-js executes', () => {
  it.each([
    ['@skip', '{ me { name @skip(if: true) } }'],
    ['@include with a variable', 'query ($yes: Boolean!) { me @include(if: $yes) { name } }'],
    ['a condition in a fragment', '{ me { ...F } } fragment F on Person { pets { ... @include(if: false) { name } } }'],
    ['a condition on a spread', '{ me { ...F @skip(if: false) } } fragment F on Person { name }'],
    ['the schema', '{ __schema { queryType { name } } me { name } }'],
    ['a type of the schema', '{ __type(name: "Query") { name } }'],
    ['the response name __proto__', '{ __proto__: me { name } }'],
    ['more than 500 fields', `{ me { ${Array.from({ length: 500 }, (_, n) => `a${n}: name`).join(' ')} } }`],
    ['more than 20 nested fields', `{ me ${'{ pets { owner '.repeat(10)}{ name }${' } }'.repeat(10)} }`],
  ])('%s', async (_name, text) => {
    expect(await twice(text)).toBeNull();
  });

  it('only the operation counts, and not the rest of the document', async () => {
    const text = 'query A { me { name } } query B { me { name @skip(if: true) } }';
    expect(await twice(text, 'A')).not.toBeNull();
    expect(await twice(text, 'B')).toBeNull();
  });
});

it('a string in an operation never becomes code', async () => {
  const text = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.intruder=1';
  const query = `{ me { echo(text: "${text}") } }`;
  const alone = compileQuery(schema, parse(query));
  if (isCompiledQuery(alone)) await alone.query({}, {}, {});
  expect(globalThis).toHaveProperty('intruder', 1);
  delete (globalThis as { intruder?: unknown }).intruder;

  const compiled = await twice(query);
  expect(await compiled!.execute({}, {})).toEqual({ data: { me: { echo: JSON.stringify(text) } } });
  expect(globalThis).not.toHaveProperty('intruder');
});

it('calls no resolver again after an error', async () => {
  const calls = jest.fn(() => ({ ...person, name: null }));
  const failing = schemaFrom('type Person { name: String! } type Query { me: Person, you: Person }');
  const { me, you } = failing.getQueryType()!.getFields();
  me!.resolve = async () => calls();
  you!.resolve = () => calls();
  const document = parse('{ me { name } you { name } }');
  const operations = new CompiledOperations(failing);
  await operations.find(document, getOperationAST(document)!, SMALL);
  const compiled = await operations.find(document, getOperationAST(document)!, SMALL);
  const answer = await compiled!.execute({}, {});
  expect(answer!.errors?.map(({ path }) => path?.join('.'))).toEqual(['you.name', 'me.name']);
  expect(answer!.data).toEqual({ me: null, you: null });
  expect(calls).toHaveBeenCalledTimes(2);
});
