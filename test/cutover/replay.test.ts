/** `leasegate cutover replay`: what it compares, what it says, and its exit status. */

import { readFileSync, statSync, writeFileSync } from 'node:fs';

import type { SavedRequest } from '../../cutover/proxy/saved-request';
import { type Ended, leasegate } from '../cli/leasegate';
import { cutover, keepWhatIsSeen, newFolder, see } from './scene';
import { type Got, json, type Service, startService } from './service';

jest.setTimeout(120_000);

const ONE = { leases: [{ identifier: 'l-1', rent: 900 }], last_id: -1 };
const path = newFolder();
keepWhatIsSeen();

let old: Service;
let ours: Service;

beforeEach(async () => {
  old = await startService(json(ONE));
  ours = await startService(json(ONE));
});
writeFileSync(
  path('tokens'),
  '{"*":{"old":"a","new":"b"},"billing":{"old":"@token","new":"c","subject":"b"},"reports":{"old":"d"}}',
);
writeFileSync(path('token'), 'from-a-file\n');

const saved = (more: Partial<SavedRequest> = {}): SavedRequest => ({
  at: '2026-01-01T00:00:00.000Z',
  lookup: 'leases',
  path: '/leases/find-for-tenant/',
  caller: '#0123',
  type: 'application/json',
  body: '{"email_address":"ada@example.com"}',
  status: 200,
  records: 1,
  ...more,
});

const commandLine = (...options: readonly string[]): string[] => [
  ...['cutover', 'replay', path('saved'), '--old', old.url, '--new', ours.url, '--again-after', '0'],
  ...(options.includes('--tokens') ? [] : ['--tokens', path('tokens')]),
  ...options,
];

