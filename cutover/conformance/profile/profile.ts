/** The behaviour profile: what the contract leaves open, and what this server does. */

import { errorTypeIn, identifierOf, isObject, type Json, recordsIn, succeeded } from '../../contract/answers';
import { Interruption, type Reply } from '../findings';
import type { Samples, Tenant } from '../samples';
import type { Session } from '../session';

/** Undefined if the records that were found cannot show it. */
export type Discover = (session: Session, samples: Samples) => Promise<string | undefined> | string | undefined;

/** By a permanent id. */
export type Behaviours = Readonly<Record<string, readonly [question: string, discover: Discover]>>;

export interface Behaviour {
  readonly question: string;
  readonly answer: string;
}

export type Profile = Readonly<Record<string, Behaviour>>;

const UNKNOWN = 'unknown';

export async function discoverProfile(behaviours: Behaviours, session: Session, samples: Samples): Promise<Profile> {
  const profile: Record<string, Behaviour> = {};
  for (const [id, [question, discover]] of Object.entries(behaviours)) {
    let answer: string | undefined;
    try {
      answer = await discover(session, samples);
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
    }
    profile[id] = { question, answer: answer ?? UNKNOWN };
  }
  return profile;
}

/** A profile as `--profile` writes it. @throws {Error} for another value */
export function profileIn(profile: Json): Profile {
  const behaviours = isObject(profile) ? Object.values(profile) : [];
  const isValid = behaviours.every((each) => isObject(each) && typeof each.answer === 'string');
  if (behaviours.length === 0 || !isValid) throw new Error('is not a behaviour profile, as --profile writes it');
  return profile as unknown as Profile;
}

export interface ProfileDifference {
  readonly id: string;
  readonly question: string;
  readonly here: string;
  readonly there: string;
}

/** Behaviours that differ. What one side does not know does not differ. */
export function compareProfiles(here: Profile, there: Profile): ProfileDifference[] {
  return Object.entries(here).flatMap(([id, { question, answer }]) => {
    const other = there[id]?.answer ?? UNKNOWN;
    const differs = answer !== other && answer !== UNKNOWN && other !== UNKNOWN;
    return differs ? [{ id, question, here: answer, there: other }] : [];
  });
}

/** Each meaning with the records that an answer of that meaning has. */
export type Meanings = Readonly<Record<string, Iterable<string | undefined> | undefined>>;

/** The meaning of an answer, or how it was refused, in words that are the same for every server. */
export function meaningOf(reply: Reply, meanings: Meanings): string {
  if (!succeeded(reply)) return errorTypeIn(reply) === 'not_found' ? 'nothing is found' : refusalOf(reply);
  const names = namesOn(reply);
  if (names.length === 0) return 'nothing is found';
  const key = keyOf(names);
  const meaning = Object.entries(meanings).find(([, expected]) => expected !== undefined && keyOf(expected) === key);
  return meaning?.[0] ?? 'other records are found';
}

function refusalOf({ status, headers, ...reply }: Reply): string {
  if (status >= 300 && status < 400) return `redirected: ${status}`;
  const challenge = status === 401 && headers['www-authenticate'] !== undefined ? ', with a challenge' : '';
  const form = isObject(reply.json) ? 'in another JSON form' : 'in no JSON form';
  return `refused: ${status} ${errorTypeIn({ status, headers, ...reply }) ?? form}${challenge}`;
}

const keyOf = (names: Iterable<string | undefined>): string => JSON.stringify([...new Set(names)].toSorted());

export const namesOn = (page: Reply): (string | undefined)[] => recordsIn(page, page.lookup).map(identifierOf);

/** The names on the first page of all tenants. */
export const everyoneIn = ({ everyone: { pages } }: Samples) => pages[0] && namesOn(pages[0]);

/** Tenants whose leases fill one page or less. */
export const simpleTenants = ({ tenants }: Samples): Tenant[] =>
  tenants.filter(({ leases }) => leases.pages.length === 1 && leases.isWhole && leases.identifiers.size > 0);
