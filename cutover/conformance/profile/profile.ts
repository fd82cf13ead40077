/** The behaviour profile: what the contract leaves open, and what this server does. */

import { isObject, type Json } from '../exchange';
import { Interruption } from '../findings';
import { InputFileError, readJson } from '../input-file';
import type { Samples } from '../samples';
import type { Session } from '../session';
import { MATCHING } from './matching';
import { PAGES } from './pages';
import { REQUESTS } from './requests';
import { VALUES } from './values';

/** Undefined if the records that were found cannot show it. */
export type Discover = (session: Session, samples: Samples) => Promise<string | undefined>;

/** By a permanent id. */
export type Behaviours = Readonly<Record<string, readonly [question: string, discover: Discover]>>;

export interface Behaviour {
  readonly question: string;
  readonly answer: string;
}

export type Profile = Readonly<Record<string, Behaviour>>;

export const BEHAVIOURS: Behaviours = { ...REQUESTS, ...VALUES, ...MATCHING, ...PAGES };

export const UNKNOWN = 'unknown';

export async function discoverProfile(session: Session, samples: Samples): Promise<Profile> {
  const profile: Record<string, Behaviour> = {};
  for (const [id, [question, discover]] of Object.entries(BEHAVIOURS)) {
    const answer = await discover(session, samples).catch((error: unknown) => {
      if (error instanceof Interruption) return undefined;
      throw error;
    });
    profile[id] = { question, answer: answer ?? UNKNOWN };
  }
  return profile;
}

/** A profile as `--profile` writes it. @throws {InputFileError} */
export function readProfile(text: string): Profile {
  const profile = readJson(text);
  const isBehaviour = (one: Json) =>
    isObject(one) && typeof one.question === 'string' && typeof one.answer === 'string';
  const behaviours = isObject(profile) ? Object.values(profile) : [];
  if (behaviours.length === 0 || !behaviours.every(isBehaviour))
    throw new InputFileError('it is not a behaviour profile, as --profile writes it');
  return profile as unknown as Profile;
}

export interface Difference {
  readonly id: string;
  readonly question: string;
  readonly here: string;
  readonly there: string;
}

/** Behaviours that differ. What one side does not know does not differ. */
export function compareProfiles(here: Profile, there: Profile): Difference[] {
  return Object.entries(here).flatMap(([id, { question, answer }]) => {
    const other = there[id]?.answer ?? UNKNOWN;
    return answer === other || answer === UNKNOWN || other === UNKNOWN
      ? []
      : [{ id, question, here: answer, there: other }];
  });
}
