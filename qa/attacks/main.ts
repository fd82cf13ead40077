/**
 * `main.ts --minutes N [--seed S] [--token | --anonymous] [--requests N] [--setting NAME=VALUE …] [--out FOLDER] [--keep FOLDER]`:
 * searches for the most expensive requests, without a token and with one, on a private database server. Prints and saves
 * the findings. Exits with 1 if a request exceeds its budget, and saves it as a test case.
 * `main.ts --replay FILE …` measures saved requests.
 * `main.ts --rows [--write]`: measures each row of `rows/measures.ts`, and writes it into `docs/evidence.md`.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { seededDice } from '../../test/oracle/generate/dice';
import { openSite, type Site } from './rig/site';
import { readSavedRequest } from './rig/saved-request';
import { measureRows } from './rows/document';
import { keep, report, type Result, writeReport } from './search/report';
import { Search } from './search/search';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    requests: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    token: { type: 'boolean', default: false },
    anonymous: { type: 'boolean', default: false },
    setting: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    keep: { type: 'string', default: join(__dirname, 'found') },
    replay: { type: 'boolean', default: false },
    rows: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

/** Measurements of each request in the report. */
const CERTAIN = 7;
const TOLD = 12;
/** Memory beyond this means that the gateway holds what it should not. */
const MOST_RSS = 1_200_000_000;

async function main(): Promise<boolean> {
  const site = await openSite(1);
  try {
    if (values.rows) return await measureRows(site, values.write).then(() => true);
    return values.replay ? await replay(site) : await search(site);
  } finally {
    await site.close();
  }
}

async function search(site: Site): Promise<boolean> {
  const env = Object.fromEntries(values.setting.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string]));
  const folder = values.out ?? mkdtempSync(join(tmpdir(), 'leasegate-attacks-'));
  const kinds = values.token ? [true] : values.anonymous ? [false] : [false, true];
  const results: Result[] = [];
  for (const token of kinds) {
    const forMs = (Number(values.minutes) * 60_000) / kinds.length;
    const limits = { until: performance.now() + forMs, requests: Number(values.requests) / kinds.length };
    results.push(await searchOne(site, token, env, limits));
  }
  const names = results.map((result) => report(result));
  writeReport(folder, results);
  console.log(`The costliest requests are in ${folder}.`);
  const above = results.flatMap((result) => keep(values.keep, result, env));
  for (const path of above) console.log(`Above the budget, and kept: ${path}`);
  return above.length === 0 && names.every((fine) => fine);
}

async function searchOne(
  site: Site,
  token: boolean,
  env: Readonly<Record<string, string>>,
  { until, requests }: { until: number; requests: number },
): Promise<Result> {
  let gateway = await site.serve(env);
  const start = async () => (gateway = await site.serve(env));
  const dice = seededDice(2 * Number(values.seed) + Number(token));
  const one = new Search(dice, token, gateway, start);
  await one.seed();
  const before = await gateway.read({ collect: true });
  let told = performance.now();
  while (performance.now() < until && one.requests < requests) {
    await one.step();
    if (performance.now() - told < 20_000) continue;
    told = performance.now();
    const [best] = one.corpus.costliest(1);
    console.log(`${one.requests} requests, ${one.corpus.size} kept, ${best?.cpuMs.toFixed(1)} ms ${best?.kind}`);
    if (gateway.process.residentBytes() > MOST_RSS) break;
  }
  const found = [];
  for (const { request } of one.corpus.costliest(TOLD)) {
    const measured = await one.measure(request, CERTAIN);
    if (measured !== undefined) found.push(measured);
  }
  found.sort((a, b) => b.cpuMs - a.cpuMs);
  const after = await gateway.read({ collect: true });
  const causes = gateway.process.causes();
  await gateway.end();
  return { token, requests: one.requests, found, deadly: one.deadly, before, after, causes };
}

async function replay(site: Site): Promise<boolean> {
  for (const path of positionals) {
    const { request, settings, about } = readSavedRequest(path);
    const gateway = await site.serve(settings);
    const one = new Search(seededDice(1), request.token, gateway, () => site.serve(settings));
    const measured = await one.measure(request, CERTAIN);
    console.log(`${measured?.cpuMs.toFixed(1)} ms, ${measured?.bytes} bytes: ${measured?.answer}\n  ${about}`);
    await gateway.end();
  }
  return true;
}

main().then(
  (isWithin) => process.exit(isWithin ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(2);
  },
);
