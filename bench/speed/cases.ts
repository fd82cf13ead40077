/** The requests that every server gets. */

export type Transport = 'rest' | 'graphql';

export const CASE_NAMES = ['small', 'leases', 'tenants', 'four'] as const;
export type CaseName = (typeof CASE_NAMES)[number];

export interface Case {
  readonly transport: Transport;
  readonly name: CaseName;
}

export const CASES: readonly Case[] = [
  { transport: 'rest', name: 'small' },
  { transport: 'rest', name: 'leases' },
  { transport: 'rest', name: 'tenants' },
  { transport: 'graphql', name: 'small' },
  { transport: 'graphql', name: 'leases' },
  { transport: 'graphql', name: 'tenants' },
  { transport: 'graphql', name: 'four' },
];

export const CASE_MEANINGS: Readonly<Record<CaseName, string>> = {
  small: 'the one lease of a tenant, found by e-mail address, every field',
  leases: 'a page of 100 leases of one tenant, with their tenants, every field',
  tenants: 'a page of 100 tenants of leases from a move-in date on, every field',
  four: 'four fields of a page of 100 leases',
};

export const caseTitle = ({ transport, name }: Case): string => `${transport === 'rest' ? 'REST' : 'GraphQL'} ${name}`;

/** The values in the requests. */
export interface Subjects {
  /** A tenant who has one lease and an e-mail address that no other tenant has. */
  readonly emailAddress: string;
  /** The identifier of a tenant with more leases than a page holds. */
  readonly landlord: string;
  readonly minMoveInDate: string;
}
