/** What a REST request is read as, and what the records of its answer are written as. */

import { ServiceError } from '../../src/errors';
import type { Address, Lease, Tenant } from '../../src/model/records';
import { lastId, toWireLease, toWireTenant } from '../../src/rest/records';
import { readFindForTenant, readTenants } from '../../src/rest/requests';
import { ADDRESS_COLUMNS, addressWith, graphqlName } from '../oracle/world';

const TODAY = '2026-03-15';

const outcome = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError) return error.reason === 'invalidRequest' ? error.message : error.entry.type;
    throw error;
  }
};

describe('criteria', () => {
  const page = { limit: 100, direction: 'forward', after: 0 };

  test('of a tenant', () => {
    const body = { identifier: 'i', external_ref: 'e', email_address: 'm', phone_number: 'p', group_id: 'g' };
    const criteria = { identifier: 'i', externalRef: 'e', emailAddress: 'm', phoneNumber: 'p' };
    const group = { by: 'identifier', value: 'g' };
    expect(readFindForTenant(body, TODAY)).toEqual({ criteria: { ...criteria, group }, page });
    for (const [active, activeOn] of [
      [true, TODAY],
      [false, undefined],
      [null, undefined],
    ]) {
      expect(readFindForTenant({ ...body, active }, TODAY).criteria).toEqual({ ...criteria, group, activeOn });
    }
  });

  test('of a lease', () => {
    const body = {
      identifier: 'i',
      min_move_in_date: '2024-02-29',
      max_move_in_date: '2024-03-01',
      group_external_ref: 'r',
      address: { city: 'c', latitude: -1.5 },
    };
    expect(readTenants(body)).toEqual({
      criteria: {
        identifier: 'i',
        minMoveInDate: '2024-02-29',
        maxMoveInDate: '2024-03-01',
        group: { by: 'externalRef', value: 'r' },
        address: { city: 'c', latitude: -1.5 },
      },
      page,
    });
    expect(readTenants({ address: { city: null } })).toEqual({ criteria: {}, page });
  });
});

test.each<[object, string]>([
  [{ identifier: 5 }, '`identifier` must be a string.'],
  [{ identifier: '' }, '`identifier` must not be blank.'],
  [{ identifier: 'x'.repeat(256) }, '`identifier` must be at most 255 characters long.'],
  [{ identifier: 'a\0' }, '`identifier` must not hold NUL or half of a surrogate pair.'],
  [{ group_id: '\uD83D' }, '`group_id` must not hold NUL or half of a surrogate pair.'],
  [{ min_move_in_date: '2023-02-29' }, '`min_move_in_date` must be a day of the calendar as YYYY-MM-DD.'],
  [{ address: [] }, '`address` must be an object.'],
  [{ address: 'x' }, '`address` must be an object.'],
  [{ address: { city: 5 } }, '`address.city` must be a string.'],
  [{ address: { city: ' ' } }, '`address.city` must not be blank.'],
  [{ address: { latitude: '1' } }, '`address.latitude` must be a number.'],
  [{ address: { longitude: Infinity } }, '`address.longitude` must be a number.'],
  [{ address: { zip: 'x' } }, `\`address\` must hold nothing but ${ADDRESS_COLUMNS.join(', ')}.`],
])('%j is refused', (body, message) => {
  expect(outcome(() => readTenants(body))).toBe(message);
});

test.each<[object, string]>([
  [{}, 'noTenantInformation'],
  [{ group_id: 'g', active: true }, 'noTenantInformation'],
  [{ external_ref: 'e' }, 'externalRefWithoutGroup'],
  [{ identifier: 'i', external_ref: 'e' }, 'externalRefWithoutGroup'],
  [{ group_id: 'g', group_external_ref: 'r' }, 'bothGroupIdentifiers'],
  [{ external_ref: 'e', group_id: 'g', group_external_ref: 'r' }, 'bothGroupIdentifiers'],
])('contract 4.1: %j breaks a rule', (body, reason) => {
  expect(() => readFindForTenant(body, TODAY)).toThrow(expect.objectContaining({ reason }));
});

test('contract 4.2: two kinds of group are refused', () => {
  const body = { group_id: 'g', group_external_ref: 'r' };
  expect(() => readTenants(body)).toThrow(expect.objectContaining({ reason: 'bothGroupIdentifiers' }));
});

