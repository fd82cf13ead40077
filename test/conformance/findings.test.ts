/** What counts as found, and what reports say of it. */

import { Findings, type Reply } from '../../cutover/conformance/findings';
import { linesOf } from '../../cutover/conformance/run';
import { isObject, type Json } from '../../cutover/contract/answers';
import { NOTHING_KNOWN } from '../../cutover/conformance/samples';
import { Session } from '../../cutover/conformance/session';
import { json, startService } from '../cutover/service';
import { runAgainst } from './run-against';
import { createWorld, TODAY, TOKENS } from './oracle-server';
import { BREACHES } from './twists';

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

test('a server that is overloaded is asked again after as long as it asks, but within half a second to ten', async () => {
  const waits = ['3600', '2', '0', 'soon', undefined];
  const service = await startService((response, got) => {
    if (service.got.length % 2 === 0) return json({ leases: [], last_id: -1 })(response, got);
    const after = waits[(service.got.length - 1) / 2];
    response.writeHead(503, after === undefined ? {} : { 'Retry-After': after }).end();
  });
  const pauses: number[] = [];
  const pause = (ms: number) => Promise.resolve(pauses.push(ms));
  const target = { baseUrl: service.url, tokens: { main: 't' }, timeoutMs: 60_000, maxPages: 1, today: TODAY, pause };
  const session = new Session(target);
  for (const _ of waits) expect((await session.ask('leases', { identifier: 'a' })).status).toBe(200);
  await service.close();
  await expect(session.ask('leases', {})).rejects.toThrow(/^POST .* had no usable answer 3 times: /);
  expect(pauses).toEqual([10_000, 2_000, 500, 500, 1_000, 500, 500]);
});

test('without known records, what the lists do not show is not testable, and a record that is not hidden breaks the clause of access', async () => {
  const known = { ...NOTHING_KNOWN, hidden: { tenants: ['north-t0'], leases: [] } };
  const { report } = await runAgainst({}, {}, known);
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

test('no report has a token or a value of a record', async () => {
  // The list of each caller has several pages.
  const manner = { pageSize: 25, twists: [BREACHES['e-mail finds what is hidden']] };
  const { report, values: assignments } = await runAgainst(manner);
  expect(report.counts.broken).toBeGreaterThan(0);
  const { groups, units, tenants, leases } = createWorld();
  const values = [...groups, ...units, ...tenants, ...leases].flatMap((row) => textsIn({ ...row }));
  const secrets = [...new Set(values), TOKENS.main, TOKENS.other, TOKENS.expired];
  for (const text of [linesOf(report).join('\n'), JSON.stringify(report)])
    expect(secrets.filter((value) => text.includes(value))).toEqual([]);
  // The values of the variables are for whoever ran it.
  expect(assignments).toMatch(/^BODY_1='.+'$/m);
});
