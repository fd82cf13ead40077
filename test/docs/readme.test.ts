/** Runs the example of the README exactly as printed, except for the addresses, and compares its figures. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { COMMANDS } from '../../ingest/commands';
import { runCommandLine } from '../../src/cli/program';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { codeBlocks, section } from './markdown';
import { readText, ROOT } from './repository';

const readme = readText('README.md');
const ADDRESS = 'http://127.0.0.1:4000';

const requests = section(readme, 'Two requests');
const [restRequest = '', graphqlRequest = ''] = codeBlocks(requests, 'sh');
const [restAnswer = '', graphqlAnswer = ''] = codeBlocks(requests, 'json');
const steps = codeBlocks(section(readme, 'Run it on your own database'), 'sh').join('').split('\n');
let database: TestDatabase;
let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  jest.spyOn(console, 'log').mockImplementation(() => {});
  database = await createEmptyDatabase();
  for (const step of steps.filter((line) => /^bin\/leasegate (?!serve)/.test(line))) {
    expect(await runCommandLine(step.split(' ').slice(1), { DATABASE_URL: database.url }, '0', COMMANDS)).toBe(0);
  }
  gateway = await startTestGateway({ databaseUrl: database.url });
  const exportToken = steps.find((line) => line.startsWith('export TOKEN='));
  token = await shell(`${exportToken}\nprintf %s "$TOKEN"`, { DATABASE_URL: database.url });
});
afterAll(async () => {
  await gateway.close();
  await database.drop();
});

test.each([
  ['REST', restRequest, restAnswer],
  ['GraphQL', graphqlRequest, graphqlAnswer],
])('the %s request returns the printed answer', async (_door, request, answer) => {
  expect(request).toContain(ADDRESS);
  const given = await shell(request.replace(ADDRESS, gateway.url), { TOKEN: token });
  // Byte for byte, except for line breaks and indentation.
  expect(given.trim()).toBe(JSON.stringify(JSON.parse(answer)));
});

test('the program with the client finds the lease', async () => {
  const PROGRAM = codeBlocks(requests, 'js').join('').replace(ADDRESS, gateway.url);
  const run = `${process.execPath} --input-type=module --eval "$PROGRAM"`;
  expect(await shell(run, { TOKEN: token, PROGRAM })).toContain("identifier: 'lease-1'");
});

test('its figures are those of the page of evidence', () => {
  const evidence = readText('docs/evidence.md');
  const figures = ['it', 'another'].flatMap((one) => section(readme, `Choose ${one} if …`).match(/\d+\.\d+/g) ?? []);
  expect(figures.length).toBeGreaterThan(5);
  expect(figures.filter((figure) => !evidence.includes(figure))).toEqual([]);
});

async function shell(script: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
  });
  return stdout;
}
