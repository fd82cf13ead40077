import { setTimeout as pause } from 'node:timers/promises';

import { Command } from 'commander';

import { linesOf, runConformance } from '../conformance/run';
import { type Known, NOTHING_KNOWN } from '../conformance/samples';
import type { Target } from '../conformance/session';
import { isObject, type Json } from '../contract/answers';
import { examples, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { closed, outputFiles } from '../output-file';
import { httpUrl, parsed, tokenOrFile } from './options';

interface Options {
  readonly baseUrl: URL;
  readonly token: string;
  readonly expiredToken?: string;
  readonly otherToken?: string;
  readonly known?: string;
  readonly timeout: number;
  readonly maxPages: number;
  readonly json?: true;
  readonly profile?: string;
  readonly values?: string;
}

export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('test any server against the contract, and describe what the contract leaves open')
    .requiredOption('--base-url <url>', 'address of the server, with the path before /leases/', httpUrl)
    .requiredOption('--token <token>', 'access token, or @FILE that holds it', tokenIn)
    .option('--expired-token <token>', 'an expired token, or @FILE', tokenIn)
    .option('--other-token <token>', 'token of a caller with other groups, or @FILE', tokenIn)
    .option('--known <file>', 'file of known records')
    .option('--timeout <seconds>', 'how long to wait for an answer', wholeNumber(1, 600), 30)
    .option('--max-pages <n>', 'pages of tenants that are read', wholeNumber(1, 100_000), 200)
    .addOption(jsonOption())
    .option('--profile <file>', 'new file for the behaviour profile, as JSON')
    .option('--values <file>', 'new private file for the values of the variables in the curl commands')
    .addHelpText(
      'after',
      `${examples(
        'leasegate conformance --base-url https://leases.example --token @token.txt',
        'leasegate conformance --base-url https://leases.example --token @token.txt --known known.json --json',
      )}\n\nThe exit status is 0 only if nothing is broken, records were read to the last page of tenants, and the server answered to the end.`,
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const known = options.known === undefined ? NOTHING_KNOWN : parsed(options.known, readKnown);
  const [profile, values] = outputFiles(options.profile, options.values);
  const { report, values: assignments } = await runConformance(targetOf(options), known);
  console.log(options.json ? JSON.stringify(report) : linesOf(report).join('\n'));
  profile?.write(`${JSON.stringify(report.profile, null, 2)}\n`);
  values?.write(assignments);
  await closed(profile, values);
  if (report.counts.broken + report.problems.length > 0) process.exitCode = 1;
}

function targetOf({ baseUrl, token: main, otherToken: other, expiredToken: expired, ...more }: Options): Target {
  const tokens = { main, other, expired, changed: withOneCharacterChanged(main), unknown: 'no-such-token' };
  const today = new Date().toISOString().slice(0, 10);
  return { baseUrl: baseUrl.href, tokens, timeoutMs: more.timeout * 1000, maxPages: more.maxPages, today, pause };
}

/** A JSON Web Token with another signature. */
function withOneCharacterChanged(token: string): string | undefined {
  const [header, payload, signature] = token.split('.');
  if (!signature) return undefined;
  return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}

const tokenIn = (text: string): string => tokenOrFile(text, '.');

const FORM =
  '{"groups": [{"group_id": TEXT, "group_external_ref": TEXT}, …], "hidden": {"tenants": [TEXT, …], "leases": [TEXT, …]}}';

const areTexts = (value: Json): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');
const isGroup = (value: Json): boolean =>
  isObject(value) &&
  Object.keys(value).toSorted().join(' ') === 'group_external_ref group_id' &&
  areTexts(Object.values(value));

/** @throws {Error} that says what the file must be */
function readKnown(value: Json): Known {
  const { groups = [], hidden = {}, ...more } = isObject(value) ? value : { value };
  const { tenants = [], leases = [], ...others } = isObject(hidden) ? hidden : { hidden };
  const areGroups = Array.isArray(groups) && groups.every(isGroup);
  if (!areGroups || !areTexts(tenants) || !areTexts(leases) || Object.keys({ ...more, ...others }).length > 0)
    throw new Error(`It must be like ${FORM}; each part may be left out.`);
  return { groups, hidden: { tenants, leases } } as unknown as Known;
}
