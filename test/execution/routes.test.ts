/** Which operations are compiled, which graphql-js executes, and which are kept. */

import {
  buildSchema as schemaFrom,
  execute,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';

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

async function twice(text: string, operations = new CompiledOperations(schema), name?: string) {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document, name)!;
  expect(await operations.find(document, operation)).toBeNull();
  return { document, operation, compiled: await operations.find(document, operation) };
}

async function sameAnswer(text: string, variableValues: Record<string, unknown> = {}) {
  const { document, compiled } = await twice(text);
  const plain = await execute({ schema, document, variableValues });
  const answer = await compiled!.execute({}, variableValues);
  expect(JSON.stringify(answer)).toBe(JSON.stringify(plain));
  return answer;
}

it('compiles an operation when it comes for the second time', async () => {
  const { document, operation, compiled } = await twice('{ me { name pets { name } } }');
  expect(compiled).not.toBeNull();
  expect(await compiled!.execute({}, {})).toEqual(await execute({ schema, document }));
  expect(operation.name).toBeUndefined();
});

it('compiles an operation at its first use from 250 records on', async () => {
  const operations = new CompiledOperations(schema);
  const find = (cost: number) => {
    const document = parse('{ me { name } }');
    return operations.find(document, getOperationAST(document)!, { cost });
  };
  expect(await find(249)).toBeNull();
  expect(await find(250)).not.toBeNull();
});

it('compiles an operation once for all requests that arrive while the compiler is loaded', async () => {
  const document = parse('{ me { name } }');
  const operation = getOperationAST(document)!;
  const operations = new CompiledOperations(schema);
  await operations.find(document, operation);
  const [first, second] = await Promise.all([1, 2].map(() => operations.find(document, operation)));
  expect(first).not.toBeNull();
  expect(second).toBe(first);
});

describe('an operation with conditions and a large answer', () => {
  const compiled = async (text: string, ...each: readonly Record<string, unknown>[]) => {
    const operations = new CompiledOperations(schema);
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const operation = getOperationAST(document)!;
    const found = [];
    for (const variables of each) {
      const one = await operations.find(document, operation, { cost: 250, variables });
      found.push(one);
      if (one === null) continue;
      const plain = await execute({ schema, document, variableValues: variables });
      expect(JSON.stringify(await one.execute({}, variables))).toBe(JSON.stringify(plain));
    }
    return found;
  };

  it('is compiled for each result of its conditions', async () => {
    const text =
      'query ($a: Boolean!, $b: Boolean = true) { me { name @skip(if: $a) pets @include(if: $b) { name } ...F } } fragment F on Person { day @skip(if: $a) name }';
    const [first, same, other] = await compiled(text, { a: true }, { a: true, b: true }, { a: false, b: false });
    expect(first).not.toBeNull();
    expect(same).toBe(first);
    expect(other).not.toBeNull();
    expect(other).not.toBe(first);
  });

  it('keeps the conditions of selections apart that are merged', async () => {
    const text = 'query ($a: Boolean!) { me { pets { name } pets @skip(if: $a) { owner { name } } } }';
    expect(await compiled(text, { a: true }, { a: false })).not.toContain(null);
  });

  it('is executed by graphql-js if nothing is left of a selection, or a variable is wrong', async () => {
    expect(await compiled('{ me { name @skip(if: true) } }', {})).toEqual([null]);
    expect(await compiled('{ me { ...F } } fragment F on Person { name @include(if: false) }', {})).toEqual([null]);
    expect(await compiled('query ($a: Boolean!) { me { name @skip(if: $a) } }', {}, { a: 'yes' })).toEqual([
      null,
      null,
    ]);
    expect(await compiled('{ me { name ... @include(if: true) { day @skip(if: true) } } }', {})).not.toContain(null);
  });
});

