import type { ServerResponse } from 'node:http';

import type { Authenticate } from '../auth/authenticate';
import type { Asker, Identify } from '../http/identify';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import type { Caller } from '../model/caller';
import type { CountRequest } from '../rate-limit/caller-limit';
import type { Settings } from '../config/settings';
import { verdictOf } from './token-checks';

interface IdentificationOptions {
  readonly countRequest?: CountRequest | undefined;
  readonly monotonicNow: () => number;
  readonly tokenChecked: GatewayMetrics['tokenChecked'];
}

/** Authentication, and then the limit of the caller, if there is one. Without one nothing of it is loaded. */
export async function identification(
  authenticate: Authenticate,
  rateLimit: Settings['rateLimit'],
  { countRequest, monotonicNow, tokenChecked }: IdentificationOptions,
): Promise<Identify> {
  const limit = rateLimit === undefined ? undefined : await limitOf(rateLimit, { countRequest, monotonicNow });

  class Verified implements Asker {
    constructor(
      private readonly response: ServerResponse,
      readonly caller: Caller | undefined,
      private readonly refusal?: unknown,
    ) {}

    async identify(): Promise<Caller> {
      const { caller, refusal } = this;
      tokenChecked(caller === undefined ? verdictOf(refusal) : 'good');
      if (caller === undefined) throw refusal;
      await limit?.(caller, this.response);
      return caller;
    }
  }

  return (request, response) => {
    const good = (caller: Caller) => new Verified(response, caller);
    const refused = (refusal: unknown) => new Verified(response, undefined, refusal);
    try {
      const found = authenticate(request.headers.authorization);
      return found instanceof Promise ? found.then(good, refused) : good(found);
    } catch (refusal) {
      return refused(refusal);
    }
  };
}

async function limitOf(
  rateLimit: NonNullable<Settings['rateLimit']>,
  { countRequest, monotonicNow }: Pick<IdentificationOptions, 'countRequest' | 'monotonicNow'>,
) {
  const { callerLimit } = await import('../rate-limit/caller-limit.ts');
  const { requestWindows } = await import('../rate-limit/windows.ts');
  return callerLimit(rateLimit, countRequest ?? requestWindows(rateLimit, monotonicNow));
}
