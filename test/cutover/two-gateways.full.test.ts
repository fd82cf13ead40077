/** The proxy and `replay` with two real gateways whose records differ in known places. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until';

import type { ProxyCounts } from '../../cutover/proxy/proxy';
import type { Report } from '../../cutover/cli/replay';
import { cutoverProxy, type Ended, leasegate } from '../cli/leasegate';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { createSides, type Lookup, meaningOf, readAll, SEEDS, type Sides } from './two-gateways';

jest.setTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'leasegate-cutover-'));
const inFolder = (name: string): string => join(folder, name);
const linesIn = <Line>(name: string): Line[] =>
  readFileSync(inFolder(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

interface Line {
  readonly lookup: string;
  readonly kind: string;
  readonly path: string;
  readonly records: readonly string[];
  readonly request: { readonly body: string };
}

let sides: Sides;
let left: TestGateway;
let right: TestGateway;
let token: string;
const lookups: { readonly lookup: Lookup; readonly pages: number }[] = [];
let proxied: Ended;
let counted: ProxyCounts;

beforeAll(async () => {
  sides = await createSides({ leases: 500, groups: 3 });
  left = await startTestGateway({ databaseUrl: sides.left.url, sealed: false });
  right = await startTestGateway({ databaseUrl: sides.right.url, sealed: false });
  token = await signToken({ groups: '*', subject: 'jane@secret.example' });
  writeFileSync(inFolder('token'), token);
  writeFileSync(inFolder('tokens'), '{"*":{"old":"@token","new":"@token"}}');
  const files = ['--save', inFolder('saved'), '--differences', inFolder('of-proxy')];
  const proxy = await cutoverProxy(['--old', left.url, '--new', right.url, '--again-after', '0', ...files]);
  let requests = 0;
  for (const lookup of sides.lookups(100, 1)) {
    const { length: pages } = await readAll(proxy.url, token, lookup);
    lookups.push({ lookup, pages });
    requests += pages;
  }
  const sum = () => counted.compared.reduce((total, { count }) => total + count, 0);
  await until(async () => {
    counted = (await (await fetch(`${proxy.adminUrl}/comparisons`)).json()) as ProxyCounts;
    return sum() >= requests;
  }, 'every request was compared');
  proxied = await proxy.end();
}, 300_000);

afterAll(async () => {
  await Promise.all([left, right].map((gateway) => gateway?.close()));
  await Promise.all([sides?.left.drop(), sides?.right.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

const replayed = (others: readonly string[], newUrl = right.url): Promise<Ended> =>
  leasegate([
    ...['cutover', 'replay', inFolder('saved'), '--old', left.url, '--new', newUrl],
    ...['--tokens', inFolder('tokens'), '--again-after', '0', ...others],
  ]);

/** The seeds that no line traces to the record that they change. */
function untraced(lines: readonly Line[]): string[] {
  return SEEDS.flatMap(({ name, found }, index) => {
    const { lease, tenant } = sides.targets[index]!;
    return found
      .filter((expected) => {
        const traces = ({ records, request }: Line): boolean =>
          [lease, tenant].some((record) => records.includes(record) || request.body.includes(record));
        return !lines.some((line) => `${line.lookup} ${line.kind} ${line.path}` === expected && traces(line));
      })
      .map((expected) => `${name}: ${expected}`);
  });
}

it('the proxy finds every seeded difference and traces it to its record', () => {
  expect(proxied).toMatchObject({ status: 0 });
  expect(untraced(linesIn('of-proxy'))).toEqual([]);
  expect(counted.not_compared).toEqual([]);
});

it('replay finds every seeded difference, traces it to its record, and finds no other', async () => {
  const { status, stdout } = await replayed(['--json', '--differences', inFolder('of-replay')]);
  expect(status).toBe(1);
  const report = JSON.parse(stdout) as Report;
  expect(report.outcomes.not_compared).toBe(0);
  const lines = linesIn<Line>('of-replay');
  expect(untraced(lines)).toEqual([]);
  const different = new Set(lines.map(({ request }) => withoutCursor(request.body)));
  const wrong: Lookup[] = [];
  for (const { lookup } of lookups) {
    const [own, other] = [await readAll(left.url, token, lookup), await readAll(right.url, token, lookup)];
    if ((meaningOf(own) !== meaningOf(other)) !== different.has(withoutCursor(JSON.stringify(lookup.body))))
      wrong.push(lookup);
  }
  expect(wrong).toEqual([]);
  const identifiers = sides.targets.flatMap(({ lease, tenant }) => [lease, tenant]);
  for (const value of [...sides.personal, ...identifiers, token]) {
    expect(stdout).not.toContain(value);
    expect(JSON.stringify([counted, proxied])).not.toContain(value);
  }
  expect(readFileSync(inFolder('saved'), 'utf8')).not.toContain(token);
});

it('replay finds nothing between a gateway and itself', async () => {
  const { status, stdout } = await replayed([], left.url);
  expect(stdout).toMatch(/^ {2}different {5}0$/m);
  expect(status).toBe(0);
});

function withoutCursor(text: string): string {
  const { 'after-id': _cursor, ...criteria } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(criteria);
}
