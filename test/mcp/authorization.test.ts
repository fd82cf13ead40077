/** The official client finds the identity provider by itself, and obtains a token for `/mcp` from it. */

import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { OAuth2Server } from 'oauth2-mock-server';

import { freePort } from '../../tools/local-server/free-port';
import { DATABASE_AWAY, startTestGateway } from '../support/gateway';

test('a client without a token asks the provider for one, and it is accepted', async () => {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const issuer = provider.issuer.url!;
  // As RFC 8707 has it.
  provider.service.on('beforeTokenSigning', ({ payload }, { body }) => {
    payload.aud = String(body.resource);
  });
  const PORT = String(await freePort());
  const gateway = await startTestGateway({
    databaseUrl: DATABASE_AWAY,
    sealed: false,
    env: {
      ...{ MCP: 'on', PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, AUTH_JWT_AUDIENCE: 'leasegate' },
      ...{ AUTH_JWT_ISSUER: issuer, AUTH_JWKS_URL: `${issuer}/jwks` },
    },
  });
  const client = new Client({ name: 'test', version: '1' });
  const authProvider = new ClientCredentialsProvider({ clientId: 'a', clientSecret: 'b', expectedIssuer: issuer });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { authProvider }));
  expect((await client.listTools()).tools).toHaveLength(2);
  await client.close();
  await gateway.close();
  await provider.stop();
});
