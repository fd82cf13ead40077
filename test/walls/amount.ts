import { amount } from '../support/amount';

/** How much each part of the suite does. One check is one answer of a gateway, compared with what it must be. */

export const CHECKS = amount('WALLS_CHECKS', 2_000, 20_000);
/** Whole numbers; the same one brings the same worlds, callers and questions back. */
export const SEED = Number(process.env.WALLS_SEED || 20_261_122);

/** Of a hundred checks. */
export const SHARES = { answers: 50, unseen: 16, monotone: 12, crowd: 12, revoked: 2, graphql: 8 } as const;
export type Part = keyof typeof SHARES;

/** Milliseconds in which a part is done on a busy machine, whatever it is asked for. */
export const patience = (part: Part): number => 120_000 + quota(part) * 300;

export const quota = (part: Part): number => Math.ceil((CHECKS * SHARES[part]) / 100);
