/** What an answer means, in words that are the same for every server. */

import type { JsonObject } from '../exchange';
import { isObject } from '../exchange';
import type { Samples, Tenant } from '../samples';
import { askUnchecked, type How } from '../ask';
import { errorType, type Lookup, recordsOf, type Reply, type Session, succeeded } from '../session';
import { identifierOf, isComplete } from '../walk';

export const refusal = (reply: Reply): string => {
  const { status, headers } = reply;
  if (status >= 300 && status < 400) return `redirected: ${status}`;
  const challenge = status === 401 && headers['www-authenticate'] !== undefined ? ', with a challenge' : '';
  return `refused: ${status} ${errorType(reply) ?? (isObject(reply.json) ? 'in another JSON form' : 'in no JSON form')}${challenge}`;
};

type Names = readonly (string | undefined)[];

/** Each meaning with the records that an answer of that meaning has. */
export type Meanings = Readonly<Record<string, Iterable<string | undefined> | undefined>>;

const OTHERS = 'other records are found';

/** The meaning of an answer, or how it was refused. */
export function meaningOf(reply: Reply, meanings: Meanings): string {
  if (!succeeded(reply)) return errorType(reply) === 'not_found' ? 'nothing is found' : refusal(reply);
  const names: Names = recordsOf(reply).map(identifierOf);
  if (names.length === 0) return 'nothing is found';
  const key = keyOf(names);
  const meaning = Object.entries(meanings).find(([, expected]) => expected !== undefined && keyOf(expected) === key);
  return meaning?.[0] ?? OTHERS;
}

const keyOf = (names: Iterable<string | undefined>): string => JSON.stringify([...new Set(names)].toSorted());

export async function meaning(
  session: Session,
  lookup: Lookup,
  body: JsonObject,
  meanings: Meanings,
  how?: How,
): Promise<string> {
  return meaningOf(await askUnchecked(session, lookup, body, how), meanings);
}

/** The names on the first page of all tenants. */
export const everyone = ({ everyone: { pages } }: Samples): Names | undefined =>
  pages[0] && recordsOf(pages[0]).map(identifierOf);

export const leasesOf = ({ leases }: Tenant): ReadonlySet<string> => leases.identifiers;

/** Tenants whose leases fill one page or less. */
export const simpleTenants = ({ tenants }: Samples): Tenant[] =>
  tenants.filter(({ leases }) => leases.pages.length === 1 && isComplete(leases) && leases.identifiers.size > 0);

export type WithTenant = (session: Session, tenant: Tenant, samples: Samples) => Promise<string | undefined>;

/** For a question about a tenant with leases. @param fits which one */
export const withTenant =
  (ask: WithTenant, fits: (tenant: Tenant, samples: Samples) => boolean = () => true) =>
  async (session: Session, samples: Samples): Promise<string | undefined> => {
    const tenant = simpleTenants(samples).find((each) => fits(each, samples));
    return tenant && ask(session, tenant, samples);
  };
