/** `openapi.json` names every error, and is printed and served as it is written. */

import { runCommandLine } from '../../src/cli/program';
import { CATALOGUE, type ErrorReason, errorHeaders, ServiceError } from '../../src/errors';
import { readText } from '../docs/repository';
import { type Described, examplesOf, headersOf, operationAt, readOpenApi, responsesOf, type Schema } from './described';

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

test('it is smaller than 80 kB', () => {
  expect(Buffer.byteLength(readText('openapi.json'))).toBeLessThan(80_000);
});

test('its version is the package’s', () => {
  expect(document.info.version).toBe((JSON.parse(readText('package.json')) as { version: string }).version);
});

test('every schema and every field of one has a description', () => {
  const silent: string[] = [];
  const look = (name: string, { $ref, description, properties = {}, items }: Schema): void => {
    if ($ref !== undefined) return;
    if (!description) silent.push(name);
    for (const [field, schema] of Object.entries(properties)) look(`${name}.${field}`, schema);
    if (items !== undefined) look(`${name}[]`, items);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) look(name, schema);
  expect(silent).toEqual([]);
});

/** What an operation does not answer: rows 4 and 6 belong to contract 4.1, row 7 to 4.2. */
const NOT_AT: Readonly<Record<string, readonly ErrorReason[]>> = {
  '/leases/find-for-tenant/': ['notFound', 'foreignRequest'],
  '/leases/tenants/': ['noTenantInformation', 'externalRefWithoutGroup', 'foreignRequest'],
};

/** REST has the type of row 6. */
const GRAPHQL_ALONE: readonly ErrorReason[] = ['missingGroup'];

const REASONS = (Object.keys(CATALOGUE) as ErrorReason[]).filter((reason) => !GRAPHQL_ALONE.includes(reason));

const OWN_MESSAGES: readonly ErrorReason[] = ['invalidRequest', 'payloadTooLarge', 'rateLimited', 'timeout'];

describe.each(LOOKUPS)('contract section 7: %s', (path) => {
  const responses = responsesOf(document, operationAt(document, path));
  const reasons = REASONS.filter((reason) => !NOT_AT[path]!.includes(reason));
  const examples = Object.entries(responses).flatMap(([status, response]) =>
    Object.entries(examplesOf(response)).map(([name, value]) => ({ status: Number(status), name, value })),
  );

  test('has an example of every error, at its status, and of no other', () => {
    const refused = examples.filter(({ status }) => status !== 200).map(({ status, name }) => [status, name]);
    expect(refused.toSorted()).toEqual(reasons.map((reason) => [CATALOGUE[reason].status, reason]).toSorted());
  });

  test.each(reasons.map((reason) => [reason]))('%s: type, message and headers are the catalogue’s', (reason) => {
    const { status, type, message } = CATALOGUE[reason];
    const { value } = examples.find(({ name }) => name === reason)!;
    const { error } = value as { error: { type: string; message: string } };
    expect(error.type).toBe(type);
    // That of a field names it, that of a failure its request, and others the limit in force.
    if (!OWN_MESSAGES.includes(reason)) expect(error.message.startsWith(message)).toBe(true);
    const headers = headersOf(document, responses[status]!);
    for (const [name, value] of Object.entries(errorHeaders(new ServiceError(reason)))) {
      const { pattern = '.' } = headers[name]!.schema;
      expect(value).toMatch(new RegExp(pattern as string));
    }
  });

  test('405 carries Allow', () => {
    expect(headersOf(document, responses[405]!).Allow).toMatchObject({ required: true });
  });
});

test('the types of `Error` are those of the catalogue that REST has', () => {
  const { error } = document.components.schemas.Error!.properties!;
  const types = REASONS.map((reason) => CATALOGUE[reason].type);
  expect((error!.properties!.type!.enum as string[]).toSorted()).toEqual([...new Set(types)].toSorted());
});
