/** The first requests: whether there is such a service, and how it accepts requests. */

import { ask } from './ask';
import { breaks, describeReply, holds, type Reply, type Session, succeeded, errorType } from './session';

export class NoServiceError extends Error {
  override readonly name = 'NoServiceError';
}

const isAnswer = (reply: Reply): boolean =>
  succeeded(reply) || (reply.status === 404 && errorType(reply) === 'not_found');

/**
 * Tries the form of the contract first, then others, so that the rest can still be tested.
 * @throws {NoServiceError} if no form is answered
 */
export async function start(session: Session): Promise<void> {
  session.form = { scheme: 'bearer', slash: true };
  const first = await ask(session, 'tenants', {});
  if (isAnswer(first)) return holds(session, '4.paths', '4.authorization');
  for (const scheme of ['bearer', 'Bearer']) {
    for (const slash of [true, false]) {
      session.form = { scheme, slash };
      if (!isAnswer(await ask(session, 'tenants', {}))) continue;
      if (scheme !== 'bearer') breaks(session, ['5.1', '4.authorization'], first, 'the scheme word bearer is accepted');
      if (!slash) breaks(session, ['4.paths'], first, 'the path with a trailing slash is answered');
      return;
    }
  }
  throw new NoServiceError(
    `The search for all tenants has no answer of this contract: ${describeReply(first)}. Check the base URL and the token.`,
  );
}
