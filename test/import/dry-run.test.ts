/** A dry run says what the import does, and changes nothing. */

import { eachTest, type ImportCase, SMALL } from './import-case';

const ALL = { prune: true, maxPrune: { percent: 100 } };

let world: ImportCase;
eachTest(async (empty) => {
  world = empty;
  await world.import(SMALL);
});

test.each<[string, Parameters<ImportCase['import']>]>([
  ['nothing new', [SMALL, ALL]],
  [
    'a move, a refusal and records that are gone',
    [
      {
        'groups.ndjson': [{ identifier: 'east', external_ref: 'N' }, SMALL['groups.ndjson'][1] ?? {}],
        'units.ndjson': [{ identifier: 'n1', group: 'east' }],
        'tenants.ndjson': [
          { identifier: 'ann', group: 'east' },
          { identifier: 'eve', group: 'nowhere' },
        ],
        'leases.ndjson': [
          { identifier: 'l1', group: 'east', unit_id: 'n1', tenants: ['ann'] },
          { identifier: 'l2', group: 'south', unit_id: 's1', tenants: ['ann'] },
        ],
      },
      ALL,
    ],
  ],
])('it reports and refuses what the import does, and changes nothing: %s', async (_what, [files, options]) => {
  const before = await world.everything();
  const dry = await world.import(files, { ...options, dryRun: true });
  const { refused } = world;
  expect(await world.everything()).toEqual(before);
  expect({ dry, refused }).toEqual({ dry: await world.import(files, options), refused: world.refused });
});

test('it changes nothing when it fails', async () => {
  const before = await world.everything();
  const failing = world.import(
    { 'tenants.ndjson': [{ identifier: 'eve', group: 'north' }] },
    {
      dryRun: true,
      onProgress({ step }) {
        if (step === 'load') throw new Error('ended');
      },
    },
  );
  await expect(failing).rejects.toThrow('ended');
  expect(await world.everything()).toEqual(before);
  await world.import(SMALL);
});
