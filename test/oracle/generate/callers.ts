import type { Sight, World } from '../world';
import type { Dice } from './dice';
import { twisted } from './texts';

/** Where a caller's groups come from: its JSON Web Token, or the database, for its subject or its opaque token. */
const WAYS = ['claim', 'membership', 'opaque token', 'opaque token and membership'] as const;

/** A caller. */
export interface Asker {
  readonly subject: string;
  readonly by: (typeof WAYS)[number];
  readonly sight: Sight;
}

export const isOpaque = ({ by }: Asker): boolean => by.startsWith('opaque');
export const isMember = ({ by }: Asker): boolean => by.endsWith('membership');

/** The token of a caller with an opaque token. */
export const opaqueTokenOf = ({ subject }: Asker): string => `opaque-token-of-${subject}`;

/**
 * One caller of each kind: every group, none, some, one, and names of groups that do not exist or only look similar.
 */
export function generateAskers(dice: Dice, { groups }: World, subjectPrefix: string): Asker[] {
  const names = groups.map(({ identifier }) => identifier);
  const strangers = [...dice.some(names, 30), 'unknown', '*', ...names.map((name) => twisted(dice, name))];
  const sights: Sight[] = [
    'all',
    [],
    names,
    [dice.pick(names)],
    dice.some(names, 50),
    strangers,
    dice.some(names, 50),
    [dice.pick(names)],
  ];
  return sights.map((sight, position) => ({
    subject: `${subjectPrefix}-${position}`,
    // Only a token that lists its groups can name one that does not exist.
    by: sight === strangers ? 'claim' : position >= 6 ? dice.pick(WAYS.slice(1)) : dice.pick(['claim', ...WAYS]),
    sight,
  }));
}
