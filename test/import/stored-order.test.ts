/** An import that changes little reads what is stored by ranges of ids, and finds every change in any order of its records. */

import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { caseForAllTests } from './import-case';

const world = caseForAllTests();

const COUNT = 1_000;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

const filesIn = (order: readonly number[], tenantsOf = (n: number) => [`t${n}`, `t${(n * 7) % COUNT}`]) => {
  const [group, last] = ['north', order.at(-1)];
  const unit = (n: number) => `u${n % 200}`;
  return {
    'groups.ndjson': [{ identifier: group }],
    'units.ndjson': numbers.slice(0, 200).map((n) => ({ identifier: unit(n), group })),
    'tenants.ndjson': order.map((n) => ({ identifier: `t${n}`, group, last_name: `Name ${n}` })),
    'leases.ndjson': order.map((n) => ({
      ...{ identifier: `l${n}`, group, unit_id: unit(n), rent: n },
      tenants: n === last ? tenantsOf(n) : [`t${n}`, `t${(n * 7) % COUNT}`],
    })),
  };
};

test.each([
  ['the order of their ids', numbers],
  ['the reverse order', numbers.toReversed()],
  ['no order', numbers.map((number) => (number * 307) % COUNT)],
  ['two runs', [...numbers.filter((n) => n % 3 > 0), ...numbers.filter((n) => n % 3 === 0)]],
])('unchanged records in %s are left alone, and a changed one is noticed', async (_title, order) => {
  await world.import(filesIn(numbers));
  const before = await world.everything();
  const statements: string[] = [];
  const onStatement = (statement: string) => void statements.push(statement);
  const address = readDatabaseAddress({ DATABASE_URL: world.database.url });
  const db = connect(address, { ...COMMAND_CONNECTION, onStatement });
  const { kinds } = await world.import(filesIn(order), { db });
  await db.destroy();
  expect(kinds).toMatchObject({ tenants: { unchanged: COUNT }, leases: { unchanged: COUNT } });
  const plain = statements.map((text) => text.replace(/\?(?:, \?)+/g, '…').replace(/id > \d+/, 'id > N'));
  // Only some servers have this variable.
  expect(plain.filter((text) => !text.includes('snapshot_isolation'))).toMatchSnapshot();

  const changed = await world.import(
    filesIn(order, () => ['t1']),
    { dryRun: true },
  );
  expect(changed.kinds.leases).toMatchObject({ unchanged: COUNT - 1, updated: 1 });
  expect(await world.everything()).toEqual(before);
});
