import type { Authenticator } from '../auth/authenticate';
import type { Settings } from '../config/settings';
import { TokenError } from '../errors';
import type { CheckToken, TokenCheck } from '../http/admitted';
import { exchangeOf } from '../http/exchange';
import type { Caller } from '../model/caller';
import type { Observer, Verdict } from '../observer';

/** Checks the token, then the rate limit of the caller. The code for rate limits is loaded only if there is one. */
export async function tokenChecks(
  { authenticate }: Pick<Authenticator, 'authenticate'>,
  rateLimit: Settings['rateLimit'],
  { monotonicNow, observer }: { readonly monotonicNow: () => number; readonly observer: Observer },
): Promise<CheckToken> {
  const limit = rateLimit === undefined ? undefined : await limitOf(rateLimit, monotonicNow);

  return (request, response) => {
    const began = monotonicNow();
    const checked = (caller: Caller | undefined, refusal?: unknown): TokenCheck => {
      observer.tokenVerified?.(exchangeOf(response), monotonicNow() - began, refusal);
      return {
        caller,
        async requireCaller() {
          observer.tokenChecked?.(caller === undefined ? verdictOf(refusal) : 'good');
          if (refusal instanceof TokenError) exchangeOf(response).tokenFault = refusal.fault;
          if (caller === undefined) throw refusal;
          limit?.(caller, response);
          return caller;
        },
      };
    };
    const refused = (refusal: unknown) => checked(undefined, refusal);
    try {
      const found = authenticate(request.headers.authorization);
      return found instanceof Promise ? found.then((caller) => checked(caller), refused) : checked(found);
    } catch (refusal) {
      return refused(refusal);
    }
  };
}

async function limitOf(rateLimit: NonNullable<Settings['rateLimit']>, monotonicNow: () => number) {
  const { callerLimit, requestWindows } = await import('../rate-limit/caller-limit.ts');
  return callerLimit(rateLimit, requestWindows(rateLimit, monotonicNow));
}

/** The verdict for an error of authentication. */
export const verdictOf = (refusal: unknown): Verdict => (refusal instanceof TokenError ? refusal.fault : 'unavailable');
