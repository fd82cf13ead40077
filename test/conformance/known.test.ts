import { NOTHING_KNOWN, readKnown } from '../../cutover/conformance/known';

test('every part may be left out', () => {
  expect(readKnown('{}')).toEqual(NOTHING_KNOWN);
  const { hidden, leases } = readKnown(
    '{"hidden":{"leases":["l-900"]},"leases":[{"identifier":"l-7","deposit":1200.5}]}',
  );
  expect(hidden).toEqual({ tenants: [], leases: ['l-900'] });
  expect(leases).toEqual([{ identifier: 'l-7', deposit: 1200.5 }]);
});

test.each([
  ['{', 'it is not JSON'],
  ['[]', 'the file must be an object'],
  ['{"tenant":[]}', 'the file has the unknown field tenant; it may have tenants, leases, groups, hidden'],
  ['{"tenants":{}}', 'the file.tenants must be an array'],
  ['{"tenants":[{"email_address":"a@b.c"}]}', 'the file.tenants[0] must have identifier'],
  ['{"leases":[{"identifier":7}]}', 'the file.leases[0].identifier must be a text'],
  ['{"groups":[{"group_id":"acme"}]}', 'the file.groups[0] must have group_external_ref'],
])('%s is refused: %s', (file, message) => {
  expect(() => readKnown(file)).toThrow(message);
});
