/** The behaviour profile: what the contract leaves open, and what this server does. */

import { errorTypeIn, identifierOf, recordsIn, succeeded } from '../../contract/answers';
import { describeReply, type Reply } from '../findings';
import type { Samples, Tenant } from '../samples';
import type { Session } from '../session';

/** Undefined if the records that were found cannot show it. */
export type Discover = (session: Session, samples: Samples) => Promise<string | undefined>;

/** By a permanent id. */
export type Behaviours = Readonly<Record<string, readonly [question: string, discover: Discover]>>;

type Names = Iterable<string | undefined>;

/** What an answer means, or how it was refused. @param same what it means that it has the records `as` */
export function meaningOf(reply: Reply, same = '', as: Names = []): string {
  if (!succeeded(reply) && errorTypeIn(reply) !== 'not_found') return `refused: ${describeReply(reply)}`;
  const names = namesOn(reply);
  if (names.length === 0) return 'nothing is found';
  return keyOf(names) === keyOf(as) ? same : 'other records are found';
}

const keyOf = (names: Names): string => JSON.stringify([...new Set(names)].toSorted());

export const namesOn = (page: Reply): (string | undefined)[] => recordsIn(page, page.lookup).map(identifierOf);

/** The names on the first page of all tenants. */
export const everyoneIn = ({ everyone: { pages } }: Samples): Names => pages.slice(0, 1).flatMap(namesOn);

/** Tenants whose leases fill one page or less. */
export const simpleTenants = ({ tenants }: Samples): Tenant[] =>
  tenants.filter(({ leases }) => leases.pages.length === 1 && leases.isWhole && leases.identifiers.size > 0);
