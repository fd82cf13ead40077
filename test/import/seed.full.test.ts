import { hash } from 'node:crypto';

import { COMMANDS } from '../../ingest/commands';
import { createWorld } from '../../ingest/seed/world';
import { commandHere } from '../cli/command-here';
import { caseForEachTest } from './import-case';

jest.mock('../../src/cli/progress', () => jest.requireActual<object>('../cli/printed-progress'));

const world = caseForEachTest();

const digest = (data: unknown): string => hash('sha256', JSON.stringify(data));

/** What is stored after it. */
async function seed(options: string) {
  const ended = await commandHere(['seed', ...options.split(' ')], { DATABASE_URL: world.database.url }, '', COMMANDS);
  const { groups: _, ...records } = await world.everything();
  const groups = await world.database.db.selectFrom('groups').selectAll().orderBy('id').execute();
  return { ...ended, stored: digest([groups, ...Object.values(records)]) };
}

// A digest changes if the data do. Then the CHANGELOG says so.
it('the same options give the same data, byte for byte', async () => {
  const made = { status: 0, stored: '6060fc7449e14d46018e1f4a22dbe94a4f092c02be6a8f395e8e7975a08252dc' };
  expect(await seed('--leases 1500 --groups 7 --seed 3')).toMatchObject(made);
});

it.each([
  '--leases 2000 --groups 5',
  '--leases 0 --groups 2',
  '--leases 1 --groups 1 --seed 4294967295',
  '--leases 0 --groups 0',
  '--leases 1 --groups 0',
])('what is said and stored, also again in a database with records: %s', async (options) => {
  expect([await seed(options), await seed(`${options} --base-date 2199-12-31`)]).toMatchSnapshot();
});

it('a large world in parts', () => {
  const parts = [...createWorld({ leases: 60_000, groups: 3_000, seed: 9, baseDate: '1999-12-31' }, 900)];
  const { groups, units, tenants, leases, pairs } = parts[0]!;
  const sizes = parts.map((part) =>
    Object.values(part)
      .map((rows) => rows.length)
      .join(' '),
  );
  expect([
    sizes,
    digest(parts),
    [groups, units, tenants, leases, pairs].map((rows) => rows.slice(0, 9)),
  ]).toMatchSnapshot();
});
