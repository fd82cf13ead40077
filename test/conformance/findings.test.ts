/** What counts as found, and what reports say of it. */

import { checkPages, expectAll } from '../../cutover/conformance/answer-checks';
import { Findings, type Reply } from '../../cutover/conformance/findings';
import { linesOf } from '../../cutover/conformance/run';
import { isObject, type Json } from '../../cutover/contract/answers';
import { NOTHING_KNOWN } from '../../cutover/conformance/samples';
import { Session } from '../../cutover/conformance/session';
import { addDays } from '../../cutover/conformance/shape';
import { json, startService } from '../cutover/service';
import { USUAL } from './habits';
import { runAgainst } from './run-against';
import { SMALL_TOKENS } from './small-server';
import { createWorld, TODAY } from './small-world';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

const REPLY: Reply = {
  ...{ lookup: 'leases', status: 200, headers: {}, text: '', json: undefined },
  asked: { url: 'http://leases.example', authorization: null, body: {} },
};

test('a check is broken only if it is broken again when it is asked again', async () => {
  const findings = new Findings();
  const times = [
    ['5.5', '8.end'],
    ['8.end', '4.1-R1'],
  ];
  await findings.part(async () => {
    for (const id of times.shift() ?? []) findings.breaks(id, REPLY, 'a lease');
    return Promise.resolve();
  });
  expect([...findings.all.broken.keys()]).toEqual(['8.end']);
  expect([...findings.all.unsteady]).toEqual(['5.5']);
});

test.each([
  ['once', ['a b', 'b c', 'd e'], []],
  ['each time', ['a b', 'b c', 'c d'], ['8.sequence']],
])('a server that repeats the last record of a page %s', async (_often, pages, broken) => {
  const findings = new Findings();
  const replies = pages.map((names): Reply => {
    const leases = names.split(' ').map((identifier) => ({ identifier }));
    return { ...REPLY, json: { leases } };
  });
  await findings.part(async () => checkPages(findings, replies, 'last_id is -1', replies.at(-1)!));
  expect([...findings.all.broken.keys()]).toEqual(broken);
});

test.each([
  [true, ['5.5']],
  [false, []],
])('a record that is missing; the last page was read: %s', async (isWhole, broken) => {
  const findings = new Findings();
  const ending = isWhole ? 'last_id is -1' : 'open';
  const sequence = { records: [], identifiers: new Set('a'), pages: [REPLY], ending, isWhole, page: REPLY } as const;
  await findings.part(async () => expectAll(findings, sequence, ['ab', 'the leases'], '5.5'));
  expect([...findings.all.broken.keys()]).toEqual(broken);
});

test('a server that asks for an hour is asked again after ten seconds', async () => {
  const service = await startService((response, got) => {
    if (service.got.length > 1) return json({ leases: [], last_id: -1 })(response, got);
    response.writeHead(503, { 'Retry-After': '3600' }).end();
  });
  const pauses: number[] = [];
  const pause = (ms: number) => Promise.resolve(pauses.push(ms));
  const target = { baseUrl: service.url, tokens: { main: 't' }, timeoutMs: 60_000, today: TODAY, pause };
  expect((await new Session(target).ask('leases', { identifier: 'a' })).status).toBe(200);
  expect(pauses).toEqual([10_000]);
  await service.close();
});

test.each([-1, 1])('a server whose day is %d days from that of the kit keeps the contract', async (days) => {
  const { report } = await runAgainst(undefined, USUAL, { today: addDays(TODAY, -days) });
  expect(report.counts.broken).toBe(0);
});

test('without known records, what the lists do not show is not testable, and a record that is not hidden breaks the clause of access', async () => {
  const known = { ...NOTHING_KNOWN, hidden: { tenants: ['north-t0'], leases: [] } };
  const { report } = await runAgainst(undefined, USUAL, {}, known);
  const idsOf = (is: string) => report.checks.filter(({ outcome }) => outcome === is).map(({ id }) => id);
  expect(idsOf('not testable')).toEqual(['4.1-request.group_external_ref', '4.2-request.group_external_ref']);
  expect(idsOf('broken')).toEqual(['5.5']);
});

/** Every text of four characters or more in the records. */
function textsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isObject(value)) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' && value.length > 3 ? [value] : [];
}

test.each(['hidden-by-email', 'error-is-text'] as const)(
  'no report of %s has a token or a value of a record',
  async (deviation) => {
    // The list of each caller has several pages.
    const { report, values: assignments } = await runAgainst(deviation, { ...USUAL, pageSize: 25 });
    expect(report.counts.broken).toBeGreaterThan(0);
    const lines = linesOf(report).join('\n');
    const texts = [lines, JSON.stringify(report)];
    const { tenants, leases } = createWorld();
    const values = new Set([...tenants, ...leases].flatMap(({ group, record }) => [group, ...textsIn(record)]));
    const { main, other, expired } = SMALL_TOKENS;
    for (const text of texts)
      expect([main, other, expired, ...values].filter((value) => text.includes(value))).toEqual([]);
    // The values of the variables are for whoever ran it.
    expect(assignments).toMatch(/^BODY_1='.+'$/m);
  },
);