test.each(['identifier', 'email_address', 'phone_number'])('contract 4.1: %s is enough', (name) => {
  expect(Object.values(readFindForTenant({ [name]: 'x' }, TODAY).criteria).filter(Boolean)).toEqual(['x']);
});

test('a flag is true or false', () => {
  expect(outcome(() => readFindForTenant({ identifier: 'i', active: 'true' }, TODAY))).toBe(
    '`active` must be true or false.',
  );
});

test('decision 8: a blank identification counts as absent, and no other character is a blank', () => {
  const identifierOf = (identifier: string) => readFindForTenant({ identifier, phone_number: 'p' }, TODAY).criteria;
  for (const blank of ['', ' ', '   ']) expect(identifierOf(blank).identifier).toBeUndefined();
  for (const text of ['\t', ' x', 'x ', '\u00A0', ' \n']) expect(identifierOf(text).identifier).toBe(text);
});

test.each<[unknown, unknown]>([
  [undefined, 0],
  [null, 0],
  ['1', 0],
  [1, 0],
  ['0', 0],
  ['2', 2],
  [100, 100],
  ['0000000000000000002', 2],
  ['9007199254740991', 9007199254740991],
])('after-id %j continues after %d', (afterId, after) => {
  expect(readTenants({ 'after-id': afterId }).page).toEqual({ limit: 100, direction: 'forward', after });
});

test.each(['-1', -1])('after-id %j requests nothing', (afterId) => {
  expect(readTenants({ 'after-id': afterId }).page).toBeNull();
});

test.each([
  '',
  ' 1',
  '1 ',
  '-2',
  -2,
  1.5,
  '1.5',
  '00000000000000000002',
  '9007199254740992',
  1e300,
  'x',
  '1x',
  true,
  [],
  {},
  ['1'],
])('after-id %j is no cursor', (afterId) => {
  expect(outcome(() => readTenants({ 'after-id': afterId }))).toBe('invalid_cursor');
});

describe('records', () => {
  const group = { rowId: 7, identifier: 'north', externalRef: 'N' };
  const tenant: Tenant = {
    rowId: 3,
    identifier: 't',
    group,
    externalRef: 'te',
    emailAddress: 'mail',
    phoneNumber: 'phone',
    firstName: 'first',
    lastName: 'last',
    active: false,
  };
  const lease: Lease = {
    rowId: 5,
    identifier: 'l',
    group,
    startDate: '2024-01-01',
    endDate: '2025-01-01',
    moveInDate: '2024-01-02',
    isFurnished: true,
    minimumDaysNotice: 30,
    deposit: 1500.5,
    rent: 750.25,
    unit: {
      identifier: 'u',
      externalRef: 'ue',
      number: '12 b',
      address: Object.fromEntries(
        ADDRESS_COLUMNS.map((column) => [graphqlName(column), `the ${column}`]),
      ) as unknown as Address,
    },
    tenants: [tenant],
  };

  test('contract 2.1, 2.2 and 2.4: a lease', () => {
    expect(toWireLease(lease)).toEqual({
      identifier: 'l',
      start_date: '2024-01-01',
      end_date: '2025-01-01',
      move_in_date: '2024-01-02',
      tenants: [
        {
          identifier: 't',
          external_ref: 'te',
          email_address: 'mail',
          phone_number: 'phone',
          active: false,
          group: 'north',
        },
      ],
      unit_id: 'u',
      unit_external_ref: 'ue',
      is_furnished: true,
      minimum_days_notice: 30,
      deposit: 1500.5,
      rent: 750.25,
      unit_number: '12 b',
      address: addressWith((column) => `the ${column}`),
    });
  });

  test('contract 2.3: a tenant', () => {
    expect(toWireTenant(tenant)).toEqual({
      identifier: 't',
      email_address: 'mail',
      first_name: 'first',
      last_name: 'last',
      external_ref: 'te',
      phone_number: 'phone',
    });
  });

  test('contract section 8: `last_id` is the id of the last record, or -1 when nothing follows', () => {
    expect(lastId({ records: [lease, lease, tenant], hasMore: true })).toBe(3);
    expect(lastId({ records: [lease, tenant], hasMore: false })).toBe(-1);
    expect(lastId({ records: [], hasMore: true })).toBe(-1);
  });
});
