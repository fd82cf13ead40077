import { setTimeout as pause } from 'node:timers/promises';

import { Command } from 'commander';

import { InputFileError } from '../conformance/input-file';
import { NOTHING_KNOWN, readKnown } from '../conformance/known';
import { compareProfiles, readProfile } from '../conformance/profile/profile';
import { junitOf } from '../conformance/reports/junit';
import { linesOf } from '../conformance/reports/lines';
import { type Report, reportOf } from '../conformance/reports/report';
import { type Result, runConformance } from '../conformance/run';
import type { Target } from '../conformance/session';
import { NoServiceError } from '../conformance/start';
import { VERSION } from '../../src/package';
import { openOutputs } from '../../src/cli/output-files';
import { httpUrl, readText, tokenOrFile } from '../../src/cli/remote-options';
import { badStyle, CommandFailure, examples, goodStyle, wholeNumber } from '../../src/cli/terminal';

interface Options {
  readonly baseUrl: string;
  readonly token: string;
  readonly expiredToken?: string;
  readonly otherToken?: string;
  readonly known?: string;
  readonly maxRequests: number;
  readonly timeout: number;
  /** True without a file. */
  readonly json?: string | true;
  readonly junit?: string;
  readonly profile?: string;
  readonly compareProfile?: string;
  readonly values?: string;
}

/** `leasegate conformance` */
export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('test any server against the contract, and describe what the contract leaves open')
    .requiredOption('--base-url <url>', 'address of the server, with the path before /leases/', urlText)
    .requiredOption('--token <token>', 'access token, or @FILE that holds it', tokenOrFile)
    .option('--expired-token <token>', 'an expired token, or @FILE', tokenOrFile)
    .option('--other-token <token>', 'token of a caller with other groups, or @FILE', tokenOrFile)
    .option('--known <file>', 'file of known records')
    .option('--max-requests <n>', 'give up further checks after this many requests', wholeNumber(10, 100_000), 2000)
    .option('--timeout <seconds>', 'how long to wait for an answer', wholeNumber(1, 600), 30)
    .option('--json [file]', 'print one JSON object on one line, or write it to a file')
    .option('--junit <file>', 'write a report as JUnit XML')
    .option('--profile <file>', 'write the behaviour profile as JSON')
    .option('--compare-profile <file>', 'say where this server differs from the profile of another')
    .option('--values <file>', 'write the values of the variables in the curl commands, for you alone')
    .addHelpText(
      'after',
      `${examples(
        'leasegate conformance --base-url https://leases.example --token @token.txt',
        'leasegate conformance --base-url https://leases.example --token @token.txt --known known.json --junit report.xml',
      )}\n\nThe exit status is 0 if no clause is broken, and 1 if one is or the server does not answer.`,
    )
    .action(async (options: Options) => {
      const report = await run(options);
      if (report.counts.broken > 0) process.exitCode = 1;
    });
}

async function run(options: Options): Promise<Report> {
  const known = options.known === undefined ? NOTHING_KNOWN : reading(options.known, readKnown);
  const other = options.compareProfile === undefined ? undefined : reading(options.compareProfile, readProfile);
  const { json, junit, profile, values } = options;
  const writeReports = openOutputs<{ result: Result; report: Report }>([
    { file: junit, text: ({ report }) => junitOf(report) },
    { file: profile, text: ({ result }) => `${JSON.stringify(result.profile, null, 2)}\n` },
    { file: values, text: ({ result }) => result.variables.assignments(), isPrivate: true },
    { file: json === true ? undefined : json, text: ({ report }) => `${JSON.stringify(report, null, 2)}\n` },
  ]);
  const result = await runConformance(targetOf(options), known).catch((error: unknown) => {
    throw error instanceof NoServiceError ? new CommandFailure(error.message, { cause: error }) : error;
  });
  const differences = other && compareProfiles(result.profile, other);
  const report = reportOf(result, { version: VERSION, baseUrl: options.baseUrl, ...(differences && { differences }) });
  if (json === true) console.log(JSON.stringify(report));
  else for (const line of linesOf(report, { good: goodStyle, bad: badStyle })) console.log(line);
  const problems = writeReports({ result, report });
  if (result.noAnswer !== undefined)
    problems.push(`The server stopped answering before its records were read: ${result.noAnswer}.`);
  if (problems.length > 0) throw new CommandFailure(problems.join('\n'));
  return report;
}

function targetOf({ baseUrl, token, expiredToken, otherToken, maxRequests, timeout }: Options): Target {
  const changed = withOneCharacterChanged(token);
  return {
    baseUrl,
    tokens: {
      main: token,
      unknown: 'no-such-token',
      ...(changed !== undefined && { changed }),
      ...(expiredToken !== undefined && { expired: expiredToken }),
      ...(otherToken !== undefined && { other: otherToken }),
    },
    maxRequests,
    timeoutMs: timeout * 1000,
    today: new Date().toISOString().slice(0, 10),
    pause,
  };
}

/** A JSON Web Token with another signature. */
function withOneCharacterChanged(token: string): string | undefined {
  const [header, payload, signature] = token.split('.');
  if (!signature) return undefined;
  return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}

/** As it was given: a URL object would add a slash. */
function urlText(text: string): string {
  httpUrl(text);
  return text;
}

function reading<Value>(file: string, read: (text: string) => Value): Value {
  const text = readText(file);
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof InputFileError)) throw error;
    throw new CommandFailure(`${file}: ${error.message}.`, { cause: error });
  }
}
