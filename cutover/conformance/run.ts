/** A whole run: every check, then the behaviour profile; and its report, which holds no token and no value of a record. */

import { badStyle, CommandFailure, goodStyle } from '../../src/cli/terminal';
import { VERSION } from '../../src/package';
import { errorTypeIn, succeeded } from '../contract/answers';
import { CHECKS, CONTRACT_REVISION } from './checks';
import { describeReply, type Evidence, Interruption, type Reply } from './findings';
import { ERROR_CHECKS } from './probes/errors';
import { GROUP_CHECKS } from './probes/groups';
import { SEARCH_CHECKS } from './probes/searches';
import { TENANT_CHECKS } from './probes/tenants';
import { RECORDS } from './profile/records';
import { REQUESTS } from './profile/requests';
import { findSamples, type Known, type Samples } from './samples';
import { Session, type Target } from './session';

export const BEHAVIOURS = { ...REQUESTS, ...RECORDS };

const PROBES = [...ERROR_CHECKS, ...TENANT_CHECKS, ...SEARCH_CHECKS, ...GROUP_CHECKS];

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
    session.server.agent.destroy();
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

type Profile = Readonly<Record<string, string>>;

async function discoverProfile(session: Session, samples: Samples): Promise<Profile> {
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

interface Verdict {
  readonly id: string;
  readonly text: string;
  readonly outcome: Outcome;
  /** Of a broken check. */
  readonly evidence?: Evidence;
  /** What would make it testable. */
  readonly needs?: string;
}

export type Report = ReturnType<typeof reportOf>;

function reportOf({ all, seen, requests, target: { baseUrl } }: Session, profile: Profile) {
  const checks = [...CHECKS].map(([id, { text, needs }]): Verdict => {
    const evidence = all.broken.get(id);
    if (evidence !== undefined) return { id, text, outcome: 'broken', evidence };
    if (all.held.has(id)) return { id, text, outcome: 'held' };
    const steady = all.unsteady.has(id) ? 'answers that stay the same when they are asked again' : needs;
    return { id, text, outcome: 'not testable', needs: steady };
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
