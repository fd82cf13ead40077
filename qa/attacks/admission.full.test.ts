/** Callers who get answers while others wait or flood. */

import { type Question, setScene } from '../faults/rig/questions';
import { loadWorld } from '../../test/oracle/load';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { servingUrl } from '../../test/support/serving-account';
import { besideAFlood, besideThoseWhoWait, GOOD_REQUESTS } from './rows/others';

let database: TestDatabase;
let questions: readonly Question[];

beforeAll(async () => {
  database = await createTestDatabase();
  const scene = await setScene(1, 200, new Date().toISOString().slice(0, 10));
  await loadWorld(database.db, scene.world, scene.askers);
  ({ questions } = scene);
}, 60_000);

afterAll(() => database?.drop());

test('requests that wait for a key do not delay other callers', async () => {
  const { good, waiting } = await besideThoseWhoWait(servingUrl(database.url), questions);
  expect({ good: String(good), waiting }).toEqual({ good: `${GOOD_REQUESTS} × right`, waiting: [503] });
}, 60_000);

test('callers below their share get answers while one caller floods', async () => {
  const { good } = await besideAFlood(servingUrl(database.url), questions);
  expect(String(good)).toBe(`${GOOD_REQUESTS} × right`);
}, 60_000);
