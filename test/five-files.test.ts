/** The README names five files for each lookup and transport, and each file calls the next by name. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..');

/** The function of the next file that each file calls. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'src/lookups/lookups.ts': ['lookups.leasesForTenant(', 'lookups.tenantsByLease('],
  'src/lookups/find-records.ts': ['await pageOfLeases(', 'await pageOfTenants('],
  'src/db/lease-queries.ts': ['leasesOfMatchingTenants('],
  'src/db/listing.ts': ['tenantsOfMatchingLeases('],
  'src/db/visible-records.ts': ['(BY_ID)'],
};

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function importsOf(path: string): string[] {
  const specifiers = [...read(path).matchAll(/ from '(\.[^']+)';/g)].map(([, specifier]) => specifier ?? '');
  return specifiers.map((specifier) => `${join(dirname(path), specifier)}.ts`);
}

/** The files of a column of the README's table, by transport. */
function chains(): string[][] {
  const section = read('README.md')
    .split(/^## /m)
    .find((one) => one.startsWith('A request in five files'))!;
  const rows = section.split('\n').filter((line) => /^\| \d /.test(line));
  expect(rows).toHaveLength(5);
  const [first, ...others] = rows.map((row) =>
    row
      .split('|')
      .slice(2, 4)
      .map((cell) => [...cell.matchAll(/\]\((src\/[^)]+)\)/g)].map(([, path]) => path!)),
  );
  return first!.flatMap((starts, column) => starts.map((start) => [start, ...others.map((row) => row[column]![0]!)]));
}

const found = chains();

test('the README names four paths', () => {
  const [restLeases, graphqlLeases, restTenants, graphqlTenants] = found;
  expect(found).toHaveLength(4);
  expect([restLeases![0], restTenants![0]]).toEqual(['src/rest/router.ts', 'src/rest/router.ts']);
  expect([graphqlLeases![0], graphqlTenants![0]]).toEqual(['src/resolvers/resolvers.ts', 'src/resolvers/resolvers.ts']);
  expect(restLeases!.slice(1)).toEqual(graphqlLeases!.slice(1));
  expect(restTenants!.slice(1)).toEqual(graphqlTenants!.slice(1));
});

describe.each(found)('%s', (...chain) => {
  test.each(chain.slice(1).map((next, index) => [chain[index]!, next]))('%s calls %s', (path, next) => {
    expect(importsOf(path)).toContain(next);
    const calls = CALLS[next]!.filter((call) => read(path).includes(call));
    expect(calls).not.toEqual([]);
  });
});
