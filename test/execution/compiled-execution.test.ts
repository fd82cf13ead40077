/** What Apollo Server answers with compiled operations. */

import { ApolloServer } from '@apollo/server';
import { buildSchema } from 'graphql';

import { compiledExecution } from '../../src/graphql/compiled/compiled-operations';

interface Asked {
  readonly fails?: boolean;
}

async function serving() {
  const calls = { resolver: 0, compiled: 0, seen: 0 };
  const schema = buildSchema('type Query { name: String! }');
  schema.getQueryType()!.getFields().name!.resolve = (_source, _args, { fails }: Asked) => {
    calls.resolver += 1;
    if (fails) throw new Error('Nobody knows.');
    return 'Ada';
  };
  const plugin = compiledExecution(
    schema,
    () => ({ fields: 1, depth: 1, cost: 0 }),
    (isCompiled) => (calls.compiled += isCompiled ? 1 : 0),
  );
  const reading = {
    requestDidStart: async () => ({
      willSendResponse: async ({ errors = [] }: { errors?: readonly Error[] }) => void (calls.seen += errors.length),
    }),
  };
  const server = new ApolloServer<Asked>({ schema, plugins: [plugin, reading], stopOnTerminationSignals: false });
  const ask = async (contextValue: Asked = {}) => {
    const { body } = await server.executeOperation({ query: '{ name }' }, { contextValue });
    return body.kind === 'single' ? body.singleResult : undefined;
  };
  return { calls, ask, server };
}

describe('an operation that is repeated', () => {
  it('has the same answer once it is compiled', async () => {
    const { calls, ask, server } = await serving();
    const first = await ask();
    expect(calls).toEqual({ resolver: 1, compiled: 0, seen: 0 });
    expect(await ask()).toEqual({ ...first, errors: undefined });
    expect(calls).toEqual({ resolver: 2, compiled: 1, seen: 0 });
    await server.stop();
  });

  it('shows its errors to clients and to other plugins, and no resolver is called again', async () => {
    const { calls, ask, server } = await serving();
    await ask({ fails: true });
    expect(calls).toEqual({ resolver: 1, compiled: 0, seen: 1 });
    expect((await ask({ fails: true }))?.errors).toMatchObject([
      { path: ['name'], locations: [{ line: 1, column: 3 }], extensions: { type: 'internal_error' } },
    ]);
    expect(calls).toEqual({ resolver: 2, compiled: 1, seen: 2 });
    await server.stop();
  });
});
