/** What may differ between two answers that mean the same. */

/** The rules of one comparison, which follow from the contract. */
const DEFAULT = {
  'absent-or-null': 'A field that is absent, null, an empty list or an object of such fields is unknown in every case.',
  'tenant-order': 'The tenants of a lease have no order.',
  'record-order': 'The records of a page have no order.',
  'message-wording': 'The message of an error may have any wording.',
  'media-type-parameters': '`application/json; charset=utf-8` is `application/json`.',
  'success-status': 'A success may have any status from 200 to 299.',
} as const;

/** Those that apply only when they are chosen. */
const OPTIONAL = {
  'blank-or-null': 'A text that is empty or consists of spaces is unknown.',
  'numbers-as-text': '"1200.00" is 1200.',
} as const;

/** Those that need several answers. */
const OF_LOOKUPS = {
  'not-repeated': 'The difference was not there when both sides were asked again.',
  'old-differs-from-itself': 'Two answers of the old service to the same request differ there, too.',
  'page-boundaries': 'Pages end at different records, but all pages together have the same ones.',
} as const;

/** Their meanings. */
export const RULES = { ...DEFAULT, ...OPTIONAL, ...OF_LOOKUPS };

export type OptionalRule = keyof typeof OPTIONAL;
export type RuleName = keyof typeof RULES;

export const OPTIONAL_RULES = Object.keys(OPTIONAL) as OptionalRule[];
export const DEFAULT_RULES: ReadonlySet<RuleName> = new Set(Object.keys(DEFAULT) as RuleName[]);
