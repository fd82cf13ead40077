/** `leasegate cutover replay`: what it compares, what it says, and its exit status. */

import { readFileSync, statSync, writeFileSync } from 'node:fs';

import type { Report } from '../../cutover/cli/replay';
import type { SavedRequest } from '../../cutover/proxy/saved-request';
import { type Ended, leasegate } from '../cli/leasegate';
import { cutover, keepWhatIsSeen, newFolder } from './scene';
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
writeFileSync(path('tokens'), '{"*":{"old":"a","new":"b"},"billing":{"old":"@token","new":"c"},"reports":{"old":"d"}}');
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
  const { status, stdout, stderr } = await replay(
    [saved(), saved({ caller: 'billing' }), saved({ caller: 'reports' }), saved({ caller: 'none' })],
    '--json',
  );
  expect([status, stderr]).toEqual([0, expect.stringMatching(/No answer differs\.\n$/)]);
  expect(JSON.parse(stdout)).toMatchObject({ requests: 4, share: 1, outcomes: { same: 4, not_compared: 0 } });
  const tokens = ({ got }: Service) => got.map(({ headers }) => headers.authorization).toSorted();
  expect(tokens(old)).toEqual(['Bearer a', 'Bearer d', 'Bearer from-a-file', undefined]);
  expect(tokens(ours)).toEqual(['Bearer b', 'Bearer b', 'Bearer c', undefined]);
});

test('a difference: status 1; the report has no value, the private file names the record', async () => {
  ours.answers(json({ leases: [{ identifier: 'l-1', rent: 901 }], last_id: -1 }));
  const { status, stdout, stderr } = await replay([saved()], '--differences', path('differences'));
  expect([status, stderr]).toEqual([1, '1 answers differ.\n']);
  expect(stdout).toContain(
    'different: value $.leases[*].rent of leases: 1 requests, first line 1: old number, new number',
  );
  expect(stdout).not.toMatch(/l-1|901|ada@/);
  expect(JSON.parse(readFileSync(path('differences'), 'utf8'))).toMatchObject({
    ...{ line: 1, kind: 'value', records: ['l-1'], old: 900, new: 901 },
    request: { body: '{"email_address":"ada@example.com"}' },
  });
  expect(statSync(path('differences')).mode & 0o777).toBe(0o600);
  const again = await leasegate(commandLine('--differences', path('differences')));
  expect([again.status, again.stderr]).toEqual([1, `${path('differences')} exists already.\n`]);
});

test('the most frequent difference comes first', async () => {
  ours.answers((response, got) =>
    json({ ...ONE, leases: [{ identifier: 'l-1', rent: got.body.includes('rare') ? '900' : 901 }] })(response, got),
  );
  const { stdout } = await replay([saved({ body: '{"identifier":"rare"}' }), saved(), saved()]);
  expect(stdout.match(/^different: .* requests/gm)).toEqual([
    'different: value $.leases[*].rent of leases: 2 requests',
    'different: type $.leases[*].rent of leases: 1 requests',
  ]);
});

test.each([
  ['a difference', 0, json({ leases: [{ identifier: 'l-1', rent: 901 }], last_id: -1 }), 'ignored: not-repeated'],
  ['a failure', 1, json({ error: 'internal' }, 500), 'not compared: no_answer_of_the_contract'],
])(
  '%s that is gone when both sides are asked again does not count, and is named',
  async (_what, ended, wrong, named) => {
    ours.answers((response, got) => (ours.got.length === 1 ? wrong : json(ONE))(response, got));
    const { status, stdout } = await replay([saved()]);
    expect([status, stdout]).toEqual([ended, expect.stringContaining(`${named} of leases: 1 requests`)]);
  },
);

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
  const { status, stdout } = await replay(requests, ...options);
  expect([status, stdout.split('\n')]).toEqual([
    0,
    [
      '2 requests, 50 % compared',
      '  same          0',
      '  ignored       1',
      '  different     0',
      '  not compared  1',
      'ignored: numbers-as-text of leases: 1 requests, first line 1: old number, new text of 3 characters',
      'not compared: too_many_pages of leases: 1 requests',
      '',
    ],
  ]);
});

describe('what was not compared is never a pass', () => {
  const reasonsOf = async (ended: Promise<Ended>) => {
    const { status, stdout, stderr } = await ended;
    const { not_compared, share } = JSON.parse(stdout) as Report;
    const reasons = not_compared.map(({ labels, count }) => [labels.reason, count]);
    return [status, Object.fromEntries(reasons) as Record<string, number>, share, stderr.trim()];
  };
  const few = (share: string): unknown =>
    expect.stringContaining(`Only ${share} of the requests were compared; --min-compared asks for 90 %.`);

  test.each([
    ['refused', json({ error: { type: 'not_found', message: '' } }, 404)],
    ['empty', json({ leases: [], last_id: -1 })],
  ])('both sides are %s where the caller had records', async (what, answer) => {
    for (const side of [old, ours]) side.answers(answer);
    expect(await reasonsOf(replay([saved()], '--json'))).toEqual([1, { [`both_${what}`]: 1 }, 0, few('0 %')]);
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
    const [status, reasons] = await reasonsOf(replay([saved({ body }), saved()], '--json'));
    expect([status, reasons]).toEqual([1, { internal_error: 1 }]);
  });

  test('the old side never answers twice the same', async () => {
    const answers = [json(ONE), json({ error: { type: 'invalid_request', message: '' } }, 400)];
    old.answers((response, got) => answers[old.got.length % 2]!(response, got));
    expect(await reasonsOf(replay([saved()], '--json'))).toEqual([1, { old_differs_from_itself: 1 }, 0, few('0 %')]);
  });

  test('--min-compared decides how many are enough', async () => {
    const requests = [...Array.from({ length: 8 }, () => saved({ caller: 'none' })), saved(), saved()];
    writeFileSync(path('nobody'), '{}');
    const ended = replay(requests, '--json', '--tokens', path('nobody'));
    expect(await reasonsOf(ended)).toEqual([1, { no_token: 2 }, 0.8, few('80 %')]);
    expect((await replay(requests, '--tokens', path('nobody'), '--min-compared', '80')).status).toBe(0);
    expect((await replay([])).status).toBe(1);
  });
});

test.each([
  ['{"*":{"left":"a"}}', 'has a caller that is not an object with the texts `old`, `new` and `subject`.'],
  ['{"*":{"old":"@nowhere"}}', 'nowhere cannot be read (ENOENT).'],
  ['{"*":{"old":"two words"}}', 'A token has visible ASCII characters only.'],
])('the tokens file %s is refused before any request', async (content, message) => {
  writeFileSync(path('wrong'), content);
  const { status, stderr } = await replay([saved()], '--tokens', path('wrong'));
  expect([status, old.got.length]).toEqual([1, 0]);
  expect(stderr).toContain(message);
});

test('a line that is no saved request is refused before any request', async () => {
  writeFileSync(path('broken'), `${JSON.stringify(saved())}\n{"lookup":"leases"}\n`);
  const args = ['cutover', 'replay', path('broken'), '--old', old.url, '--new', ours.url];
  const { status, stderr } = await leasegate(args);
  expect([status, old.got.length]).toEqual([1, 0]);
  expect(stderr).toBe(`${path('broken')}: line 2 has no valid path, caller, type, body, status.\n`);
});
