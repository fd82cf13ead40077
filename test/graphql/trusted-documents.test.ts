/** `TRUSTED_DOCUMENTS` (decision 61): which documents run, which are refused, and what is logged. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getIntrospectionQuery } from 'graphql';
import { pino } from 'pino';

import { OWN_DOCUMENTS } from '../../src/graphql/trusted-documents';
import { insertHousehold } from '../db/household';
import { readText } from '../docs/repository';
import { type Answer, everyGroup, json, send, type Sending } from '../http/client';
import { databaseForAllTests } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const LISTED = 'query Leases($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }';
const UNLISTED = `${LISTED} `;
const LARGE = `{ ${'a { '.repeat(21)} b ${'} '.repeat(21)} }`;
/** More tokens than a document may have without a token. */
const LONG = LISTED.replace('identifier', 'identifier '.repeat(700));
const ID = `sha256:${hashOf(LISTED)}`;
const variables = { tenant: { identifier: 'north-tenant' } };
const found = { data: { leasesForTenant: { nodes: [{ identifier: 'north-lease' }] } } };
const STRICT = { accept: 'application/graphql-response+json' };

const persisted = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });

const folder = mkdtempSync(join(tmpdir(), 'leasegate-trusted-'));
const file = join(folder, 'manifest.json');
const database = databaseForAllTests();
let gateway: TestGateway;
let token: string;
let now = 0;
const statements: string[] = [];
const lines: string[] = [];

