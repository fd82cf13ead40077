/** A whole run: every check, then the behaviour profile. */

import { CommandFailure } from '../../src/cli/terminal';
import { errorTypeIn, succeeded } from '../contract/answers';
import { describeReply, type Reply } from './findings';
import type { Known } from './known';
import { checkNoMatches, checkRequestErrors, checkTokens } from './probes/errors';
import { checkGroups } from './probes/groups';
import { checkDefaultCursor, checkLeaseSequences } from './probes/paging';
import { checkAddress, checkMoveInDates } from './probes/searches';
import { checkActive, checkIdentifications, checkTenantsOfLease } from './probes/tenants';
import { checkKnownHidden, checkOtherCaller } from './probes/visibility';
import { discoverProfile } from './profile/profile';
import { RECORDS } from './profile/records';
import { REQUESTS } from './profile/requests';
import { type Report, reportOf } from './report';
import { findSamples, type Samples } from './samples';
import { Session, type Target } from './session';

export const BEHAVIOURS = { ...REQUESTS, ...RECORDS };

const CHECKS: readonly ((session: Session, samples: Samples) => Promise<void>)[] = [
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
  readonly report: Report;
  /** Shell assignments of every value in the `curl` commands. */
  readonly values: string;
  /** Why nothing could be tested: the server stopped answering before the records were read. */
  readonly noAnswer: string | undefined;
}

/** @throws {CommandFailure} if there is no such service */
export async function runConformance(target: Target, known: Known): Promise<Result> {
  const session = new Session(target);
  try {
    await session.part(() => start(session));
    const { interruptions, held } = session.all;
    if (held.size === 0 && interruptions.size > 0) throw new CommandFailure(`${[...interruptions].join('; ')}.`);
    const read: Samples[] = [];
    await session.part(async () => read.push(await findSamples(session, known)));
    const [samples] = read;
    for (const check of samples === undefined ? [] : CHECKS) await session.part(() => check(session, samples!));
    const profile = samples === undefined ? {} : await discoverProfile(BEHAVIOURS, session, samples);
    const isSpent = session.requests >= target.maxRequests;
    const noAnswer = samples === undefined && !isSpent ? [...interruptions].join('; ') : undefined;
    return { report: reportOf(session, profile), values: session.curl.assignments(), noAnswer };
  } finally {
    session.close();
  }
}

/** Tries the form of the contract first, then others, so that the rest can still be tested. @throws {CommandFailure} */
async function start(session: Session): Promise<void> {
  const isAnswer = (reply: Reply): boolean => succeeded(reply) || errorTypeIn(reply) === 'not_found';
  let first: Reply | undefined;
  for (const scheme of ['bearer', 'Bearer'])
    for (const slash of [true, false]) {
      session.form = { scheme, slash };
      const reply = await session.ask('tenants', {});
      first ??= reply;
      if (!isAnswer(reply)) continue;
      if (slash) session.holds('4.paths');
      else session.breaks('4.paths', first, 'the path with a trailing slash is answered');
      if (scheme !== 'bearer') session.breaks('5.1', first, 'the scheme word bearer is accepted');
      return;
    }
  throw new CommandFailure(
    `The search for all tenants has no answer of this contract: ${describeReply(first!)}. Check the base URL and the token.`,
  );
}
