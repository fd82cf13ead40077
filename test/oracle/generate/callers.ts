import type { Sight, World } from '../world';
import type { Dice } from './dice';
import { twisted } from './texts';

/** Who asks: with the groups in the token, or with memberships that the database holds for the subject. */
export interface Asker {
  readonly subject: string;
  readonly by: 'claim' | 'membership';
  readonly sight: Sight;
}

/** One asker of each sort: every group, none, some, one, and names of groups that do not exist or only look alike. */
export function generateAskers(dice: Dice, { groups }: World, subjectPrefix: string): Asker[] {
  const names = groups.map(({ identifier }) => identifier);
  const sights: Sight[] = [
    'all',
    [],
    names,
    [dice.pick(names)],
    dice.some(names, 50),
    [...dice.some(names, 30), 'unknown', '*', ...names.map((name) => twisted(dice, name))],
    dice.some(names, 50),
  ];
  return sights.map((sight, position) => ({
    subject: `${subjectPrefix}-${position}`,
    // A membership can only be of a group that exists.
    by: position === sights.length - 1 || (position < 3 && dice.chance(30)) ? 'membership' : 'claim',
    sight,
  }));
}
