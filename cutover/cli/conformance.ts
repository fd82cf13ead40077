import { setTimeout as pause } from 'node:timers/promises';

import { Command } from 'commander';

import { NOTHING_KNOWN, readKnown } from '../conformance/known';
import { linesOf } from '../conformance/report';
import { runConformance } from '../conformance/run';
import type { Target } from '../conformance/session';
import { badStyle, CommandFailure, examples, goodStyle, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { closed, httpUrl, outputFile, parsed, tokenOrFile } from './options';

interface Options {
  readonly baseUrl: string;
  readonly token: string;
  readonly expiredToken?: string;
  readonly otherToken?: string;
  readonly known?: string;
  readonly maxRequests: number;
  readonly timeout: number;
  readonly json?: true;
  readonly profile?: string;
  readonly values?: string;
}

/** `leasegate conformance` */
export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('test any server against the contract, and describe what the contract leaves open')
    .requiredOption('--base-url <url>', 'address of the server, with the path before /leases/', urlText)
    .requiredOption('--token <token>', 'access token, or @FILE that holds it', tokenIn)
    .option('--expired-token <token>', 'an expired token, or @FILE', tokenIn)
    .option('--other-token <token>', 'token of a caller with other groups, or @FILE', tokenIn)
    .option('--known <file>', 'file of known records')
    .option('--max-requests <n>', 'give up further checks after this many requests', wholeNumber(10, 100_000), 2000)
    .option('--timeout <seconds>', 'how long to wait for an answer', wholeNumber(1, 600), 30)
    .addOption(jsonOption())
    .option('--profile <file>', 'new file for the behaviour profile, as JSON')
    .option('--values <file>', 'new private file for the values of the variables in the curl commands')
    .addHelpText(
      'after',
      `${examples(
        'leasegate conformance --base-url https://leases.example --token @token.txt',
        'leasegate conformance --base-url https://leases.example --token @token.txt --known known.json --json',
      )}\n\nThe exit status is 0 if nothing is broken, and 1 if something is or the server does not answer.`,
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const known = options.known === undefined ? NOTHING_KNOWN : parsed(options.known, readKnown);
  const [profile, values] = [outputFile(options.profile), outputFile(options.values)];
  const result = await runConformance(targetOf(options), known);
  const { report } = result;
  const lines = linesOf(report, (outcome, text) => (outcome === 'broken' ? badStyle : goodStyle)(text));
  console.log(options.json ? JSON.stringify(report) : lines.join('\n'));
  profile?.write(`${JSON.stringify(report.profile, null, 2)}\n`);
  values?.write(result.values);
  await closed(profile, values);
  if (result.noAnswer !== undefined)
    throw new CommandFailure(`The server stopped answering before its records were read: ${result.noAnswer}.`);
  if (report.counts.broken > 0) process.exitCode = 1;
}

function targetOf({ baseUrl, token: main, maxRequests, timeout, ...options }: Options): Target {
  const { otherToken: other, expiredToken: expired } = options;
  const tokens = { main, other, expired, changed: withOneCharacterChanged(main), unknown: 'no-such-token' };
  const today = new Date().toISOString().slice(0, 10);
  return { baseUrl, tokens, maxRequests, timeoutMs: timeout * 1000, today, pause };
}

/** A JSON Web Token with another signature. */
function withOneCharacterChanged(token: string): string | undefined {
  const [header, payload, signature] = token.split('.');
  if (!signature) return undefined;
  return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}

const tokenIn = (text: string): string => tokenOrFile(text, '.');

/** As it was given: a URL object would add a slash. */
function urlText(text: string): string {
  httpUrl(text);
  return text;
}
