/** The rules of a comparison. Each names one thing that may differ between two answers that mean the same. */

export interface Rule {
  readonly meaning: string;
  /** Whether the contract leaves open what the rule ignores, so that it applies unless it is turned off. */
  readonly byDefault: boolean;
}

export const RULES = {
  'absent-or-null': {
    meaning: 'A field that is absent, null, an empty list or an object of such fields is unknown in every case.',
    byDefault: true,
  },
  'tenant-order': { meaning: 'The tenants of a lease have no order.', byDefault: true },
  'record-order': { meaning: 'The records of a page have no order.', byDefault: true },
  'paging-ids': {
    meaning: 'A paging id is internal to its server; it stands for the record that it points at.',
    byDefault: true,
  },
  'message-wording': { meaning: 'The message of an error may have any wording.', byDefault: true },
  'media-type-parameters': { meaning: '`application/json; charset=utf-8` is `application/json`.', byDefault: true },
  'success-status': { meaning: 'A success may have any status from 200 to 299.', byDefault: true },
  'blank-or-null': { meaning: 'A text that is empty or consists of spaces is unknown.', byDefault: false },
  'numbers-as-text': { meaning: '"1200.00" is 1200.', byDefault: false },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as RuleName[];

export const DEFAULT_RULES: ReadonlySet<RuleName> = new Set(RULE_NAMES.filter((name) => RULES[name].byDefault));