beforeAll(async () => {
  await insertHousehold(database.db, 'north');
  writeFileSync(
    file,
    JSON.stringify({ [ID]: LISTED, 'custom.1': LISTED, large: LARGE, long: LONG, wrong: '{ nothing }' }),
  );
  token = await everyGroup();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(mode: string): Promise<void> {
  gateway = await startTestGateway({
    databaseUrl: database.url,
    env: { TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_FILE: file },
    onStatement: (sql) => void statements.push(sql),
    monotonicNow: () => now,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
}

const ask = (body: object, sending: Sending = {}): Promise<Answer> =>
  send(`${gateway.url}/graphql`, { token, body: { variables, ...body }, ...sending });

function get(parameters: Readonly<Record<string, string>>, before = ''): Promise<Answer> {
  const search = new URLSearchParams({ variables: JSON.stringify(variables), ...parameters });
  return send(`${gateway.url}/graphql?${before}${search.toString()}`, { method: 'GET', token });
}

const codeOf = (answer: Answer): unknown =>
  (json(answer) as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;

const refusal = {
  errors: [
    {
      message: 'The document is not one of those that this gateway runs.',
      extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST', type: 'invalid_request' },
    },
  ],
};

describe.each(['enforce', 'log'])('%s: a listed document', (mode) => {
  beforeAll(() => start(mode));
  afterAll(() => gateway.close());

  test.each<[string, object]>([
    ['its SHA-256 id', { documentId: ID }],
    ['its hash', { documentId: hashOf(LISTED) }],
    ['its id in the manifest', { documentId: 'custom.1' }],
    ['Apollo’s hash', { extensions: persisted(hashOf(LISTED)) }],
    ['its id in the manifest, in place of Apollo’s hash', { extensions: persisted('custom.1') }],
    ['its text', { query: LISTED }],
  ])('runs by %s', async (_what, body) => {
    expect(json(await ask(body))).toEqual(found);
    expect(json(await ask({ operationName: 'Leases', ...body }))).toEqual(found);
    const parameters = Object.entries(body).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    expect(json(await get(Object.fromEntries(parameters)))).toEqual(found);
  });

  test('needs a token, returns what its caller may see, and has its variables checked', async () => {
    expect([(await ask({ documentId: ID }, { token: undefined })).status]).toEqual([401]);
    const other = await signToken({ groups: ['south'] });
    expect(json(await ask({ documentId: ID }, { token: other }))).toEqual({ data: { leasesForTenant: { nodes: [] } } });
    expect(codeOf(await ask({ documentId: ID, variables: { tenant: 'hunter2' } }))).toBe('BAD_USER_INPUT');
    expect(codeOf(await ask({ documentId: ID, operationName: 'Other' }))).toBe('BAD_USER_INPUT');
  });

  test('is the same for callers after an anonymous request for it', async () => {
    expect((await ask({ documentId: 'long' }, { token: undefined })).status).toBe(401);
    expect(json(await ask({ documentId: 'long' }))).toEqual(found);
  });

  test('is validated and limited', async () => {
    expect(codeOf(await ask({ documentId: 'wrong' }))).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(codeOf(await ask({ documentId: 'large' }))).toBe('MAX_DEPTH_LIMIT');
  });

  test.each<[string, unknown]>([
    ['an unknown id', `sha256:${hashOf(UNLISTED)}`],
    ['the upper case of its id', ID.toUpperCase()],
    ['a number', 1],
    ['an inherited name', 'constructor'],
    ['a text', ''],
  ])('does not run by %s', async (_what, documentId) => {
    statements.length = 0;
    const strict = await ask({ documentId }, { headers: STRICT });
    expect([strict.status, json(strict)]).toEqual([400, refusal]);
    expect(strict.headers.get('content-type')).toMatch(/^application\/graphql-response\+json/);
    const plain = await ask({ documentId });
    expect([plain.status, json(plain)]).toEqual([200, refusal]);
    expect(statements).toEqual([]);
  });

  test('is refused if both its text and its id are sent', async () => {
    const [message, code] = ['Send a `query` or a `documentId`, not both.', 'BAD_USER_INPUT'];
    for (const query of [LISTED, UNLISTED, 5])
      expect(json(await ask({ documentId: ID, query }))).toEqual({
        errors: [{ message, extensions: { code, type: 'invalid_request' } }],
      });
  });

  test.each([{}, { query: '' }, { query: null }, { extensions: {} }, { extensions: { persistedQuery: null } }])(
    '%j names no document and is refused as usual',
    async (body) => {
      const answer = await ask(body);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_REQUEST']);
    },
  );
});

describe('enforce: any other document', () => {
  beforeAll(() => start('enforce'));
  afterAll(() => gateway.close());

  test.each<[string, object]>([
    ['a text with one more space', { query: UNLISTED }],
    ['introspection', { query: getIntrospectionQuery() }],
    ['a text that is not GraphQL', { query: '{' }],
    ['a parsed document', { query: { kind: 'Document', definitions: [] } }],
    ['an unknown hash', { extensions: persisted(hashOf(UNLISTED)) }],
    ['a text with the hash of a listed one', { query: UNLISTED, extensions: persisted(hashOf(LISTED)) }],
  ])('%s is refused whatever the token is, without a statement', async (_what, body) => {
    statements.length = 0;
    for (const sending of [{}, { token: undefined }, { token: 'no token' }]) {
      const answer = await ask(body, { headers: STRICT, ...sending });
      expect([answer.status, json(answer)]).toEqual([400, refusal]);
    }
    expect(statements).toEqual([]);
  });

  test('is refused by GET as well, and only a listed one of several texts runs', async () => {
    expect(json(await get({ query: UNLISTED }))).toEqual(refusal);
    expect(json(await get({ extensions: JSON.stringify(persisted(hashOf(UNLISTED))) }))).toEqual(refusal);
    const first = (query: string) => `${new URLSearchParams({ query }).toString()}&`;
    expect(json(await get({ query: LISTED }, first(UNLISTED)))).toEqual(refusal);
    expect(json(await get({ query: UNLISTED }, first(LISTED)))).toEqual(found);
    expect(codeOf(await get({ extensions: '{' }))).toBe('BAD_REQUEST');
  });

  test('does not include Leasegate’s own, which probes and the web pages send', async () => {
    const variables = { tenant: { identifier: 'none' } };
    for (const query of OWN_DOCUMENTS) expect(codeOf(await ask({ query, variables }))).toBeUndefined();
    expect(json(await ask({ query: '{__typename}' }, { token: undefined }))).toEqual({ data: { __typename: 'Query' } });
    const scripts = readText('web/header.ts') + readText('web/lookups.ts');
    const sent = [...scripts.matchAll(/^(?:export )?const \w+ = (['`])((?:query|\{ viewer).*?)\1;$/gms)].map(
      ([, , text = '']) => text,
    );
    expect(sent.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(OWN_DOCUMENTS.slice(2));
  });
});

describe('log', () => {
  beforeAll(() => start('log'));
  afterAll(() => gateway.close());
  beforeEach(() => {
    lines.length = 0;
    now += 60_000;
  });

  const logged = () => lines.map((line) => JSON.parse(line) as object);

  test('runs any other document, and logs only its hash, once a minute', async () => {
    const secret = '{ leasesForTenant(tenant: { emailAddress: "ada@example.com" }) { totalCount } }';
    const answer = await ask({ query: secret });
    expect(codeOf(answer)).toBeUndefined();
    for (let time = 0; time < 3; time += 1) await ask({ query: secret });
    await ask({ documentId: ID });
    await ask({ query: LISTED });
    const requestId = answer.headers.get('x-request-id');
    const line = { level: 40, msg: 'document not in the manifest', sha256: hashOf(secret), requestId };
    expect(logged()).toMatchObject([line]);
    expect(lines.join()).not.toMatch(/ada@|leasesForTenant/);
    now += 60_000;
    await ask({ query: secret });
    expect(logged()).toHaveLength(2);
  });

  test('logs at most 60 lines a minute', async () => {
    for (let n = 0; n < 100; n += 1) await ask({ query: `{ a${n}: __typename }` }, { token: undefined });
    expect(lines).toHaveLength(60);
  });

  test('the answer to an unknown Apollo hash makes the client send the text', async () => {
    expect(codeOf(await ask({ extensions: persisted(hashOf(UNLISTED)) }))).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });
});

test('off: ids are unknown, and nothing is logged', async () => {
  lines.length = 0;
  await start('off');
  expect(codeOf(await ask({ documentId: ID }))).toBe('BAD_REQUEST');
  expect(codeOf(await ask({ extensions: persisted(hashOf(LISTED)) }))).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  expect(json(await ask({ query: UNLISTED }))).toEqual(found);
  expect(lines).toEqual([]);
  await gateway.close();
});
