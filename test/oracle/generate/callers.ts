import type { Sight, World } from '../world';
import type { Dice } from './dice';
import { twisted } from './texts';

/** How a caller comes by its groups: named in a JSON Web Token, or kept by the database for its subject or its opaque token. */
const WAYS = ['claim', 'membership', 'opaque token', 'opaque token and membership'] as const;

/** Who asks. */
export interface Asker {
  readonly subject: string;
  readonly by: (typeof WAYS)[number];
  readonly sight: Sight;
}

export const isOpaque = ({ by }: Asker): boolean => by.startsWith('opaque');
export const isMember = ({ by }: Asker): boolean => by.endsWith('membership');

/** The token of one who brings an opaque one. */
export const opaqueTokenOf = ({ subject }: Asker): string => `opaque-token-of-${subject}`;

/** One asker of each sort: every group, none, some, one, and names of groups that do not exist or only look alike. */
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
    // Only a token that lists its groups itself can name one that does not exist.
    by: sight === strangers ? 'claim' : position >= 6 ? dice.pick(WAYS.slice(1)) : dice.pick(['claim', ...WAYS]),
    sight,
  }));
}
