/** Rows b to f: the cost of a request, relative to an ordinary refusal. `docs/evidence.md` has the table. */

import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { servingUrl } from '../../test/support/serving-account';
import { signToken } from '../../test/support/tokens';
import { MeteredGateway } from './rig/metered-gateway';
import { MOST_REFUSALS, ratioOf, warmUp } from './rig/ratio';
import type { AttackRequest } from './rig/request';
import { inOtherWords } from './search/mutate';
import { longSuggestion, manyLines, manyOperations, manyOperationsByGet } from './rows/documents';
import { objectsForIds, unknownKeys } from './rows/documents';
import { paddedMediaTypes } from './rows/headers';

let database: TestDatabase;
let gateway: MeteredGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await MeteredGateway.start(servingUrl(database.url), await signToken({ groups: '*' }));
  await warmUp(gateway);
}, 60_000);

afterAll(async () => {
  await gateway?.end();
  await database?.drop();
});

const ROWS: readonly (readonly [row: string, request: AttackRequest])[] = [
  ['b: many operations that share their fragments', manyOperations],
  ['b: the same by GET', manyOperationsByGet],
  ['c: many lines before many errors', manyLines],
  ...paddedMediaTypes.map(
    (request, nth) => [`d: ${request.method} with a padded media type, ${nth}`, request] as const,
  ),
  ['f: unknown keys of an input', unknownKeys],
  ['f: objects for ids', objectsForIds],
];

test.each(ROWS)('%s', async (_row, request) => {
  const { ratio } = await ratioOf(gateway, (nth) => inOtherWords(request, nth));
  expect(ratio).toBeLessThan(request.token ? MOST_REFUSALS.token : MOST_REFUSALS.anonymous);
});

test('e: a long text in a message, where introspection is off', async () => {
  const closed = await MeteredGateway.start(servingUrl(database.url), '', { INTROSPECTION: 'off' });
  try {
    await warmUp(closed);
    const { ratio } = await ratioOf(closed, (nth) => inOtherWords(longSuggestion, nth));
    expect(ratio).toBeLessThan(MOST_REFUSALS.anonymous);
  } finally {
    await closed.end();
  }
}, 60_000);
