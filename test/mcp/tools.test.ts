/** The official client lists and calls both tools, by the handshake of 2025 and without one, as the protocol has it since 2026. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020';

import { readText } from '../docs/repository';
import { json, LEASES, send, TENANTS } from '../http/client';
import { gatewayForAllTests } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken } from '../support/tokens';

const shared = gatewayForAllTests({ MCP: 'on', AUTH_JWT_AUDIENCE: 'leasegate' });
const PRINTED = [...readText('docs/use/mcp.md').matchAll(/`(find_\w+) (\{.*?\})`/g)];
let token: string;

beforeAll(async () => {
  const { db } = shared.database;
  await insertTenantsWithLeases(db, await insertGroup(db, 'acme'), 'acme', 3);
  await insertTenantsWithLeases(db, await insertGroup(db, 'globex'), 'globex', 2);
  token = await signToken({ groups: ['acme'] });
});

async function connected(mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const url = new URL(`${shared.gateway.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

const rest = async (path: string, body: object) => json(await send(shared.gateway.url + path, { token, body }));

describe.each(['legacy', 'auto'] as const)('version negotiation: %s', (mode) => {
  let client: Client;
  beforeAll(async () => {
    client = await connected(mode);
  });
  afterAll(() => client.close());

  test.each([
    ['find_leases_of_tenant', LEASES, { identifier: 'acme-1' }],
    ['find_tenants_of_leases', TENANTS, { group_id: 'acme' }],
  ])('%s answers as REST, within its schema', async (name, path, criteria) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: criteria });
    expect(structuredContent).toEqual(await rest(path, criteria));
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  test.each([
    ['find_leases_of_tenant', {}, 'no_tenant_information'],
    ['find_tenants_of_leases', { group_id: 'globex' }, 'not_found'],
    ['find_tenants_of_leases', { name: 'acme' }, 'invalid_request'],
    ['find_tenants_of_leases', JSON.parse('{"__proto__":"acme"}') as object, 'invalid_request'],
  ])('%s %j: %s', async (name, criteria, type) => {
    const answer = await client.callTool({ name, arguments: { ...criteria } });
    const [content, ...more] = answer.content as { text?: string }[];
    expect([answer.isError, more]).toEqual([true, []]);
    expect(JSON.parse(content?.text ?? '')).toEqual({ error: { type, message: expect.any(String) } });
  });

  test.each(PRINTED)('%s is a call', async (...[, name = '', criteria = '']) => {
    const answer = await client.callTool({ name, arguments: JSON.parse(criteria) as Record<string, unknown> });
    expect(JSON.stringify(answer.content)).toMatch(/"\{\\"(?:leases|tenants|error\\":\{\\"type\\":\\"not_found)\\"/);
  });

  test('an unknown tool is an error of the protocol', () =>
    expect(client.callTool({ name: 'drop_table', arguments: {} })).rejects.toThrow('There is no such tool.'));
});

test('both tools are read-only, and their schemas have only what the strictest clients accept', async () => {
  const client = await connected('auto');
  const { tools } = await client.listTools();
  expect(client.getInstructions()).toMatch(/No tool searches by name/);
  await client.close();
  // OpenAI’s strict mode or Gemini’s `Schema` refuses these, lists of types and, as `strict` does here, formats.
  const refused = '$ref oneOf allOf not if pattern minLength maxLength minimum maximum minItems maxItems'.split(' ');
  const [output, input] = [refused, [...refused, 'anyOf']].map((keywords) => {
    const ajv = new Ajv2020({ strict: true, meta: false, validateSchema: false });
    return keywords.reduce((less, keyword) => less.removeKeyword(keyword), ajv);
  });
  expect(tools).toMatchSnapshot();
  for (const { annotations, inputSchema, outputSchema, description } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(description).toMatch(/It cannot search by name.* `last_id`/);
    expect(Object.keys(inputSchema).toSorted()).toEqual(['additionalProperties', 'description', 'properties', 'type']);
    expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('"type":[');
    expect(() => input!.compile(inputSchema)).not.toThrow();
    expect(() => output!.compile(outputSchema!)).not.toThrow();
  }
});
