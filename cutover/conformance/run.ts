/** A whole run: every check, then the behaviour profile. */

import { CommandFailure } from '../../src/cli/terminal';
import { errorTypeIn, succeeded } from '../contract/answers';
import { describeReply, type Reply } from './findings';
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
import { findSamples, type Known, type Samples } from './samples';
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
}

/** @throws {CommandFailure} if there is no such service */
export async function runConformance(target: Target, known: Known): Promise<Result> {
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
    for (const check of CHECKS) await session.part(() => check(session, samples));
    const profile = await discoverProfile(BEHAVIOURS, session, samples);
    return { report: reportOf(session, profile), values: session.curl.assignments() };
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
