/** What may differ between two answers that mean the same; `docs/use/moving.md` says what each rule ignores. */

/** Those of one comparison, which follow from the contract. */
const OF_CONTRACT = [
  'absent-or-null',
  'tenant-order',
  'record-order',
  'message-wording',
  'media-type-parameters',
  'success-status',
] as const;

/** Those that apply only when they are chosen. */
export const OPTIONAL_RULES = ['blank-or-null', 'numbers-as-text'] as const;

/** Those that need several answers. */
const OF_LOOKUPS = ['not-repeated', 'old-differs-from-itself', 'page-boundaries'] as const;

export const RULES = [...OF_CONTRACT, ...OPTIONAL_RULES, ...OF_LOOKUPS];

export type RuleName = (typeof RULES)[number];

export const DEFAULT_RULES: ReadonlySet<RuleName> = new Set(OF_CONTRACT);
