/** `openapi.json` is what the code gives, and names every error. */

import { runCommandLine } from '../../src/cli/program';
import { CATALOGUE, type ErrorReason, errorHeaders, ServiceError } from '../../src/errors';
import { printedOpenApi } from '../../src/rest/openapi/document';
import { readText } from '../docs/repository';
import { type Described, examplesOf, operationAt, readOpenApi, responsesOf, type Schema } from './described';

const document = readOpenApi();
const LOOKUPS = ['/leases/find-for-tenant/', '/leases/tenants/'];

test('openapi.json is what the code gives (`npm run openapi` writes it)', () => {
  expect(readText('openapi.json')).toBe(printedOpenApi(''));
});

test('`leasegate print-openapi` prints it, with BASE_PATH as the server', async () => {
  let printed = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  try {
    expect(await runCommandLine(['print-openapi'], { BASE_PATH: '/api/v1' }, '0')).toBe(0);
  } finally {
    write.mockRestore();
  }
  expect(printed).toBe(printedOpenApi('/api/v1'));
  const { servers, ...rest } = JSON.parse(printed) as Described;
  const { servers: own, ...same } = document;
  expect([servers, own].map(([server]) => server?.url)).toEqual(['/api/v1', '/']);
  expect(rest).toEqual(same);
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
  '/leases/find-for-tenant/': ['notFound'],
  '/leases/tenants/': ['noTenantInformation', 'externalRefWithoutGroup'],
};

const OWN_MESSAGES: readonly ErrorReason[] = ['invalidRequest', 'payloadTooLarge', 'rateLimited', 'timeout'];

describe.each(LOOKUPS)('contract section 7: %s', (path) => {
  const responses = responsesOf(document, operationAt(document, path));
  const reasons = (Object.keys(CATALOGUE) as ErrorReason[]).filter((reason) => !NOT_AT[path]!.includes(reason));
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
    const { headers } = responses[status]!;
    for (const [name, value] of Object.entries(errorHeaders(new ServiceError(reason)))) {
      const { enum: values, pattern } = headers[name]!.schema;
      if (values === undefined) expect(value).toMatch(new RegExp(pattern as string));
      else expect(values).toContain(value);
    }
  });

  test('the types of a status are those of its errors', () => {
    for (const [status, { content }] of Object.entries(responses)) {
      if (status === '200') continue;
      const { error } = content!['application/json']!.schema.properties!;
      const own = reasons.filter((reason) => CATALOGUE[reason].status === Number(status));
      expect(error!.properties!.type!.enum).toEqual([...new Set(own.map((reason) => CATALOGUE[reason].type))]);
    }
  });

  test('405 carries Allow', () => {
    expect(responses[405]!.headers.Allow).toMatchObject({ required: true, schema: { enum: ['POST'] } });
  });
});
