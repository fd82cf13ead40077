import type { Json } from '../../cutover/contract/answers';
import { readKnown } from '../../cutover/cli/conformance';
import { NOTHING_KNOWN } from '../../cutover/conformance/samples';

test('every part may be left out', () => {
  expect(readKnown({})).toEqual(NOTHING_KNOWN);
  expect(readKnown({ hidden: { leases: ['l-900'] } }).hidden).toEqual({ tenants: [], leases: ['l-900'] });
});

test.each([
  ['[]', 'must be like {"groups": '],
  ['{"tenant":[]}', 'must be like {"groups": '],
  ['{"groups":{}}', 'must be like {"groups": '],
  ['{"hidden":{"leases":[7]}}', 'must be like {"groups": '],
  ['{"hidden":{"lease":[]}}', 'must be like {"groups": '],
])('%s is refused: %s', (file, message) => {
  expect(() => readKnown(JSON.parse(file) as Json)).toThrow(message);
});
