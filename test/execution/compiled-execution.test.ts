/** Which answers come from the plugin and which from the executor; docs/develop/execution.md says why it matters. */

import { ApolloServer } from '@apollo/server';
import { buildSchema } from 'graphql';

import { compiledExecution } from '../../src/graphql/compiled/compiled-execution';

interface Asked {
  readonly fails?: boolean;
}

async function serving() {
  const calls = { resolver: 0, executor: 0 };
  const schema = buildSchema('type Query { name: String! }');
  schema.getQueryType()!.getFields().name!.resolve = (_source, _args, { fails }: Asked) => {
    calls.resolver += 1;
    if (fails) throw new Error('Nobody knows.');
    return 'Ada';
  };
  const { gateway, plugin } = compiledExecution(schema);
  const counting = {
    ...gateway,
    load: async (options: Parameters<typeof gateway.load>[0]) => {
      const { executor } = await gateway.load(options);
      const counted: typeof executor = (context) => {
        calls.executor += 1;
        return executor!(context);
      };
      return { executor: counted };
    },
  };
  const server = new ApolloServer<Asked>({ gateway: counting, plugins: [plugin], stopOnTerminationSignals: false });
  const ask = async (contextValue: Asked = {}) => {
    const { body } = await server.executeOperation({ query: '{ name }' }, { contextValue });
    return body.kind === 'single' ? body.singleResult : undefined;
  };
  return { calls, ask, server };
}

describe('a compiled operation', () => {
  it('is answered by the plugin if nothing fails', async () => {
    const { calls, ask, server } = await serving();
    const first = await ask();
    expect(calls).toEqual({ resolver: 1, executor: 1 });
    expect(await ask()).toEqual({ ...first, errors: undefined });
    expect(calls).toEqual({ resolver: 2, executor: 1 });
    await server.stop();
  });

  it('has its errors formatted like those of any other, and no resolver is called again', async () => {
    const { calls, ask, server } = await serving();
    const first = await ask({ fails: true });
    expect(first?.errors).toMatchObject([{ path: ['name'], locations: [{ line: 1, column: 3 }] }]);
    expect(await ask({ fails: true })).toEqual(first);
    expect(calls).toEqual({ resolver: 2, executor: 2 });
    await server.stop();
  });
});