async function replay(requests: readonly SavedRequest[], ...options: readonly string[]): Promise<Ended> {
  writeFileSync(path('saved'), requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
  return cutover(...commandLine(...options));
}

test('equal answers: status 0; and each side gets its own token', async () => {
  const requests = [saved(), ...['billing', 'reports', 'none'].map((caller) => saved({ caller }))];
  expect((await replay(requests, '--json')).status).toBe(0);
  const tokens = ({ got }: Service) => got.map(({ headers }) => headers.authorization).toSorted();
  expect(tokens(old)).toEqual(['Bearer a', 'Bearer d', 'Bearer from-a-file', undefined]);
  expect(tokens(ours)).toEqual(['Bearer b', 'Bearer b', 'Bearer c', undefined]);
});

test('a difference: status 1; the report has no value, the private file names the record', async () => {
  ours.answers(json({ leases: [{ identifier: 'l-1', rent: 901 }], last_id: -1 }));
  const { status, stdout, stderr } = await replay([saved()], '--differences', path('differences'));
  expect([status, stderr]).toEqual([1, '1 answers differ.\n']);
  expect(stdout).not.toMatch(/l-1|901|ada@/);
  see(readFileSync(path('differences'), 'utf8'));
  expect(statSync(path('differences')).mode & 0o777).toBe(0o600);
  const again = await leasegate(commandLine('--differences', path('differences')));
  expect([again.status, again.stderr]).toEqual([1, `${path('differences')} exists already.\n`]);
});

test('the most frequent difference comes first', async () => {
  ours.answers((response, got) =>
    json({ ...ONE, leases: [{ identifier: 'l-1', rent: got.body.includes('rare') ? '900' : 901 }] })(response, got),
  );
  const { stdout } = await replay([saved({ body: '{"identifier":"rare"}' }), saved(), saved()]);
  expect(stdout).toMatch(/^different: value .*: 2 requests.*\ndifferent: type .*: 1 requests/m);
});

test.each([
  ['a difference', 0, json({ leases: [{ identifier: 'l-1', rent: 901 }], last_id: -1 })],
  ['a failure', 1, json({ error: 'internal' }, 500)],
])('%s that is gone when both sides are asked again does not count, and is named', async (_what, ended, wrong) => {
  ours.answers((response, got) => (ours.got.length === 1 ? wrong : json(ONE))(response, got));
  expect((await replay([saved()])).status).toBe(ended);
});

test('--ignore, --timeout and --max-pages are in force, and the summary counts every outcome', async () => {
  const long = ({ body }: Got) => ({ ...ONE, last_id: body.includes('after-id') ? 3 : 2 });
  const text = { leases: [{ identifier: 'l-1', rent: '900' }], last_id: -1 };
  const isLong = ({ body }: Got) => body.includes('long');
  old.answers(json((got) => (isLong(got) ? long(got) : ONE)));
  ours.answers((response, got) => {
    setTimeout(() => json(isLong(got) ? long(got) : text)(response, got), 50);
  });
  const requests = [saved(), saved({ body: '{"identifier":"long"}' })];
  expect((await replay([saved()])).status).toBe(1);
  const options = '--ignore numbers-as-text --timeout 20 --max-pages 2 --min-compared 50'.split(' ');
  expect((await replay(requests, ...options)).status).toBe(0);
});

describe('what was not compared is never a pass', () => {
  test.each([
    ['refused', json({ error: { type: 'not_found', message: '' } }, 404)],
    ['empty', json({ leases: [], last_id: -1 })],
  ])('both sides are %s where the caller had records', async (_what, answer) => {
    for (const side of [old, ours]) side.answers(answer);
    expect((await replay([saved()], '--json')).status).toBe(1);
  });

  test('two refusals agree where the caller was refused, and prove nothing alone', async () => {
    const nobody = '{"identifier":"nobody"}';
    const refusal = json({ error: { type: 'not_found', message: '' } }, 404);
    for (const side of [old, ours])
      side.answers((response, got) => (got.body === nobody ? refusal : json(ONE))(response, got));
    const refused = saved({ body: nobody, status: 404, records: 0 });
    expect([(await replay([refused])).status, (await replay([refused, saved()])).status]).toEqual([1, 0]);
  });

  test('the body of a request is nested too deep', async () => {
    const body = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect((await replay([saved({ body }), saved()], '--json')).status).toBe(1);
  });

  test('equal answers that are nested too deep to be compared are equal', async () => {
    const deep = `{"leases":[{"identifier":"l-1","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}],"last_id":-1}`;
    for (const side of [old, ours]) side.answers((response) => response.end(deep));
    expect((await replay([saved()])).status).toBe(0);
  });

  test('the old side never answers twice the same', async () => {
    const answers = [json(ONE), json({ error: { type: 'invalid_request', message: '' } }, 400)];
    old.answers((response, got) => answers[old.got.length % 2]!(response, got));
    expect((await replay([saved()], '--json')).status).toBe(1);
  });

  test('--min-compared decides how many are enough', async () => {
    const requests = [...Array.from({ length: 8 }, () => saved({ caller: 'none' })), saved(), saved()];
    writeFileSync(path('nobody'), '{}');
    expect((await replay(requests, '--json', '--tokens', path('nobody'))).status).toBe(1);
    expect((await replay(requests, '--tokens', path('nobody'), '--min-compared', '80')).status).toBe(0);
    expect((await replay([])).status).toBe(1);
  });
});

test('files and lines that cannot be read are named before any request', async () => {
  const tokens =
    '{"*":{"left":"a"}}; {"*":{"old":"@nowhere"}}; {"*":{"old":"two words"}}; {"*":{"old":7}}; {"*":"a"}; []; {';
  for (const content of tokens.split('; ')) {
    writeFileSync(path('wrong'), content);
    expect((await replay([saved()], '--tokens', path('wrong'))).status).toBe(1);
  }
  const wrong =
    '"lookup":"owners"; "path":"leases/"; "caller":null; "type":7; "body":null,"status":"200"; "records":"1"';
  const lines = wrong.split('; ').map((fields) => JSON.stringify(saved()).replace(/}$/, `,${fields}}`));
  for (const line of [...lines, '[]', '{']) {
    writeFileSync(path('saved'), `${JSON.stringify(saved())}\n \n${line}\n`);
    expect((await cutover(...commandLine())).status).toBe(1);
  }
  for (const option of ['--tokens', '--differences'])
    expect((await replay([saved()], option, path('none/file'))).status).toBe(1);
  const missing = await cutover('cutover', 'replay', path('none'), '--old', old.url, '--new', ours.url);
  expect([missing.status, old.got]).toEqual([1, []]);
});
