import { NOTHING_KNOWN, readKnown } from '../../cutover/conformance/known';

test('every part may be left out', () => {
  expect(readKnown('{}')).toEqual(NOTHING_KNOWN);
  expect(readKnown('{"hidden":{"leases":["l-900"]}}').hidden).toEqual({ tenants: [], leases: ['l-900'] });
});

test.each([
  ['{', 'it is not JSON'],
  ['[]', 'the file must be an object'],
  ['{"tenant":[]}', 'the file has the unknown field tenant; it may have groups, hidden'],
  ['{"groups":{}}', 'the file.groups must be an array'],
  ['{"hidden":{"leases":[7]}}', 'the file.hidden.leases[0] must be a text'],
  ['{"groups":[{"group_id":"acme"}]}', 'the file.groups[0] must have group_external_ref'],
])('%s is refused: %s', (file, message) => {
  expect(() => readKnown(file)).toThrow(message);
});
