import { startTestGateway } from '../support/gateway';

jest.mock('@modelcontextprotocol/server', () => {
  throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
});

const databaseUrl = 'mysql://root@127.0.0.1:1/none';
const start = (MCP: string) => startTestGateway({ databaseUrl, sealed: false, env: { MCP, AUTH_JWT_AUDIENCE: 'x' } });

test('without its package, MCP is an error at the start that names it', () =>
  expect(start('on')).rejects.toThrow('npm install @modelcontextprotocol/server@2'));

test('with MCP off, nothing of it is loaded', async () => {
  await (await start('off')).close();
});
