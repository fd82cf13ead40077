/** `openapi.json` names every error, and is printed and served as it is written. */

import { runCommandLine } from '../../src/cli/program';
import { CATALOGUE, type ErrorReason } from '../../src/errors';
import { readText } from '../docs/repository';
import { type Described, examplesOf, operationAt, readOpenApi, responsesOf } from './described';

const document = readOpenApi();
const LOOKUPS = ['/leases/find-for-tenant/', '/leases/tenants/'];

async function print(environment: Record<string, string>): Promise<string> {
  let printed = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  try {
    expect(await runCommandLine(['print-openapi'], environment, '0')).toBe(0);
  } finally {
    write.mockRestore();
  }
  return printed;
}

test('`leasegate print-openapi` prints the file, with PUBLIC_URL as the server', async () => {
  expect(await print({})).toBe(readText('openapi.json'));
  const { servers: own, ...same } = document;
  expect(own[0]?.url).toBe('/');
  for (const PUBLIC_URL of ['/api/v1', 'https://api.example', 'https://api.example/v1']) {
    const { servers, ...rest } = JSON.parse(await print({ PUBLIC_URL })) as Described;
    expect([servers[0]?.url, rest]).toEqual([PUBLIC_URL, same]);
  }
});

/** What an operation does not answer: rows 4 and 6 belong to contract 4.1, row 7 to 4.2. */
const NOT_AT: Readonly<Record<string, readonly ErrorReason[]>> = {
  '/leases/find-for-tenant/': ['notFound', 'foreignRequest'],
  '/leases/tenants/': ['noTenantInformation', 'externalRefWithoutGroup', 'foreignRequest'],
};

/** REST has the type of row 6. */
const GRAPHQL_ALONE: readonly ErrorReason[] = ['missingGroup'];

const REASONS = (Object.keys(CATALOGUE) as ErrorReason[]).filter((reason) => !GRAPHQL_ALONE.includes(reason));

describe.each(LOOKUPS)('contract section 7: %s', (path) => {
  const responses = responsesOf(document, operationAt(document, path));
  const reasons = REASONS.filter((reason) => !NOT_AT[path]!.includes(reason));
  test('has an example of every error, at its status, and of no other', () => {
    const refused = Object.entries(responses).filter(([status]) => status !== '200');
    const examples = refused.flatMap(([status, response]) =>
      Object.keys(examplesOf(response)).map((name) => [Number(status), name]),
    );
    expect(examples.toSorted()).toEqual(reasons.map((reason) => [CATALOGUE[reason].status, reason]).toSorted());
  });
});

test('the types of `Error` are those of the catalogue that REST has', () => {
  const { error } = document.components.schemas.Error!.properties!;
  const types = REASONS.map((reason) => CATALOGUE[reason].type);
  expect((error!.properties!.type!.enum as string[]).toSorted()).toEqual([...new Set(types)].toSorted());
});