describe('graphql-js executes', () => {
  it.each([
    ['@skip in a small answer', '{ me { name @skip(if: true) } }'],
    ['@include with a variable', 'query ($yes: Boolean!) { me @include(if: $yes) { name } }'],
    ['a condition in a fragment', '{ me { ...F } } fragment F on Person { pets { ... @include(if: false) { name } } }'],
    ['a condition on a spread', '{ me { ...F @skip(if: false) } } fragment F on Person { name }'],
    ['the schema', '{ __schema { queryType { name } } me { name } }'],
    ['a type of the schema', '{ __type(name: "Query") { name } }'],
    ['the answer name __proto__', '{ __proto__: me { name } }'],
    ['more than 500 fields', `{ me { ${Array.from({ length: 500 }, (_, n) => `a${n}: name`).join(' ')} } }`],
    ['more than 20 nested fields', `{ me ${'{ pets { owner '.repeat(10)}{ name }${' } }'.repeat(10)} }`],
    ['a document that is too long', `{ me { name } } #${'x'.repeat(32 * 1024)}`],
  ])('%s', async (_name, text) => {
    expect((await twice(text)).compiled).toBeNull();
  });

  it('only the operation counts, and not the rest of the document', async () => {
    const text = 'query A { me { name } } query B { me { name @skip(if: true) } }';
    expect((await twice(text, undefined, 'A')).compiled).not.toBeNull();
    expect((await twice(text, undefined, 'B')).compiled).toBeNull();
  });

  it('exponential fragments count with all fields, which takes no time', async () => {
    const spread = (n: number) =>
      `fragment F${n} on Person { a: pets { owner { ...F${n + 1} } } b: pets { owner { ...F${n + 1} } } }`;
    const text = `{ me { ...F0 } } ${Array.from({ length: 60 }, (_, n) => spread(n)).join(' ')} fragment F60 on Person { name }`;
    const document = parse(text);
    const operations = new CompiledOperations(schema);
    const operation = getOperationAST(document)!;
    await operations.find(document, operation);
    expect(await operations.find(document, operation)).toBeNull();
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

  it('a variable of another type is refused with the message of graphql-js', async () => {
    const answer = await sameAnswer('query ($text: String) { me { echo(text: $text) } }', { text: 1 });
    expect(answer.errors?.map(({ message }) => message)).toEqual([
      'Variable "$text" got invalid value 1; String cannot represent a non string value: 1',
    ]);
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
  await operations.find(document, getOperationAST(document)!);
  const compiled = await operations.find(document, getOperationAST(document)!);
  const answer = await compiled!.execute({}, {});
  expect(answer.errors?.map(({ path }) => path?.join('.'))).toEqual(['you.name', 'me.name']);
  expect(answer.data).toEqual({ me: null, you: null });
  expect(calls).toHaveBeenCalledTimes(2);
});

it('survives a type resolver that throws, and reports its error', async () => {
  const failing = schemaFrom(
    'interface Named { name: String } type Pet implements Named { name: String } type Query { it: Named }',
  );
  failing.getQueryType()!.getFields().it!.resolve = async () => ({});
  (failing.getType('Named') as GraphQLInterfaceType).resolveType = () => {
    throw new Error('of no type');
  };
  const document = parse('{ it { name } }');
  const operations = new CompiledOperations(failing);
  await operations.find(document, getOperationAST(document)!);
  const compiled = await operations.find(document, getOperationAST(document)!);
  const answer = await compiled!.execute({}, {});
  expect(answer).toEqual(await execute({ schema: failing, document }));
  expect(answer.errors?.[0]?.originalError?.message).toBe('of no type');
});

it('keeps the most recently used operations that fit', async () => {
  const operations = new CompiledOperations(schema, 40_000);
  // Each takes about 25 kB, so one fits.
  const text = '{ me { name pets { name owner { name } } } }';
  const first = await twice(text, operations);
  expect(await operations.find(first.document, first.operation)).toBe(first.compiled);
  const second = await twice(text.replace('me', 'a: me'), operations);
  expect(await operations.find(second.document, second.operation)).toBe(second.compiled);
  expect(await operations.find(first.document, first.operation)).toBeNull();
  expect(await operations.find(first.document, first.operation)).not.toBeNull();
  expect(await operations.find(second.document, second.operation)).toBeNull();
});

it('an operation that is used stays, and one that came later but is not used goes first', async () => {
  const operations = new CompiledOperations(schema, 60_000);
  const text = '{ me { name pets { name owner { name } } } }';
  const used = await twice(text, operations);
  await twice(text.replace('me', 'a: me'), operations);
  await operations.find(used.document, used.operation);
  await twice(text.replace('me', 'b: me'), operations);
  expect(await operations.find(used.document, used.operation)).toBe(used.compiled);
});
