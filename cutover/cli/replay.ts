import { setTimeout as sleep } from 'node:timers/promises';

import { Command, InvalidArgumentError } from 'commander';

import { commandProgress } from '../../src/cli/progress';
import { badStyle, CommandFailure, examples, goodStyle, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { privateLines } from '../compare/differences';
import { DEFAULT_RULES, OPTIONAL_RULES, type OptionalRule } from '../compare/rules';
import { asking } from '../compare/sides';
import { targetAt } from '../contract/exchange';
import { problemsOf, replay, reportLines, reportOf } from '../replay/replay';
import { readSavedRequests } from '../replay/saved-request';
import { closed, comparing, type ComparingOptions, httpUrl, minComparedOption, outputFile, tokensIn } from './options';

interface Options extends ComparingOptions {
  readonly new: URL;
  readonly ignore?: readonly OptionalRule[];
  readonly minCompared: number;
  readonly concurrency: number;
  readonly json?: true;
}

/** `leasegate cutover replay` */
export function replayCommand(): Command {
  return comparing(new Command('replay'))
    .description('send saved requests to both services and compare their answers')
    .argument('<file>', 'file that `leasegate cutover proxy --save` wrote')
    .requiredOption('--new <url>', 'base URL of Leasegate', httpUrl)
    .option('--ignore <rules...>', `ignore this as well: ${OPTIONAL_RULES.join(', ')}`, ruleName)
    .addOption(minComparedOption())
    .option('--concurrency <n>', 'requests of the file in flight', wholeNumber(1, 256), 4)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${examples(
        'leasegate cutover replay requests.ndjson --old https://old.example --new http://127.0.0.1:4000 --tokens tokens.json',
      )}\n\nThe exit status is 0 only if no answer was different and enough requests were compared.`,
    )
    .action(run);
}

async function run(file: string, { tokens, differences, ignore = [], minCompared, ...options }: Options) {
  const total = await countRequests(file);
  const tokenFile = tokensIn(tokens);
  const lines = outputFile(differences);
  const side = (url: URL) => asking(targetAt(url, options.concurrency), options.timeout * 1000);
  const progress = commandProgress();
  let done = 0;
  const tally = await replay({
    requests: readSavedRequests(file),
    ask: { old: side(options.old), new: side(options.new) },
    tokens: tokenFile,
    rules: new Set([...DEFAULT_RULES, ...ignore]),
    maxPages: options.maxPages,
    concurrency: options.concurrency,
    beforeAgain: () => sleep(options.againAfter),
    onResult(line, request, result) {
      done += 1;
      progress.update(done, total, `${done} requests`);
      const { caller, lookup } = request;
      for (const each of privateLines({ line, caller, lookup }, request, result.differences)) lines?.write(each);
    },
  }).finally(() => progress.stop());
  const report = reportOf(tally);
  const problems = problemsOf(report, minCompared);
  console.log(options.json ? JSON.stringify(report) : reportLines(report).join('\n'));
  console.error(problems.length > 0 ? badStyle(problems.join(' ')) : goodStyle('No answer differs.'));
  if (problems.length > 0) process.exitCode = 1;
  await closed(lines);
}

/** Reads the whole file, so that a line that cannot be read is known before a service is asked. */
async function countRequests(file: string): Promise<number> {
  let count = 0;
  try {
    for await (const _line of readSavedRequests(file)) count += 1;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(`${file}${code === undefined ? `: ${message}` : ` cannot be read (${code})`}.`, { cause });
  }
  return count;
}

function ruleName(text: string, before: readonly OptionalRule[] = []): readonly OptionalRule[] {
  const rule = OPTIONAL_RULES.find((name) => name === text);
  if (rule === undefined) throw new InvalidArgumentError(`It must be one of ${OPTIONAL_RULES.join(', ')}.`);
  return [...before, rule];
}
