import { setTimeout as sleep } from 'node:timers/promises';

import { Command, InvalidArgumentError } from 'commander';

import { commandProgress } from '../../src/cli/progress';
import { badStyle, CommandFailure, examples, goodStyle, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { privateLine } from '../compare/differences';
import { DEFAULT_RULES, RULE_NAMES, type RuleName, RULES } from '../compare/rules';
import { asking, patiently, type Sides } from '../compare/sides';
import { targetAt } from '../contract/exchange';
import { linesOf, problemsOf, replay, reportOf } from '../replay/replay';
import { readSavedRequests } from '../replay/saved-request';
import {
  AGAIN_AFTER,
  DIFFERENCES,
  httpUrl,
  MAX_PAGES,
  minComparedOption,
  outputFile,
  TIMEOUT,
  TOKENS,
  tokensIn,
} from './options';

interface Options extends Sides<URL> {
  readonly tokens?: string;
  readonly differences?: string;
  readonly ignore?: readonly RuleName[];
  readonly minCompared: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly maxPages: number;
  readonly againAfter: number;
  readonly json?: true;
}

/** `leasegate cutover replay` */
export function replayCommand(): Command {
  const others = RULE_NAMES.filter((name) => !RULES[name].byDefault);
  return new Command('replay')
    .description('send saved requests to both services and compare their answers')
    .argument('<file>', 'file that `leasegate cutover proxy --save` wrote')
    .requiredOption('--old <url>', 'base URL of the old service', httpUrl)
    .requiredOption('--new <url>', 'base URL of Leasegate', httpUrl)
    .option(...TOKENS)
    .option(...DIFFERENCES)
    .option('--ignore <rules...>', `ignore this as well: ${others.join(', ')}`, ruleName)
    .addOption(minComparedOption())
    .option('--concurrency <n>', 'requests of the file in flight', wholeNumber(1, 256), 4)
    .option(...TIMEOUT)
    .option(...MAX_PAGES)
    .option(...AGAIN_AFTER)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${examples(
        'leasegate cutover replay requests.ndjson --old https://old.example --new http://127.0.0.1:4000 --tokens tokens.json',
      )}\n\nThe exit status is 0 only if no answer was different and enough requests were compared.`,
    )
    .action(run);
}

async function run(
  file: string,
  { tokens, differences, ignore = [], minCompared, ...options }: Options,
): Promise<void> {
  const total = await countRequests(file);
  const tokenFile = tokensIn(tokens);
  const lines = outputFile(differences);
  const pause = (ms: number): Promise<void> => sleep(ms);
  const side = (url: URL) => patiently(asking(targetAt(url, options.concurrency), options.timeout * 1000), pause);
  const progress = commandProgress();
  let done = 0;
  const tally = await replay({
    requests: readSavedRequests(file),
    ask: { old: side(options.old), new: side(options.new) },
    tokens: tokenFile,
    rules: new Set([...DEFAULT_RULES, ...ignore]),
    mostPages: options.maxPages,
    concurrency: options.concurrency,
    beforeAgain: () => pause(options.againAfter),
    onResult(line, request, result) {
      done += 1;
      progress.update(done, total, `${done} requests`);
      const { caller, lookup } = request;
      for (const difference of result.outcome === 'different' ? result.differences : [])
        lines?.write(privateLine({ line, caller, lookup }, request, difference));
    },
  }).finally(() => progress.stop());
  const failure = await lines?.close();
  const report = reportOf(tally);
  const problems = problemsOf(report, minCompared / 100);
  if (options.json) console.log(JSON.stringify(report));
  else for (const line of linesOf(report)) console.log(line);
  const verdict = problems.length > 0 ? problems.join(' ') : 'No answer differs.';
  console.error(problems.length > 0 ? badStyle(verdict) : goodStyle(verdict));
  if (problems.length > 0) process.exitCode = 1;
  if (failure !== undefined) throw new CommandFailure(`${failure}.`);
}

/** Reads the whole file, so that a line that cannot be read is known before a service is asked. */
async function countRequests(file: string): Promise<number> {
  let count = 0;
  try {
    for await (const _line of readSavedRequests(file)) count += 1;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(code === undefined ? `${file}: ${message}.` : `${file} cannot be read (${code}).`, {
      cause,
    });
  }
  return count;
}

function ruleName(text: string, before: readonly RuleName[] = []): readonly RuleName[] {
  const known = RULE_NAMES.find((name) => name === text);
  if (known === undefined) throw new InvalidArgumentError(`It must be one of ${RULE_NAMES.join(', ')}.`);
  return [...before, known];
}
