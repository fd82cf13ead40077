/**
 * `main.ts [PATTERN] [--times N] [--seed N] [--requests N] [--minutes N] [--short] [--slack N] [--write]`: applies each fault of the list to
 * a gateway under load, on a private database server, and prints the findings. Exits with 1 if a fault does not end as expected.
 * PATTERN: only trials whose name matches it. `--times`: how often kills and freezes occur. `--requests`: how many, for
 * trials that count requests. `--minutes`: the soak by time, at half load, and a sixth of it at ten times saturation. `--slack`: a factor for time limits, on a machine that does other work as well.
 * `--write` renews the section of `docs/evidence.md`, if every trial of the list has run.
 */

import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Rig } from './rig/rig';
import { Findings, type Amount, type Trial } from './trial';
import { TRIALS } from './trials';

const EVIDENCE = join(__dirname, '..', 'evidence.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string' },
    minutes: { type: 'string' },
    short: { type: 'boolean', default: false },
    slack: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});

async function main(): Promise<boolean> {
  const chosen = TRIALS.filter(({ name }) => new RegExp(positionals[0] ?? '', 'i').test(name));
  const amount: Amount = {
    short: values.short,
    times: Number(values.times),
    seed: Number(values.seed),
    ...(values.requests !== undefined && { requests: Number(values.requests) }),
    ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
  };
  const rig = await Rig.open(amount.seed);
  const kind = await rig.server.kind();
  const results = new Map<Trial, Findings>();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    console.log(`${chosen.length} of ${TRIALS.length} faults, on ${kind}, seed ${amount.seed}`);
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
      console.log(`${findings.failures.length === 0 ? 'ok    ' : 'FAILED'} ${trial.name} (${seconds} s)`);
      // On a machine that does other work as well, every wait takes longer.
      if (findings.failures.length > 0)
        console.log(`         load average ${loadavg()[0]?.toFixed(1)}, ${cpus().length} cores`);
      for (const figure of findings.figures) console.log(`         ${figure}`);
      for (const failure of findings.failures) console.log(`       ! ${failure}`);
    }
    const circumstances = `${kind}${values.short ? ', in short' : ''}${values.slack === '1' ? '' : ', on a busy machine'}`;
    if (values.write && results.size === TRIALS.length) writeFindings(results, circumstances);
  } finally {
    await rig.close();
  }
  const failed = [...results.values()].filter(({ failures }) => failures.length > 0).length;
  console.log(`${results.size - failed} of ${chosen.length} came out as expected.`);
  return failed === 0 && results.size === chosen.length;
}

/** Writes into `docs/evidence.md` how many trials came out as expected, those that did not, and a few figures. */
function writeFindings(results: ReadonlyMap<Trial, Findings>, circumstances: string): void {
  const all = [...results];
  const short = all.filter(([, { failures }]) => failures.length > 0);
  const firstLines = (texts: readonly string[]) => texts.map((text) => text.split('\n')[0]).join('; ');
  const more = (count: number) => (count > 0 ? `; and ${count} more` : '');
  const lines = [
    `${all.length} tried on ${circumstances}: ${all.length - short.length} came out as expected, ${short.length} fell short.`,
    '',
    ...short.map(
      ([{ name }, { failures }]) =>
        `- **${name}** fell short: ${firstLines(failures.slice(0, 1))}${more(failures.length - 1)}.`,
    ),
    ...all
      .filter(([{ shown }, { failures }]) => shown && failures.length === 0)
      .map(([{ name }, { figures }]) => `- **${name}**: ${firstLines(figures)}.`),
  ];
  execFileSync(process.execPath, [EVIDENCE, 'faults'], { input: lines.join('\n') });
}

void main().then(
  (good) => process.exit(good ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
