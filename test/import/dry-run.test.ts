/** A dry run says what the import does, and only reads. */

import { createConnection } from 'mysql2/promise';

import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { withImportLock } from '../../ingest/import/statements';
import { type Dice, seededDice } from '../oracle/generate/dice';
import { amount } from '../support/amount';
import { servingUrl } from '../support/serving-account';
import { caseForAllTests, PRUNE_ALL, SMALL } from './import-case';

/** `few` identifiers such as g0, so that records collide. */
const names = (letter: string, few: number): string[] => Array.from({ length: few }, (_, index) => `${letter}${index}`);
const GROUPS = names('g', 6);
const UNITS = names('u', 9);
const TENANTS = names('t', 12);

/** Files whose records mostly fit each other, and rarely those of the files before. */
function randomFiles(dice: Dice): Record<string, object[]> {
  const home = (letter: string, identifiers: readonly string[]) =>
    new Map(identifiers.map((identifier) => [identifier, dice.pick(GROUPS.slice(0, letter === 'u' ? 4 : 5))]));
  const groupOf = new Map([...home('u', UNITS), ...home('t', TENANTS)]);
  const record = (identifier: string) => ({ identifier, group: groupOf.get(identifier) });
  const groups = dice.some(GROUPS, 75).map((identifier) => ({
    identifier,
    external_ref: dice.chance(20) ? null : dice.pick(names('r', 7)),
  }));
  const units = dice.some(UNITS, 80).map((unit) => ({ ...record(unit), unit_number: dice.pick(['1', '2']) }));
  const tenants = dice.some(TENANTS, 80).map((tenant) => ({ ...record(tenant), active: dice.chance(80) }));
  const leases = dice.some(names('l', 14), 80).map((identifier) => {
    const unit = dice.pick(UNITS);
    const group = dice.chance(95) ? groupOf.get(unit) : dice.pick(GROUPS);
    const together = TENANTS.filter((tenant) => groupOf.get(tenant) === group);
    return { identifier, group, unit_id: unit, tenants: dice.some(dice.chance(97) ? together : TENANTS, 50) };
  });
  const broken = dice.chance(20) ? [{ identifier: 'l0', rent: 'much' }] : [];
  const files = { groups, units, tenants, leases: [...leases, ...broken] };
  const present = Object.entries(files).filter(([, records]) => records.length > 0 && dice.chance(88));
  return Object.fromEntries(present.map(([kind, records]) => [`${kind}.ndjson`, records]));
}

const world = caseForAllTests();

it.each(Array.from({ length: amount('DRY_RUNS', 8, 1_000) }, (_, seed) => seed))(
  'reports and refuses what the import does, and changes nothing: random files %d',
  async (seed) => {
    const dice = seededDice(seed);
    const files = randomFiles(dice);
    const options = { ...PRUNE_ALL, prune: dice.chance(60) };
    const before = await world.everything();
    const dry = await world.import(files, { ...options, dryRun: true });
    const refused = world.refused;
    expect(await world.everything()).toEqual(before);
    expect({ dry, refused }).toEqual({ dry: await world.import(files, options), refused: world.refused });
  },
);

it('a dry run needs no right to write, waits for no writer and for no import', async () => {
  const { database } = world;
  await world.import(SMALL, PRUNE_ALL);
  const writer = await createConnection(database.url);
  const reader = connect(readDatabaseAddress({ DATABASE_URL: servingUrl(database.url) }), COMMAND_CONNECTION);
  const files = {
    'groups.ndjson': [{ identifier: 'east', external_ref: 'N' }, SMALL['groups.ndjson'][1] ?? {}],
    'units.ndjson': [{ identifier: 'n1', group: 'east' }],
    'tenants.ndjson': [{ identifier: 'ann', group: 'east' }],
    'leases.ndjson': [{ identifier: 'l1', group: 'east', unit_id: 'n1', tenants: ['ann'] }],
  };
  try {
    await writer.beginTransaction();
    for (const table of ['`groups`', 'units', 'tenants', 'leases', 'lease_tenants'])
      await writer.query(`select * from ${table} for update`);
    const dry = () => world.import(files, { ...PRUNE_ALL, db: reader, dryRun: true });
    const { kinds } = await database.db.connection().execute((connection) => withImportLock(connection, dry));
    const counts = Object.values(kinds).map(({ inserted, updated, pruned }) => [inserted, updated, pruned]);
    expect(counts.join(' ')).toBe('1,0,1 0,1,1 0,1,2 0,1,0');
  } finally {
    await reader.destroy();
    await writer.end();
  }
});

it('a dry run knows the external references that earlier batches free and take', async () => {
  const many = Array.from({ length: 950 }, (_, index) => `m${index}`);
  await world.import({ 'groups.ndjson': many.map((identifier) => ({ identifier, external_ref: identifier })) });
  const takers = ['new', 'late'].map((identifier) => ({ identifier, external_ref: 'm0' }));
  const changed = many.map((identifier, index) => ({ identifier, external_ref: many[index + 1] ?? null }));
  const files = { 'groups.ndjson': [...changed, ...takers] };
  const dry = await world.import(files, { dryRun: true });
  expect({ dry, reasons: world.reasons() }).toEqual({ dry: await world.import(files), reasons: world.reasons() });
  expect(world.reasons()).toEqual([
    '952: `external_ref` belongs to another group; one that is no longer in the files passes it on with `--prune`',
  ]);
  expect(dry.kinds.groups).toMatchObject({ updated: 950, inserted: 1 });
});
