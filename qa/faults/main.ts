/**
 * `main.ts [PATTERN] [--minutes N] [--write]`: applies each fault of the list to a gateway under load, on a private database
 * server, and prints the findings. Exits with 1 if a fault does not end as expected.
 * PATTERN: only trials whose name matches it. `--minutes`: the length of the soak, 60 by default; ten times saturation takes a
 * sixth of it. `--write` renews the section of `docs/evidence.md`, if every trial of the list has run.
 */

import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Rig, versionOf } from './rig/rig';
import { Findings, type Trial } from './trial';
import { killConnections } from './trials/killed';
import { OVERLOAD } from './trials/overload';
import { SOAK } from './trials/soak';

/** The trial that counts over an hour comes last. */
const TRIALS: readonly Trial[] = [
  { name: 'connections killed', shown: true, run: (rig, findings) => killConnections(rig, findings, 300) },
  ...OVERLOAD,
  SOAK,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '60' }, write: { type: 'boolean', default: false } },
});

async function main(): Promise<boolean> {
  const chosen = TRIALS.filter(({ name }) => new RegExp(positionals[0] ?? '', 'i').test(name));
  const rig = await Rig.open();
  const kind = await rig.withConnection(versionOf);
  const results = new Map<Trial, Findings>();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    console.log(`${chosen.length} of ${TRIALS.length} faults, on ${kind}`);
    for (const trial of chosen) {
      if (stop.signal.aborted) break;
      const findings = new Findings();
      results.set(trial, findings);
      await trial.run(rig, findings, Number(values.minutes)).catch((error: unknown) => {
        findings.must(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
      });
      await rig.endTrial();
      console.log(`${findings.failures.length === 0 ? 'ok    ' : 'FAILED'} ${trial.name}`);
      // On a machine that does other work as well, every wait takes longer.
      if (findings.failures.length > 0)
        console.log(`         load average ${loadavg()[0]?.toFixed(1)}, ${cpus().length} cores`);
      for (const figure of findings.figures) console.log(`         ${figure}`);
      for (const failure of findings.failures) console.log(`       ! ${failure}`);
    }
    if (values.write && results.size === TRIALS.length) writeFindings([...results], kind);
  } finally {
    await rig.close();
  }
  const good = [...results.values()].filter(({ failures }) => failures.length === 0).length;
  console.log(`${good} of ${chosen.length} came out as expected.`);
  return good === chosen.length;
}

/** Writes into `docs/evidence.md` how many trials came out as expected, those that did not, and a few figures. */
function writeFindings(results: readonly (readonly [Trial, Findings])[], kind: string): void {
  const short = results.filter(([, { failures }]) => failures.length > 0);
  const more = (count: number) => (count > 0 ? `; and ${count} more` : '');
  const lines = [
    `${results.length} tried on ${kind}: ${results.length - short.length} came out as expected, ${short.length} fell short.`,
    '',
    ...short.map(
      ([{ name }, { failures }]) =>
        `- **${name}** fell short: ${failures[0]?.split('\n')[0]}${more(failures.length - 1)}.`,
    ),
    ...results
      .filter(([{ shown }, { failures }]) => shown && failures.length === 0)
      .map(([{ name }, { figures }]) => `- **${name}**: ${figures.map((text) => text.split('\n')[0]).join('; ')}.`),
  ];
  const program = join(__dirname, '..', 'evidence.mjs');
  execFileSync(process.execPath, [program, 'faults'], { input: lines.join('\n') });
}

void main().then(
  (good) => process.exit(good ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
