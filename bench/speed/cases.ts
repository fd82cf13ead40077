/** What is asked of every server. */

export type Door = 'rest' | 'graphql';

export const CASE_NAMES = ['small', 'leases', 'tenants', 'four'] as const;
export type CaseName = (typeof CASE_NAMES)[number];

export interface Case {
  readonly door: Door;
  readonly name: CaseName;
}

export const CASES: readonly Case[] = [
  { door: 'rest', name: 'small' },
  { door: 'rest', name: 'leases' },
  { door: 'rest', name: 'tenants' },
  { door: 'graphql', name: 'small' },
  { door: 'graphql', name: 'leases' },
  { door: 'graphql', name: 'tenants' },
  { door: 'graphql', name: 'four' },
];

export const CASE_MEANINGS: Readonly<Record<CaseName, string>> = {
  small: 'the one lease of a tenant, found by e-mail address, every field',
  leases: 'a page of 100 leases of one tenant, with their tenants, every field',
  tenants: 'a page of 100 tenants of leases from a move-in date on, every field',
  four: 'four fields of a page of 100 leases',
};

export const caseTitle = ({ door, name }: Case): string => `${door === 'rest' ? 'REST' : 'GraphQL'} ${name}`;

/** The values that the cases ask for. */
export interface Subjects {
  /** Of a tenant who has one lease and whose address no other has. */
  readonly emailAddress: string;
  /** The identifier of a tenant with more leases than a page holds. */
  readonly landlord: string;
  readonly minMoveInDate: string;
}
