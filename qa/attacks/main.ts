/**
 * `main.ts [--minutes N] [--seed S] [--setting NAME=VALUE …]`: searches for the most expensive requests, without a token and
 * with one, on a private database server. Exits with 1 if a request exceeds its budget, and saves it as a test case.
 * `main.ts --rows [--write]`: measures each row of `rows/rows.ts`, and writes it into `docs/evidence.md`.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { seededDice } from '../../test/oracle/generate/dice';
import { ROOT } from '../faults/rig/gateway-process';
import { saveRequest } from './rig/saved-request';
import { openSite, type Site } from './rig/site';
import { measureRows } from './rows/rows';
import { Search } from './search/search';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    setting: { type: 'string', multiple: true, default: [] },
    rows: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

type Settings = Readonly<Record<string, string>>;

/** The CPU time in milliseconds that a request may take. */
const BUDGET_MS = { anonymous: 50, token: 250 } as const;
/** Measurements of each request in the report. */
const CERTAIN = 7;
const REPORTED = 12;

async function main(): Promise<boolean> {
  const site = await openSite(1);
  try {
    if (values.rows) return await rows(site);
    const settings = Object.fromEntries(
      values.setting.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string]),
    );
    const fine = [];
    for (const who of ['anonymous', 'token'] as const) fine.push(await search(site, who, settings));
    return fine.every(Boolean);
  } finally {
    await site.close();
  }
}

/** @returns whether every request stays within its budget, and none is a failure of the gateway */
async function search(site: Site, who: 'anonymous' | 'token', settings: Settings): Promise<boolean> {
  let gateway = await site.serve(settings);
  const start = async () => (gateway = await site.serve(settings));
  const token = who === 'token';
  const search = new Search(seededDice(2 * Number(values.seed) + Number(token)), token, gateway, start);
  await search.seed();
  for (const until = performance.now() + Number(values.minutes) * 30_000; performance.now() < until;)
    await search.step();
  console.log(`${who}: ${search.requests} requests; a request may take ${BUDGET_MS[who]} ms`);
  let above = 0;
  for (const { request } of search.costliest(REPORTED)) {
    const measured = await search.measure(request, CERTAIN);
    if (measured === undefined) continue;
    const about = `${measured.cpuMs.toFixed(1)} ms of CPU for ${measured.bytes} bytes: ${measured.kind}`;
    console.log(`  ${about}`);
    if (measured.cpuMs <= BUDGET_MS[who]) continue;
    above += 1;
    const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 8);
    const name = `${who}-${hash}`;
    console.log(`  Above the budget: ${saveRequest(join(__dirname, 'found'), { name, about, settings, request })}`);
  }
  for (const [nth, request] of search.deadly.entries()) {
    const about = 'The gateway ended.';
    console.log(saveRequest(join(__dirname, 'found'), { name: `deadly-${nth + 1}`, about, settings, request }));
  }
  const causes = gateway.process.causes();
  if (causes !== '') console.log(`  Logged as failures of the gateway: ${causes}`);
  await gateway.end();
  return above + search.deadly.length === 0 && causes === '';
}

async function rows(site: Site): Promise<true> {
  const lines = ['| what is sent | measured |', '| --- | --- |', ...(await measureRows(site))];
  if (values.write)
    execFileSync(process.execPath, [join(ROOT, 'qa', 'evidence.mjs'), 'attacks'], { input: lines.join('\n') });
  return true;
}

main().then(
  (isWithin) => process.exit(isWithin ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
