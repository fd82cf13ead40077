/** What a tape has of a request, and what a replay makes of it. */

import { valueHash } from '../../src/comparison/differences';
import { callerNames, readTokenFile } from '../../src/replay/callers';
import { hashPersonalValues, operationOf, readTapedRequest, restoreValues } from '../../src/replay/tape';
import { signToken } from '../support/tokens';

const hash = valueHash('key');

describe('hashed values', () => {
  it('are all but those of the fields that say which records are meant', () => {
    const body = {
      identifier: 'lease-1',
      active: true,
      group_id: null,
      'after-id': 17,
      min_move_in_date: '2025-01-01',
      email_address: 'ada@example.com',
      phone_number: 441134960101,
      external_ref: 'ada@example.com',
      name: 'Ada',
      'ada@example.com': true,
      address: { city: 'Leeds', latitude: 53.7, owner: 'Ada', state: ['ada'] },
      group_external_ref: { of: 'Ada' },
    };
    const { body: kept, hashed } = hashPersonalValues(body, hash);
    expect(JSON.stringify([kept, hashed])).not.toMatch(/ada|4960101/i);
    expect(kept).toEqual({
      identifier: 'lease-1',
      active: true,
      group_id: null,
      'after-id': 17,
      min_move_in_date: '2025-01-01',
      email_address: hash('ada@example.com'),
      phone_number: hash('441134960101'),
      external_ref: hash('ada@example.com'),
      name: hash('Ada'),
      [`#${hash('ada@example.com')}`]: hash('true'),
      address: { city: 'Leeds', latitude: 53.7, owner: hash('Ada'), state: hash('["ada"]') },
      group_external_ref: hash('{"of":"Ada"}'),
    });
    expect(hashed).toEqual([
      'email_address',
      'phone_number',
      'external_ref',
      'name',
      `#${hash('ada@example.com')}`,
      'address.owner',
      'address.state',
      'group_external_ref',
    ]);
  });

  it('are also names that may be personal: all but those of the contract and plain words', () => {
    const shown = { address_line_1: 'a', identifer: 'a', 'group-external-ref': 'a', phone_number: 'a' };
    const hidden = ['0113-4960101', 'tel_441134960101', 'sk_live_51HqLyjWDarj', 'Ada', 'ada_', 'a'.repeat(41)];
    const named = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, 'a']));
    const body = { ...shown, ...named(hidden), address: { address_line_2: 'a', owner: 'a', ...named(hidden) } };
    const { body: kept, hashed } = hashPersonalValues(body, hash);
    const hashes = hidden.map((name) => `#${hash(name)}`);
    expect(Object.keys(kept as object)).toEqual([...Object.keys(shown), ...hashes, 'address']);
    expect(Object.keys((kept as typeof body).address)).toEqual(['address_line_2', 'owner', ...hashes]);
    expect(hashed).toEqual(expect.arrayContaining(hashes.flatMap((name) => [name, `address.${name}`])));
  });

  it.each([['a text'], [['a list']], [17]])('are a whole body that is no object: %j', (body) => {
    const { body: kept, hashed } = hashPersonalValues(body, hash);
    expect([kept, hashed]).toEqual([hash(typeof body === 'string' ? body : JSON.stringify(body)), ['']]);
    expect(restoreValues(kept, hashed, new Map())).toBeUndefined();
  });

  it('are restored only if each is known', () => {
    const body = { email_address: 'ada@example.com', phone_number: '0113', address: { owner: 'Ada', city: 'Leeds' } };
    const { body: kept, hashed } = hashPersonalValues(body, hash);
    const values = new Map(['ada@example.com', '0113', 'Ada'].map((value) => [hash(value), value]));
    expect(restoreValues(kept, hashed, values)).toEqual(body);
    values.delete(hash('0113'));
    expect(restoreValues(kept, hashed, values)).toBeUndefined();
  });

  it('do not include a value that merely looks like a hash', () => {
    const body = { identifier: hash('ada@example.com') };
    expect(restoreValues(body, [], new Map([[hash('ada@example.com'), 'ada@example.com']]))).toEqual(body);
  });

  it('leave a tape with all values as it is, however deeply a body is nested', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`) as { a: string };
    expect(restoreValues(deep, [], new Map())).toBe(deep);
  });
});

test.each([
  ['/leases/find-for-tenant/', 'find-for-tenant'],
  ['/api/v1/leases/find-for-tenant', 'find-for-tenant'],
  ['/leases/tenants/', 'tenants'],
  ['/leases/tenants', 'tenants'],
  ['/leases/', undefined],
  ['/leases/tenants/1', undefined],
])('the path %s is of the operation %s', (path, operation) => expect(operationOf(path)).toBe(operation));

describe('a line of a tape', () => {
  const line = { at: 1, operation: 'tenants', caller: null, type: null, status: 200 };

  it('is read as it was written', () => {
    expect(readTapedRequest(JSON.stringify(line))).toEqual(line);
    const more = { ...line, caller: 'billing', body: {}, hashed: ['a'], lastId: 7 };
    expect(readTapedRequest(JSON.stringify(more))).toEqual(more);
  });

  test.each([
    ['{', 'is not JSON'],
    ['null', 'has no valid at, operation, caller, type, status'],
    [JSON.stringify({ ...line, operation: 'constructor' }), 'has no valid operation'],
    [JSON.stringify({ ...line, caller: 3, hashed: [3], lastId: '3' }), 'has no valid caller, lastId, hashed'],
  ])('that is broken is refused: %s', (text, message) => expect(() => readTapedRequest(text)).toThrow(message));
});

describe('callers', () => {
  const file = readTokenFile(
    JSON.stringify({ billing: { left: 'left-token', right: 'right-token' }, web: { subject: 'web-app' } }),
  );
  const nameCaller = callerNames(file, hash);

  it('have the name of the token file', async () => {
    expect(nameCaller('Bearer left-token')).toBe('billing');
    expect(nameCaller(`bearer ${await signToken({ subject: 'web-app' })}`)).toBe('web');
  });

  it('have a hash that stays the same when a token is renewed', async () => {
    const [first, renewed, other] = await Promise.all([
      signToken({ subject: 'jane' }),
      signToken({ subject: 'jane', expiresIn: 7200 }),
      signToken({ subject: 'joe' }),
    ]);
    const names = [first, renewed, other].map((token) => nameCaller(`Bearer ${token}`));
    expect(names[0]).toMatch(/^#[0-9a-f]{16}$/);
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
    expect(nameCaller('Bearer an-opaque-token')).toBe(`#${hash('an-opaque-token')}`);
  });

  it('are none without a header', () => expect(nameCaller(undefined)).toBeNull());

  test.each([['a.b.c'], ['a.bnVsbA.c'], ['a.W10.c'], [''], ['..']])(
    'are a hash for a token that is none: %j',
    (token) => {
      expect(nameCaller(`Bearer ${token}`)).toBe(`#${hash(token)}`);
    },
  );

  test.each([
    ['{', 'is not JSON'],
    ['[]', 'is not an object'],
    ['{"a":"secret-token"}', 'has a caller that is not an object'],
    ['{"a":{"left":3}}', 'has a caller that is not an object'],
    ['{"a":{"lefts":"secret-token"}}', 'has a caller that is not an object'],
  ])('of a token file that is broken are refused: %s', (text, message) => {
    expect(() => readTokenFile(text)).toThrow(message);
    expect(() => readTokenFile(text)).not.toThrow('secret');
  });
});
