/** Callers who get answers while another one floods. */

import { type Question, setScene } from '../faults/rig/questions';
import { loadWorld } from '../../test/oracle/load';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { servingUrl } from '../../test/support/serving-account';
import { besideAFlood, GOOD_REQUESTS } from './rows/others';

let database: TestDatabase;
let questions: readonly Question[];

beforeAll(async () => {
  database = await createTestDatabase();
  const scene = await setScene(1, 200, new Date().toISOString().slice(0, 10));
  await loadWorld(database.db, scene.world, scene.askers);
  ({ questions } = scene);
}, 60_000);

afterAll(() => database?.drop());

test('callers below their share get answers while one caller floods', async () => {
  const { good } = await besideAFlood(servingUrl(database.url), questions);
  expect(String(good)).toBe(`${GOOD_REQUESTS} × right`);
}, 60_000);
