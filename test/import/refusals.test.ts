import { readFileSync } from 'node:fs';

import { ImportCase, SMALL } from './import-case';

const NOT_UTF_8 = 'is not valid UTF-8: if the file is in Windows-1252, convert it by iconv -f WINDOWS-1252 -t UTF-8';

describe('import refuses', () => {
  let world: ImportCase;
  beforeAll(async () => {
    world = await ImportCase.create();
    await world.import(SMALL);
  });
  afterAll(() => world.end());

  const lease = { identifier: 'l9', group: 'north', unit_id: 'n1', tenants: ['ann'] };
  const unit = { identifier: 'u9', group: 'north' };
  const tenant = { identifier: 't9', group: 'north' };
  const decimal = 'must be a number with at most 11 digits before and 4 after the point';
  const whole = 'must be a whole number from -2147483648 to 2147483647';
  const day = 'must be a day of the calendar as YYYY-MM-DD';

  const RECORDS: readonly (readonly [file: string, record: unknown, reason: string])[] = [
    ['groups', ['a'], 'is not a JSON object'],
    ['groups', null, 'is not a JSON object'],
    ['groups', {}, '`identifier` is missing'],
    ['groups', { identifier: null }, '`identifier` is missing'],
    ['groups', { identifier: '' }, '`identifier` must not be blank'],
    ['groups', { identifier: '  ' }, '`identifier` must not be blank'],
    ['groups', { identifier: 7 }, '`identifier` must be a string'],
    ['groups', { identifier: 'x'.repeat(256) }, '`identifier` must be at most 255 characters long'],
    ['groups', { identifier: 'a\0' }, '`identifier` must not hold NUL or half of a surrogate pair'],
    [
      'groups',
      { identifier: 'a', external_ref: '\ud800' },
      '`external_ref` must not hold NUL or half of a surrogate pair',
    ],
    [
      'groups',
      { identifier: 'a', external_ref: 'S' },
      '`external_ref` belongs to another group; one that is no longer in the files passes it on with `--prune`',
    ],
    [
      'groups',
      { identifier: 'a', externalRef: 'x' },
      'has an unknown key `externalRef` (did you mean `external_ref`?)',
    ],
    ['units', { identifier: 'a' }, '`group` is missing'],
    ['units', { ...unit, group: 'nowhere' }, '`group` does not exist'],
    ['units', { ...unit, group: 'North' }, '`group` does not exist'],
    ['units', { ...unit, address: 'x' }, '`address` must be an object'],
    ['units', { ...unit, address: { town: 'x' } }, 'has an unknown key `address.town`'],
    ['units', { ...unit, 'address.city': 'x' }, 'has an unknown key `address.city`'],
    ['units', { ...unit, address: { city: false } }, '`address.city` must be a string'],
    [
      'units',
      { ...unit, address: { latitude: 90.000001 } },
      '`address.latitude` must be a number from -90 to 90 with at most 3 digits before and 6 after the point',
    ],
    [
      'units',
      { ...unit, address: { longitude: 1.0000001 } },
      '`address.longitude` must be a number from -180 to 180 with at most 3 digits before and 6 after the point',
    ],
    ['tenants', { ...tenant, active: 'true' }, '`active` must be true or false'],
    ['tenants', { ...tenant, phone_number: 491 }, '`phone_number` must be a string'],
    ['leases', { ...lease, start_date: '2023-02-29' }, `\`start_date\` ${day}`],
    ['leases', { ...lease, start_date: '' }, `\`start_date\` ${day}`],
    ['leases', { ...lease, end_date: '0000-01-01' }, `\`end_date\` ${day}`],
    ['leases', { ...lease, move_in_date: 20240101 }, `\`move_in_date\` ${day}`],
    ['leases', { ...lease, is_furnished: 1 }, '`is_furnished` must be true or false'],
    ['leases', { ...lease, minimum_days_notice: 1.5 }, `\`minimum_days_notice\` ${whole}`],
    ['leases', { ...lease, minimum_days_notice: 2147483648 }, `\`minimum_days_notice\` ${whole}`],
    ['leases', { ...lease, rent: '950' }, `\`rent\` ${decimal}`],
    ['leases', { ...lease, rent: 0.00001 }, `\`rent\` ${decimal}`],
    ['leases', { ...lease, deposit: 100000000000 }, `\`deposit\` ${decimal}`],
    ['leases', { ...lease, unit_id: undefined }, '`unit_id` is missing'],
    ['leases', { ...lease, unit_id: 'none' }, '`unit_id` names a unit that does not exist'],
    ['leases', { ...lease, unit_id: 's1' }, '`unit_id` names a unit of another group'],
    ['leases', { ...lease, tenants: undefined }, '`tenants` is missing'],
    ['leases', { ...lease, tenants: 'ann' }, '`tenants` must be a list of identifiers'],
    ['leases', { ...lease, tenants: ['ann', ''] }, '`tenants` has an entry (number 2) that must not be blank'],
    ['leases', { ...lease, tenants: ['ann', 'ann '] }, '`tenants` names a tenant (number 2) that does not exist'],
    ['leases', { ...lease, tenants: ['sue'] }, '`tenants` names a tenant (number 1) of another group'],
  ];

  it.each(RECORDS)('%s: %j: %s', async (file, record, reason) => {
    const before = await world.everything();
    await world.import({ [`${file}.ndjson`]: [record as object] });
    expect(world.reasons()).toEqual([`1: ${reason}`]);
    expect(world.rejected()).toEqual([
      { file: `${file}.ndjson`, line: 1, reason, record: JSON.parse(JSON.stringify(record)) as unknown },
    ]);
    expect(await world.everything()).toEqual(before);
  });

  it.each([
    [
      'units',
      { group: 7, adress: {}, address: { town: 'x', ctiy: 'x', latitude: 'north' }, unit_number: true },
      [
        'has an unknown key `adress`',
        'has an unknown key `address.town`',
        'has an unknown key `address.ctiy` (did you mean `address.city`?)',
        '`identifier` is missing',
        '`unit_number` must be a string',
        '`group` must be a string',
        '`address.latitude` must be a number from -90 to 90 with at most 3 digits before and 6 after the point',
      ],
    ],
    [
      'leases',
      { ...lease, start_date: 1, rent: 'x', is_furnished: 'no', tenants: [''], minimum_days_notice: 1.5 },
      [
        `\`start_date\` ${day}`,
        '`is_furnished` must be true or false',
        `\`minimum_days_notice\` ${whole}`,
        `\`rent\` ${decimal}`,
        '`tenants` has an entry (number 1) that must not be blank',
      ],
    ],
    [
      'leases',
      { ...lease, group: 'nowhere', unit_id: 'none', tenants: ['ann', 'nobody'] },
      [
        '`group` does not exist',
        '`unit_id` names a unit that does not exist',
        '`tenants` names a tenant (number 2) that does not exist',
      ],
    ],
    [
      'leases',
      { ...lease, unit_id: 's1', tenants: ['sue', 'nobody'] },
      [
        '`unit_id` names a unit of another group',
        '`tenants` names a tenant (number 1) of another group',
        '`tenants` names a tenant (number 2) that does not exist',
      ],
    ],
  ])('everything that is wrong with one of the %s: %j', async (kind, record, faults) => {
    await world.import({ [`${kind}.ndjson`]: [record] });
    expect(world.reasons()).toEqual([`1: ${faults.join('; ')}`]);
  });

  it('shows at most 20 faults of a record', async () => {
    const keys = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`colour ${index}`, 1]));
    await world.import({ 'groups.ndjson': [{ identifier: 'a', ...keys }] });
    expect(world.reasons()[0]).toMatch(/^1: has an unknown key `colour 0`; .*`colour 19`; and 80 more$/);
  });

  it('everything that is wrong with the headers of all files, before anything is read', async () => {
    const files = {
      'groups.csv': 'identifier\tref\n',
      'units.csv': 'identifier,group,adress.city,latitude,address.longitude,street\n',
      'tenants.csv': 'identifier,mail,identifier\n',
    };
    await expect(world.import(files)).rejects.toThrow(
      [
        'The columns of groups.csv look separated by tabs: use --delimiter tab.',
        'units.csv has an unknown column `adress.city` (did you mean `address.city`?), an unknown column `latitude` (did you mean `address.latitude`?), an unknown column `street`. Accepted columns: identifier, external_ref, unit_number, group, address.building_name, address.address_line_1, address.address_line_2, address.city, address.country, address.state, address.postal_code, address.latitude, address.longitude. See --ignore-columns.',
        'tenants.csv has an unknown column `mail` (did you mean `email_address`?), the column `identifier` twice, no column `group`. Accepted columns: identifier, group, external_ref, email_address, phone_number, first_name, last_name, active. See --ignore-columns.',
      ].join('\n'),
    );
  });

  it('lines that cannot be read; the lines around them are loaded', async () => {
    const content = Buffer.concat([
      Buffer.from('\ufeff{"identifier":"one"}\r\n\n{"identifier":"tw\n{"identifier":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(`"}\n{"identifier":"${'x'.repeat(1_100_000)}"}\n{"identifier":"six"}`),
    ]);
    await world.import({ 'groups.ndjson': content });
    expect(world.reasons()).toEqual(['3: is not valid JSON', `4: ${NOT_UTF_8}`, '5: is longer than 1048576 bytes']);
    expect(await world.identifiers('groups')).toEqual(expect.arrayContaining(['one', 'six']));
  });

  it('a record nested too deeply to be serialised, and writes it as it is in the file', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const line = `{"identifier":"deep", "group":"north","first_name":${deep}}`;
    await world.import({ 'tenants.ndjson': `${line}\n{"identifier":"next","group":"north"}` });
    expect(world.reasons()).toEqual(['1: `first_name` must be a string']);
    expect(readFileSync(world.rejects, 'utf8')).toContain(`,"record":${line}}\n`);
    expect(await world.identifiers('tenants')).toContain('next');
  });

  it.each([
    ['{"identifier":"d1","group":"north","group":"south"}', 'group'],
    ['{"identifier":"d1","group":"north", "gr\\u006fup" : null}', 'group'],
    ['{"identifier":"d1","group":"north","address":{"city":"a:b","state":"{","city":"x\\":"}}', 'city'],
    ['{"identifier":"d0","identifier":"d1","group":"north"}', 'identifier'],
    [
      '{"identifier":"d1","group":"north","unit_number":"\\"group\\":{\\"group\\":","address":{"city":"group:"}}',
      undefined,
    ],
  ])('a JSON object that has a name twice: %s', async (line, name) => {
    const all = { prune: true, maxPrune: { percent: 100 }, dryRun: true };
    const report = await world.import({ 'units.ndjson': line, 'leases.ndjson': [] }, all);
    expect(world.reasons()).toEqual(name === undefined ? [] : [`1: has \`${name}\` twice in one object`]);
    expect(report.notPruned).toEqual(name === 'identifier' ? ['units'] : []);
  });

  it('a JSON number that a parser would round, but not digits in a string', async () => {
    const record = (rent: string, identifier: string) =>
      `{"identifier":"${identifier}","group":"north","unit_id":"n1","tenants":[],"rent":${rent}}`;
    await world.import({
      'leases.ndjson': [record('100.00000000000000001', 'r1'), record('99999999999.9999', '12345678901234567890')].join(
        '\n',
      ),
    });
    expect(world.reasons()).toEqual(['1: has a number with more than 15 digits']);
  });

  it('CSV rows, reported by the line on which each starts', async () => {
    const content = Buffer.concat([
      Buffer.from(
        'identifier,group,unit_number,address.latitude\nc1,north,"two\r\nlines",1e1\n\nc2,north\nc3,north,a"b,\n',
      ),
      Buffer.from('c4,north,'),
      Buffer.from([0xff]),
      Buffer.from(',\nc5,north,é,1.2500000\n,north,,\nc6,north,"open,\nc7,north,,\n'),
    ]);
    await world.import({ 'units.csv': content });
    expect(world.reasons()).toEqual([
      '2: `address.latitude` must be a number from -90 to 90 with at most 3 digits before and 6 after the point',
      '5: has 2 cells, the header has 4',
      '6: has a misplaced quote',
      `7: ${NOT_UTF_8}`,
      '9: `identifier` is missing',
      '10: has an unclosed quote or is too long; the rest of the file is not read',
    ]);
    expect(await world.identifiers('units')).toContain('c5');
  });

  it('a CSV row of more than 1 MiB, and the rest of its file', async () => {
    await world.import({ 'units.csv': `identifier,group\nu1,north\n${'x'.repeat(1_100_000)},north\nu3,north\n` });
    expect(world.reasons()).toEqual(['3: has an unclosed quote or is too long; the rest of the file is not read']);
    expect(await world.identifiers('units')).toContain('u1');
  });

  it('each file that is named like those that are read', async () => {
    const formats = ['tenants.jsonl', 'tenants.json', 'leases.tsv', 'units.txt', 'units.xlsx', 'leases.csv.gz'];
    const copies = ['groups.csv', 'tenants (1).csv', 'tenants.csv~', 'units.csv.bak', 'Copy of leases.csv'];
    const names = ['lease.csv', 'Units.CSV', 'tenants', 'dbo.tenants.csv', 'TenantsExport.dat', 'leases-2026-01.csv'];
    const unread = [...formats, ...copies, ...names, 'tenants.sql'].toSorted();
    const files = Object.fromEntries(unread.map((name) => [name, '']));
    const failed: unknown = await world.import({ 'groups.ndjson': [], ...files }).catch((error: unknown) => error);
    const lines = (failed as Error).message.split('\n').map((line) => line.split(' is not read: '));
    expect(lines.map(([name]) => name)).toEqual(unread);
    expect(new Set(lines.map(([, advice]) => advice)).size).toBe(6);
  });

  it.each([
    [{}, /There is no file to import/],
    [{ 'groups.csv': '' }, /groups.csv has no readable header row/],
    [
      { 'groups.csv': 'identifier,colour\n' },
      /groups.csv has an unknown column `colour`. Accepted columns: identifier, external_ref. See --ignore-columns/,
    ],
    [{ 'groups.csv': 'identifier,jane@example.org\n' }, /groups.csv has an unknown column `\(not shown\)`\./],
    [{ 'groups.csv': 'identifier,030 12 34\n' }, /groups.csv has an unknown column `\(not shown\)`\./],
    [{ 'groups.csv': 'identifier;external_ref\n' }, /groups.csv look separated by semicolons: use --delimiter ';'/],
    [{ 'groups.csv': 'identifier\tcolour\n' }, /groups.csv look separated by tabs: use --delimiter tab/],
    [{ 'groups.csv': 'identifier,identifier\n' }, /the column `identifier` twice/],
    [{ 'leases.csv': 'identifier,group,unit_id\n' }, /leases.csv has no column `tenants`/],
  ])('a folder that is not right, and changes nothing: %j', async (files, message) => {
    await expect(world.import(files)).rejects.toThrow(message);
    if (Object.keys(files).length === 0) return;
    const more = { 'tenants.ndjson': [{ ...tenant, identifier: 'never' }] };
    await expect(world.import({ ...files, ...more })).rejects.toThrow(message);
    expect(await world.identifiers('tenants')).not.toContain('never');
  });
});
