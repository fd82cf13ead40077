/** A whole run: every check, then the behaviour profile; and its report, which holds no token and no value of a record. */

import { badStyle, CommandFailure, goodStyle } from '../../src/cli/terminal';
import { VERSION } from '../../src/package';
import { errorTypeIn, succeeded } from '../contract/answers';
import { CHECKS, CONTRACT_REVISION } from './checks';
import { describeReply, Interruption, type Reply } from './findings';
import { ERROR_CHECKS } from './probes/errors';
import { GROUP_CHECKS } from './probes/groups';
import { LOOKUP_CHECKS } from './probes/lookups';
import { BEHAVIOURS } from './profile';
import { findSamples, type Known, type Samples } from './samples';
import { Session, type Target } from './session';

const PROBES = [...ERROR_CHECKS, ...LOOKUP_CHECKS, ...GROUP_CHECKS];

/** @returns `values`, too: shell assignments of every value in the `curl` commands @throws {CommandFailure} if there is no such service */
export async function runConformance(target: Target, known: Known) {
  const session = new Session(target);
  try {
    const read: Samples[] = [];
    await session.part(async () => {
      await start(session);
      read.push(await findSamples(session, known));
    });
    const samples = read.at(-1);
    if (samples === undefined) {
      const reasons = [...session.all.interruptions].join('; ');
      throw new CommandFailure(`The server stopped answering before its records were read: ${reasons}.`);
    }
    for (const probe of PROBES) await session.part(() => probe(session, samples));
    const profile = await discoverProfile(session, samples);
    return { report: reportOf(session, profile), values: session.curl.assignments() };
  } finally {
    session.close();
  }
}

/** Tries the form of the contract first, then others, so that the rest can still be tested. @throws {CommandFailure} */
async function start(session: Session): Promise<void> {
  let first: Reply | undefined;
  for (const scheme of ['bearer', 'Bearer'])
    for (const slash of [true, false]) {
      session.form = { scheme, slash };
      const reply = await session.ask('tenants', {});
      first ??= reply;
      if (!succeeded(reply) && errorTypeIn(reply) !== 'not_found') continue;
      if (slash) session.holds('4.paths');
      else session.breaks('4.paths', first, 'the path with a trailing slash is answered');
      if (scheme !== 'bearer') session.breaks('5.1', first, 'the scheme word bearer is accepted');
      return;
    }
  throw new CommandFailure(
    `The search for all tenants has no answer of this contract: ${describeReply(first!)}. Check the base URL and the token.`,
  );
}

async function discoverProfile(session: Session, samples: Samples): Promise<Record<string, string>> {
  const profile: Record<string, string> = {};
  for (const [id, [question, discover]] of Object.entries(BEHAVIOURS)) {
    const answer = await discover(session, samples).catch((error: unknown) => {
      if (!(error instanceof Interruption)) throw error;
    });
    profile[id] = `${question} ${answer ?? 'unknown'}`;
  }
  return profile;
}

const OUTCOMES = ['broken', 'held', 'not testable'] as const;

type Outcome = (typeof OUTCOMES)[number];

export type Report = ReturnType<typeof reportOf>;

function reportOf({ all, seen, requests, target: { baseUrl } }: Session, profile: Readonly<Record<string, string>>) {
  const checks = [...CHECKS].map(([id, { text, needs: usual }]) => {
    const evidence = all.broken.get(id);
    const outcome: Outcome = evidence ? 'broken' : all.held.has(id) ? 'held' : 'not testable';
    const needs = all.unsteady.has(id) ? 'answers that stay the same when they are asked again' : usual;
    return { id, text, outcome, ...(evidence && { evidence }), ...(outcome === 'not testable' && { needs }) };
  });
  const unread = Object.entries({ lease: '2.1.identifier', tenant: '2.3.identifier' }).filter(
    ([, id]) => !seen.has(id),
  );
  const counts = OUTCOMES.map((outcome) => [outcome, checks.filter((check) => check.outcome === outcome).length]);
  return {
    contractRevision: CONTRACT_REVISION,
    /** Of the kit. */
    version: VERSION,
    baseUrl,
    requests,
    counts: Object.fromEntries(counts) as Record<Outcome, number>,
    /** Why the run proves little, whatever is broken. */
    problems: [
      ...unread.map(([record]) => `No ${record} was read: use a token that sees some.`),
      ...[...all.interruptions].map((reason) => `Requests were given up: ${reason}.`),
    ],
    checks,
    profile,
  };
}

export function linesOf({ checks, counts, problems, requests, profile, contractRevision }: Report): string[] {
  const verdicts = checks.flatMap(({ id, text, evidence, needs }) => {
    if (needs !== undefined) return [`not testable  ${id}: ${text} It needs ${needs}.`];
    if (evidence === undefined) return [];
    const { expected, actual, curl } = evidence;
    return [badStyle(`broken  ${id}: ${text}`), `  expected: ${expected}`, `  was: ${actual}`, `  ${curl}`];
  });
  const summary = OUTCOMES.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
  const last = `Contract revision ${contractRevision}: ${summary}. ${requests} requests.`;
  const habits = Object.entries(profile).map(([id, text]) => `${id}: ${text}`);
  const style = counts.broken + problems.length > 0 ? badStyle : goodStyle;
  return [...verdicts, '', ...habits, '', ...problems.map(badStyle), style(last)];
}
