/** The requests that every server gets. */

/** `docs/evidence.md` says what each asks for. */
export type CaseName = 'small' | 'leases' | 'tenants' | 'four';

export interface Case {
  readonly transport: 'rest' | 'graphql';
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

export const caseTitle = ({ transport, name }: Case): string => `${transport === 'rest' ? 'REST' : 'GraphQL'} ${name}`;

/** The values in the requests. */
export interface Subjects {
  /** A tenant who has one lease and an e-mail address that no other tenant has. */
  readonly emailAddress: string;
  /** The identifier of a tenant with more leases than a page holds. */
  readonly landlord: string;
  readonly minMoveInDate: string;
}
