/** The oracle against expectations written by hand from the contract and the decisions. */

import { type Operation, restAnswer } from './answer';
import { connection } from './page';
import { leaseRow as lease, tenantRow as tenant } from './rows';
import { addressWith, type LeaseRow, type Sight, type UnitRow, type World } from './world';

const TODAY = '2026-03-01';

const UNIT: UnitRow = {
  id: 1,
  identifier: 'u1',
  group_id: 1,
  external_ref: 'U-1',
  unit_number: '4',
  ...addressWith(() => null),
  address_line_1: ' Große Straße 1',
  city: 'Köln',
  country: '',
  latitude: '-1.737421',
};

const WORLD: World = {
  groups: [
    { id: 1, identifier: 'g1', external_ref: 'G-1' },
    { id: 2, identifier: 'g2', external_ref: null },
  ],
  units: [UNIT],
  tenants: [
    tenant(1, { external_ref: '01', email_address: ' Ann@Example.org ', phone_number: '0049 (30) 1' }),
    tenant(2, { group_id: 2, external_ref: '01', email_address: 'ann@example.org' }),
    tenant(3, { email_address: 'STRAẞE@example.org', phone_number: '---' }),
  ],
  leases: [
    lease(1, {
      unit_id: 1,
      start_date: '2026-02-28',
      end_date: '2026-03-02',
      move_in_date: '2026-02-28',
      rent: '9.50',
    }),
    lease(2, { start_date: TODAY, end_date: '9999-12-31' }),
    lease(3, { group_id: 2, move_in_date: '2026-02-28' }),
  ],
  pairs: [
    { tenant_id: 1, lease_id: 1, group_id: 1 },
    { tenant_id: 3, lease_id: 1, group_id: 1 },
    { tenant_id: 1, lease_id: 2, group_id: 1 },
    { tenant_id: 2, lease_id: 3, group_id: 2 },
  ],
};

type Case = [body: unknown, expected: unknown, sight?: Sight];

/** The identifiers of the records, or the status and type of the error. */
function ask(operation: Operation, body: unknown, sight: Sight = 'all'): unknown {
  const answer = restAnswer(WORLD, sight, { operation, body: JSON.stringify(body) }, TODAY);
  const content = answer.body as Record<'leases' | 'tenants', { identifier: string }[]> & { error?: { type: string } };
  if (content.error) return `${answer.status} ${content.error.type}`;
  return (operation === 'tenants' ? content.tenants : content.leases).map(({ identifier }) => identifier);
}

test.each<Case>([
  [{ identifier: 't1' }, ['l1', 'l2']],
  [{ identifier: 'T1' }, []],
  [{ identifier: 't1', 'after-id': '1' }, ['l1', 'l2']],
  [{ identifier: 't1', 'after-id': 2 }, []],
  [{ identifier: 't1', 'after-id': -1 }, []],
  [{ identifier: 't1', 'after-id': '1.9' }, '400 invalid_cursor'],
  [{ identifier: 't1', active: true }, ['l1']],
  [{ identifier: 't1', phone_number: '+49301' }, ['l1', 'l2']],
  [{ identifier: 't1', phone_number: '49301' }, []],
  [{ phone_number: '---' }, []],
  [{ email_address: 'ANN@example.org' }, ['l1', 'l2', 'l3']],
  [{ email_address: 'ANN@example.org' }, ['l3'], ['g2', 'g9']],
  [{ email_address: 'ANN@example.org' }, [], []],
  [{ email_address: 'straẞe@example.org' }, ['l1']],
  [{ email_address: 'straße@example.org' }, []],
  [{ email_address: 'strasse@example.org' }, []],
  [{ external_ref: '01', group_id: 'g1' }, ['l1', 'l2']],
  [{ external_ref: '01', group_external_ref: 'G-1' }, ['l1', 'l2']],
  [{ external_ref: '1', group_id: 'g1' }, []],
  [{ external_ref: '01', email_address: 'a' }, '400 both_group_identifiers_provided'],
  [{ group_id: 'g1', group_external_ref: 'G-1' }, '400 both_group_identifiers_provided'],
  [{ group_id: 'g1', email_address: ' ' }, '400 no_tenant_information'],
  [{ 'after-id': 'x' }, '400 no_tenant_information'],
  [{ identifier: 0 }, '400 invalid_request'],
  [[], '400 invalid_request'],
])('find-for-tenant %j', (...[body, expected, sight]: Case) => {
  expect(ask('find-for-tenant', body, sight)).toEqual(expected);
});

