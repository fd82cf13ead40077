import { startTestGateway, type TestGateway } from '../support/gateway';
import type { Answer } from '../http/client';

export interface LimitedGateway extends TestGateway {
  /** Milliseconds of the monotonic clock, which only the test advances. */
  clock: number;
}

/** A gateway that allows each caller `requests` in 60 seconds. */
export async function startLimited(
  databaseUrl: string,
  requests: number,
  env: Readonly<Record<string, string>> = {},
): Promise<LimitedGateway> {
  const time = { clock: 12_345.6 };
  const gateway = await startTestGateway({
    databaseUrl,
    // Of many concurrent requests, those that pass wait for slots.
    env: { RATE_LIMIT: `${requests}/60`, DATABASE_CONNECT_TIMEOUT_MS: '20000', ...env },
    monotonicNow: () => time.clock,
  });
  return Object.assign(time, gateway);
}

export const HEADERS = ['ratelimit-policy', 'ratelimit', 'retry-after'] as const;

/** The fields of the limit in an answer: policy, standing, `Retry-After`. */
export const limitFields = ({ headers }: Answer): (string | null)[] => HEADERS.map((name) => headers.get(name));

/** These fields for a caller with a limit of `requests` that has `remaining` left. */
export const standing = (requests: number, remaining: number, seconds = 60): (string | null)[] => [
  `"default";q=${requests};w=60`,
  `"default";r=${remaining};t=${seconds}`,
  null,
];

export const NO_FIELDS = [null, null, null];
