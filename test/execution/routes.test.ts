/** Which operations are compiled, and which graphql-js executes. */

import {
  buildSchema as schemaFrom,
  type DocumentNode,
  execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';

import { measuring } from '../../src/graphql/limits/measurement';
import { CompiledOperations } from '../../src/graphql/compiled/compiled-operations';

const schema = schemaFrom(`
  interface Named { name: String! }
  type Pet implements Named { name: String!, owner: Person }
  type Person implements Named { name: String!, pets(first: Int = 2): [Pet!]!, echo(text: String): String, day: Float! }
  type Query { me: Person, other(name: String): Person!, things: [Named]! }
`);

const person = {
  name: 'Ada',
  pets: ({ first }: { first: number }) => [{ name: 'Rex', owner: null }].slice(0, first),
  echo: ({ text }: { text?: string | null }) => (text === undefined ? 'absent' : JSON.stringify(text)),
  day: 1,
};
withResolvers(schema);

/** graphql-jit does not call functions that are values of fields. */
function withResolvers(target: GraphQLSchema): void {
  const query = target.getQueryType()!.getFields();
  query.me!.resolve = () => person;
  query.other!.resolve = async () => person;
  const fields = (target.getType('Person') as NonNullable<ReturnType<GraphQLSchema['getQueryType']>>).getFields();
  for (const name of ['pets', 'echo'] as const) {
    fields[name]!.resolve = (source: typeof person, args) => source[name](args as never);
  }
}

const SMALL = { fields: 2, depth: 2, cost: 0 };

/** As if the answer had no records. */
const measure = (document: DocumentNode, operation: OperationDefinitionNode) => ({
  ...measuring(schema, document, () => undefined)(operation),
  cost: 0,
});

async function twice(text: string, operations = new CompiledOperations(schema), name?: string) {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document, name)!;
  const measured = measure(document, operation);
  expect(await operations.find(document, operation, measured)).toBeNull();
  return { document, operation, compiled: await operations.find(document, operation, measured) };
}

async function sameAnswer(text: string, variableValues: Record<string, unknown> = {}) {
  const { document, compiled } = await twice(text);
  const plain = await execute({ schema, document, variableValues });
  const answer = await compiled!.execute({}, variableValues);
  expect(JSON.stringify(answer)).toBe(JSON.stringify(plain));
  return answer;
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
    expect((await twice(text)).compiled).toBeNull();
  });

  it('only the operation counts, and not the rest of the document', async () => {
    const text = 'query A { me { name } } query B { me { name @skip(if: true) } }';
    expect((await twice(text, undefined, 'A')).compiled).not.toBeNull();
    expect((await twice(text, undefined, 'B')).compiled).toBeNull();
  });
});

describe('mistakes of the compiler that are prevented:', () => {
  it('a string in an operation never becomes code', async () => {
    const text = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.intruder=1';
    const query = `{ me { echo(text: "${text}") } }`;
    const alone = compileQuery(schema, parse(query));
    if (isCompiledQuery(alone)) await alone.query({}, {}, {});
    expect(globalThis).toHaveProperty('intruder', 1);
    delete (globalThis as { intruder?: unknown }).intruder;

    expect(await sameAnswer(query)).toEqual({ data: { me: { echo: JSON.stringify(text) } } });
    expect(globalThis).not.toHaveProperty('intruder');
  });

  it('an absent variable leaves its argument absent', async () => {
    const query = 'query ($text: String) { me { echo(text: $text) } }';
    expect(await sameAnswer(query)).toEqual({ data: { me: { echo: 'absent' } } });
    expect(await sameAnswer(query, { text: null })).toEqual({ data: { me: { echo: 'null' } } });
  });

  it('a variable of another type is left to graphql-js', async () => {
    const { compiled } = await twice('query ($text: String) { me { echo(text: $text) } }');
    expect(await compiled!.execute({}, { text: 1 })).toBeNull();
  });
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
