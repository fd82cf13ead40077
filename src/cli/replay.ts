import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { Command, InvalidArgumentError } from 'commander';

import { valueHash } from '../comparison/differences';
import { DEFAULT_RULES, RULE_NAMES, type RuleName, RULES } from '../comparison/rules';
import { readTape, type TapeLine } from '../replay/read-tape';
import { replay } from '../replay/replay';
import type { Report } from '../replay/report';
import { comparedNothing, junitOf, linesOf } from '../replay/report-texts';
import { createSide } from '../replay/side';
import { openLineOutput, openOutputs } from './output-files';
import { commandProgress } from './progress';
import { readTokens } from './record';
import { httpUrl, readKey, readText, tokenOrFile } from './remote-options';
import { badStyle, CommandFailure, errorStyle, examples, goodStyle, wholeNumber } from './terminal';

interface Options {
  readonly tape: string;
  readonly left: URL;
  readonly right: URL;
  readonly leftToken?: string;
  readonly rightToken?: string;
  readonly tokens?: string;
  readonly values?: string;
  readonly key?: string;
  readonly ignore?: readonly RuleName[];
  readonly compare?: readonly RuleName[];
  readonly maxRequests?: number;
  readonly maxSeconds?: number;
  readonly rate?: number;
  readonly concurrency: number;
  readonly againAfter: number;
  readonly timeout: number;
  /** True without a file. */
  readonly json?: string | true;
  readonly junit?: string;
  readonly results?: string;
}

/** `leasegate replay` */
export function replayCommand(): Command {
  const named = (byDefault: boolean): string =>
    RULE_NAMES.filter((name) => RULES[name].byDefault === byDefault).join(', ');
  return new Command('replay')
    .description('send the requests of a tape to two servers and compare their answers')
    .requiredOption('--tape <file>', 'tape that `leasegate record` wrote')
    .requiredOption('--left <url>', 'base URL of the server that answers as expected', httpUrl)
    .requiredOption('--right <url>', 'base URL of the server to compare with it', httpUrl)
    .option('--left-token <token>', 'token for the left server, or @FILE that holds it', tokenOrFile)
    .option('--right-token <token>', 'token for the right server, or @FILE', tokenOrFile)
    .option('--tokens <file>', 'file with the tokens of each caller')
    .option('--values <file>', 'file with the e-mail addresses and phone numbers behind the hashes, one per line')
    .option('--key <file>', 'file with the key that the tape was recorded with')
    .option('--ignore <rules>', `also apply these rules: ${named(false)}`, ruleNames)
    .option('--compare <rules>', `do not apply these rules: ${named(true)}`, ruleNames)
    .option('--max-requests <n>', 'stop after so many requests of the tape', wholeNumber(1, 1_000_000_000))
    .option('--max-seconds <n>', 'stop after so many seconds', wholeNumber(1, 1_000_000))
    .option('--rate <n>', 'send at most so many requests a second to each server', wholeNumber(1, 100_000))
    .option('--concurrency <n>', 'requests of the tape in flight', wholeNumber(1, 256), 4)
    .option('--again-after <ms>', 'pause before a difference is asked for again', wholeNumber(0, 600_000), 1000)
    .option('--timeout <seconds>', 'how long to wait for an answer', wholeNumber(1, 600), 30)
    .option('--json [file]', 'print one JSON object on one line, or write it to a file')
    .option('--junit <file>', 'write a report as JUnit XML')
    .option('--results <file>', 'write the result of each request as NDJSON')
    .addHelpText(
      'after',
      `${examples(
        'leasegate replay --tape tape.ndjson --left https://old.example --right http://127.0.0.1:4000 --tokens tokens.json',
        'leasegate replay --tape tape.ndjson --left https://old.example --right http://127.0.0.1:4000 --left-token @old --right-token @new --rate 20',
      )}\n\nThe exit status is 0 if no answer was different, and 1 if one was or none was compared.`,
    )
    .action(async (options: Options, command: Command) => {
      if (options.values !== undefined && options.key === undefined) command.error('error: --values needs --key.');
      const report = await run(options);
      if (report.different > 0 || comparedNothing(report)) process.exitCode = 1;
    });
}

async function run(options: Options): Promise<Report> {
  const { tape, left, right, rate, timeout } = options;
  const total = await countRequests(tape);
  const tokens = options.tokens === undefined ? new Map() : readTokens(options.tokens);
  const values = valuesOf(options);
  const writeReports = openOutputs<Report>([
    { file: options.junit, text: junitOf },
    {
      file: options.json === true ? undefined : options.json,
      text: (report) => `${JSON.stringify(report, null, 2)}\n`,
    },
  ]);
  const results = options.results === undefined ? undefined : openLineOutput(options.results);
  let done = 0;
  const side = (url: URL) => createSide({ url, timeoutMs: timeout * 1000, pace: pacer(rate), sleep });
  const progress = commandProgress();
  let report: Report;
  let problems: string[];
  try {
    report = await replay({
      requests: readTape(tape),
      ask: { left: side(left), right: side(right) },
      defaultTokens: { left: options.leftToken, right: options.rightToken },
      tokens,
      values,
      comparison: { hash: valueHash(randomBytes(32)), rules: rulesOf(options) },
      maxRequests: options.maxRequests ?? Infinity,
      maxSeconds: options.maxSeconds ?? Infinity,
      concurrency: options.concurrency,
      againAfterMs: options.againAfter,
      sleep,
      monotonicNow: () => performance.now(),
      onResult(line, { operation }, result) {
        done += 1;
        progress.update(done, total, `${done} requests`);
        results?.write(`${JSON.stringify({ line, operation, ...result })}\n`);
      },
    });
  } finally {
    progress.stop();
    problems = (await results?.close()) ?? [];
  }
  print(report, options);
  problems.push(...writeReports(report));
  if (problems.length > 0) throw new CommandFailure(problems.join('\n'));
  return report;
}

/** Reads the whole tape, so that a line that cannot be read is known before a server is asked. */
async function countRequests(tape: string): Promise<number> {
  let count = 0;
  const lines: AsyncGenerator<TapeLine> = readTape(tape);
  try {
    while (!(await lines.next()).done) count += 1;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(code === undefined ? message : `${tape} cannot be read (${code}).`, { cause });
  }
  return count;
}

/** Spreads requests evenly over a second. */
function pacer(rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return () => Promise.resolve();
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(next, now);
    next = at + 1000 / rate;
    if (at > now) await sleep(at - now);
  };
}

function valuesOf({ values, key }: Options): ReadonlyMap<string, string> {
  if (values === undefined || key === undefined) return new Map();
  const hash = valueHash(readKey(key));
  const lines = readText(values).split(/\r?\n/);
  return new Map(lines.filter((line) => line !== '').map((line) => [hash(line), line]));
}

function rulesOf({ ignore = [], compare = [] }: Options): ReadonlySet<RuleName> {
  return new Set([...DEFAULT_RULES, ...ignore].filter((name) => !compare.includes(name)));
}

function ruleNames(text: string): readonly RuleName[] {
  return text.split(',').map((name) => {
    const known = RULE_NAMES.find((one) => one === name);
    if (known === undefined) throw new InvalidArgumentError(`It must be names such as ${RULE_NAMES.join(',')}.`);
    return known;
  });
}

function print(report: Report, { json }: Options): void {
  if (json === true) console.log(JSON.stringify(report));
  else for (const line of linesOf(report, { good: goodStyle, bad: badStyle })) console.log(line);
  if (comparedNothing(report)) console.error(errorStyle('No answer was compared.'));
}
