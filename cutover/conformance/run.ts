/** A whole run: every check, then the behaviour profile, then a verdict on each clause. */

import { findTwice, NoAnswer, noFindings } from './findings';
import type { Known } from './known';
import { checkNoMatches, checkRequestErrors, checkTokens } from './probes/errors';
import { checkGroups } from './probes/groups';
import { checkDefaultCursor, checkLeaseSequences } from './probes/paging';
import { checkAddress, checkMoveInDates } from './probes/searches';
import { checkActive, checkIdentifications, checkTenantsOfLease } from './probes/tenants';
import { checkKnownHidden, checkOtherCaller } from './probes/visibility';
import { discoverProfile, type Profile } from './profile/profile';
import { findSamples, type Samples } from './samples';
import { createSession, type Session, type Target } from './session';
import { NoServiceError, start } from './start';
import { type Verdict, verdicts } from './verdicts';
import type { Variables } from './curl';

type Check = (session: Session, samples: Samples) => Promise<void>;

const CHECKS: readonly Check[] = [
  checkTokens,
  checkRequestErrors,
  checkNoMatches,
  checkIdentifications,
  checkActive,
  checkTenantsOfLease,
  checkGroups,
  checkMoveInDates,
  checkAddress,
  checkDefaultCursor,
  checkLeaseSequences,
  checkKnownHidden,
  checkOtherCaller,
];

export interface Result {
  readonly verdicts: readonly Verdict[];
  readonly profile: Profile;
  readonly requests: number;
  readonly variables: Variables;
  /** Why nothing could be tested: the server stopped answering before the records were read. */
  readonly noAnswer?: string;
}

/** @throws {NoServiceError} */
export async function runConformance(target: Target, known: Known): Promise<Result> {
  const session = createSession(target);
  try {
    const { profile, noAnswer } = await checkAll(session, known);
    const { earlier, requests, variables } = session;
    return { verdicts: verdicts(earlier), profile, requests, variables, ...(noAnswer && { noAnswer }) };
  } finally {
    session.server.agent.destroy();
  }
}

async function checkAll(session: Session, known: Known): Promise<Pick<Result, 'profile' | 'noAnswer'>> {
  const run = (part: () => Promise<unknown>): Promise<void> =>
    findTwice(session.earlier, async (into) => {
      session.findings = into;
      await part();
    });
  await run(() => start(session));
  const { interruptions, held } = session.earlier;
  if (held.size === 0 && interruptions.size > 0) throw new NoServiceError(`${[...interruptions].join('; ')}.`);
  let samples: Samples | undefined;
  let noAnswer: string | undefined;
  await run(async () => {
    samples = await findSamples(session, known).catch((error: unknown) => {
      if (error instanceof NoAnswer) noAnswer = error.message;
      throw error;
    });
  });
  const found = samples;
  if (found === undefined) return { profile: {}, ...(noAnswer && { noAnswer }) };
  for (const check of CHECKS) await run(() => check(session, found));
  session.findings = noFindings();
  return { profile: await discoverProfile(session, found) };
}
