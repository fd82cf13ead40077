import type { Authenticate } from '../auth/authenticate';
import type { Identify } from '../doors/identify';
import type { CountRequest } from '../rate-limit/caller-limit';
import type { Settings } from '../settings';

/** Authentication, and then the limit of the caller, if there is one. Without one nothing of it is loaded. */
export async function identification(
  authenticate: Authenticate,
  rateLimit: Settings['rateLimit'],
  { countRequest, monotonicNow }: { readonly countRequest?: CountRequest; readonly monotonicNow: () => number },
): Promise<Identify> {
  if (rateLimit === undefined) return (request) => authenticate(request.headers.authorization);
  const { callerLimit } = await import('../rate-limit/caller-limit.ts');
  const { requestWindows } = await import('../rate-limit/windows.ts');
  const limit = callerLimit(rateLimit, countRequest ?? requestWindows(rateLimit, monotonicNow));
  return async (request, response) => {
    const caller = await authenticate(request.headers.authorization);
    await limit(caller, response);
    return caller;
  };
}
