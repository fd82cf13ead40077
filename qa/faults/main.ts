/**
 * `main.ts faults|targets [PATTERN] [--seed N] [--requests N] [--short] [--slack N] [--write]`: applies each fault of
 * the list to a gateway under load, on a private database server, and prints the findings. Exits with 1 if a fault does
 * not end as expected.
 * PATTERN: only trials whose number or name matches it. `--requests`: how many, for targets that count requests.
 * `--slack`: a factor for time limits, on a machine that does other work as well.
 * `--write` renews the section of `docs/evidence.md`, if every trial of the list has run.
 */

import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { FAULTS } from './faults';
import { writeFindings } from './document';
import { Rig } from './rig/rig';
import { TARGETS } from './targets';
import { Findings, type Amount, type Trial } from './trial';

const LISTS: Readonly<Record<'faults' | 'targets', readonly Trial[]>> = { faults: FAULTS, targets: TARGETS };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string' },
    short: { type: 'boolean', default: false },
    slack: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const [listName = '', pattern = ''] = positionals;

async function main(): Promise<boolean> {
  if (listName !== 'faults' && listName !== 'targets')
    throw new Error(`Name a list: ${Object.keys(LISTS).join(' or ')}.`);
  const list = LISTS[listName];
  const titled = (trial: Trial) => `${trial.number ?? ''} ${trial.name}`.trim();
  const chosen = list.filter((trial) => new RegExp(pattern, 'i').test(titled(trial)));
  const amount: Amount = {
    short: values.short,
    seed: Number(values.seed),
    ...(values.requests !== undefined && { requests: Number(values.requests) }),
  };
  const rig = await Rig.open(amount.seed);
  const results = new Map<Trial, Findings>();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    console.log(`${chosen.length} of ${list.length} ${listName}, on ${rig.server.kind}, seed ${amount.seed}`);
    for (const trial of chosen) {
      if (stop.signal.aborted) break;
      const findings = new Findings(Number(values.slack));
      results.set(trial, findings);
      const began = performance.now();
      await trial.run(rig, findings, amount).catch((error: unknown) => {
        findings.must(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
      });
      await rig.endTrial();
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`${findings.failures.length === 0 ? 'ok    ' : 'FAILED'} ${titled(trial)} (${seconds} s)`);
      // On a machine that does other work as well, every wait takes longer.
      if (findings.failures.length > 0)
        console.log(`         load average ${loadavg()[0]?.toFixed(1)}, ${cpus().length} cores`);
      for (const figure of findings.figures) console.log(`         ${figure}`);
      for (const failure of findings.failures) console.log(`       ! ${failure}`);
    }
    if (values.write && results.size === list.length) {
      const circumstances = [
        rig.server.kind,
        ...(amount.short ? ['in short'] : []),
        ...(values.slack === '1' ? [] : ['on a busy machine']),
      ];
      writeFindings(listName, results, circumstances.join(', '));
    }
  } finally {
    await rig.close();
  }
  const failed = [...results.values()].filter(({ failures }) => failures.length > 0).length;
  console.log(`${results.size - failed} of ${chosen.length} came out as expected.`);
  return failed === 0 && results.size === chosen.length;
}

void main().then(
  (good) => process.exit(good ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
