import { amount } from '../support/amount';

/** The number of checks of each part. One check is one answer of a gateway, compared with the expected one. */

export const CHECKS = amount('ISOLATION_CHECKS', 800, 20_000);
/** A whole number. The same seed reproduces the same worlds, callers and requests. */
export const SEED = Number(process.env.ISOLATION_SEED || 20_261_122);

/** Percent of the checks. */
export const SHARES = { answers: 70, crowd: 15, revoked: 3, graphql: 12 } as const;
export type Part = keyof typeof SHARES;

/** The time limit of a part on a busy machine, for any number of checks. */
export const timeoutMs = (part: Part): number => 120_000 + quota(part) * 300;

export const quota = (part: Part): number => Math.ceil((CHECKS * SHARES[part]) / 100);
