import { execFileSync } from 'node:child_process';

import { curlLine, shortened } from '../../tools/demo/curl';

test('a shell passes the printed command to curl unchanged, including quotes', () => {
  const body = { email_address: `o'neil"$HOME\`@example.org` };
  const line = curlLine({ title: '', url: 'http://127.0.0.1:1/leases/find-for-tenant/', token: 'abc', body });
  const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], { encoding: 'utf8' });
  expect(printed.trimEnd().split('\n')).toEqual([
    '-s',
    'http://127.0.0.1:1/leases/find-for-tenant/',
    '-H',
    'Authorization: Bearer abc',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify(body),
  ]);
});

test('a long answer keeps the first entry of every list and counts the others', () => {
  expect(
    shortened({ leases: [{ id: 1, tenants: [{ id: 5 }, { id: 6 }] }, { id: 2 }, { id: 3 }], last_id: -1 }),
  ).toEqual({
    leases: [{ id: 1, tenants: [{ id: 5 }, '… and 1 more'] }, '… and 2 more'],
    last_id: -1,
  });
  expect(shortened([null, []])).toEqual([null, '… and 1 more']);
  expect(shortened([])).toEqual([]);
});