test.each<Case>([
  [{}, ['t1', 't2', 't3']],
  [{}, ['t1', 't3'], ['g1']],
  [{}, '404 not_found', []],
  [{ identifier: 'l1' }, ['t1', 't3']],
  [{ identifier: '' }, '400 invalid_request'],
  [{ min_move_in_date: '2026-02-28', max_move_in_date: '2026-02-28', group_id: ' ' }, ['t1', 't2', 't3']],
  [{ min_move_in_date: '2026-03-01' }, '404 not_found'],
  [{ min_move_in_date: '2026-02-29' }, '400 invalid_request'],
  [{ address: { city: 'koln ', address_line_1: 'GROSSE STRASSE 1' } }, ['t1', 't3']],
  [{ address: { city: 'Kölln' } }, '404 not_found'],
  [{ address: { city: ' ' } }, '400 invalid_request'],
  [{ address: { zip: 'a' } }, '400 invalid_request'],
  [{ address: {} }, ['t1', 't2', 't3']],
  [{ address: { latitude: -1.737321 } }, ['t1', 't3']],
  [{ address: { latitude: -1.7373209 } }, '404 not_found'],
  [{ 'after-id': '-1' }, '404 not_found'],
  [{ 'after-id': 3 }, '404 not_found'],
])('tenants %j', (...[body, expected, sight]: Case) => {
  expect(ask('tenants', body, sight)).toEqual(expected);
});

test('a record has every field of the contract', () => {
  const request = { operation: 'find-for-tenant', body: '{"identifier":"t3"}' } as const;
  expect(restAnswer(WORLD, ['g1'], request, TODAY)).toEqual({
    status: 200,
    body: {
      leases: [
        {
          identifier: 'l1',
          start_date: '2026-02-28',
          end_date: '2026-03-02',
          move_in_date: '2026-02-28',
          tenants: [
            {
              identifier: 't1',
              external_ref: '01',
              email_address: ' Ann@Example.org ',
              phone_number: '0049 (30) 1',
              active: true,
              group: 'g1',
            },
            {
              identifier: 't3',
              external_ref: null,
              email_address: 'STRAẞE@example.org',
              phone_number: '---',
              active: true,
              group: 'g1',
            },
          ],
          unit_id: 'u1',
          unit_external_ref: 'U-1',
          is_furnished: null,
          minimum_days_notice: null,
          deposit: null,
          rent: 9.5,
          unit_number: '4',
          address: {
            ...addressWith(() => null),
            address_line_1: ' Große Straße 1',
            city: 'Köln',
            country: '',
            latitude: -1.737421,
          },
        },
      ],
      last_id: -1,
    },
  });
});

test('`last_id` is the last id of a page that another row follows, else -1', () => {
  const many = Array.from({ length: 101 }, (_, at) => lease(at * 2 + 1));
  const pairs = many.map(({ id }) => ({ tenant_id: 1, lease_id: id, group_id: 1 }));
  const lastId = (body: string, leases: readonly LeaseRow[]): unknown =>
    restAnswer({ ...WORLD, leases, pairs }, 'all', { operation: 'find-for-tenant', body }, TODAY).body;
  expect(lastId('{"identifier":"t1"}', many)).toMatchObject({ last_id: 199 });
  expect(lastId('{"identifier":"t1"}', many.slice(1))).toMatchObject({ last_id: -1 });
  expect(lastId('{"identifier":"t1","after-id":199}', many)).toMatchObject({ leases: [{}], last_id: -1 });
});

test.each([
  [{}, [1, 2, 3, 4], false, false],
  [{ first: 2 }, [1, 2], false, true],
  [{ last: 2 }, [3, 4], true, false],
  [{ first: 2, after: 1, before: 4 }, [2, 3], true, true],
  [{ last: 2, after: 1, before: 4 }, [2, 3], true, true],
  [{ first: 2, after: 2 }, [3, 4], true, false],
  [{ last: 1, before: 3 }, [2], true, true],
  [{ first: 0 }, [], false, true],
  [{ last: 0 }, [], true, false],
  [{ first: 2, after: 4 }, [], true, false],
])('connection %j', (bounds, ids, hasPreviousPage, hasNextPage) => {
  const page = connection([lease(1), lease(2), lease(3), lease(4)], bounds);
  expect({ ...page, rows: page.rows.map(({ id }) => id) }).toEqual({
    rows: ids,
    hasPreviousPage,
    hasNextPage,
    totalCount: 4,
  });
});
