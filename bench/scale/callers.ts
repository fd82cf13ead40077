import type { GroupGrant } from '../../src/model/caller';
import { UNITS_IN_SMALL_GROUP, type WorldSize } from './facts';

export const CALLERS = ['a small group', 'the third', '10 groups', '50 groups', '500 groups', 'all'] as const;
/** `the third` is the largest group. */
export type CallerName = (typeof CALLERS)[number];

/** The numbers of the groups that a caller sees; undefined: every group. Only 500 groups hold the third beside others. */
export function groupNumbers(caller: CallerName, { groups }: WorldSize): number[] | undefined {
  switch (caller) {
    case 'a small group':
      return [1];
    case 'the third':
      return [0];
    case '10 groups':
      return spread(10, groups);
    case '50 groups':
      return spread(50, groups);
    case '500 groups':
      return Array.from({ length: 500 }, (_, n) => n);
    case 'all':
      return undefined;
  }
}

/** Small groups and others in turn, over the whole world. */
function spread(count: number, groups: number): number[] {
  const step = 2 * Math.floor((groups - 2) / count / 2);
  return Array.from({ length: count }, (_, nth) => 1 + nth * step + (nth % 2));
}

export const groupIdentifier = (n: number) => `group-${n}`;

export function grantOf(caller: CallerName, size: WorldSize): GroupGrant {
  const numbers = groupNumbers(caller, size);
  return numbers === undefined ? { kind: 'all' } : { kind: 'listed', identifiers: numbers.map(groupIdentifier) };
}

/** The number of a tenant, and of its lease, that the caller sees and that shares nothing with another. */
export function someoneSeenBy(caller: CallerName, size: WorldSize): number {
  const inSmallGroup = (group: number) => size.tower + (UNITS_IN_SMALL_GROUP * (group - 1)) / 2;
  const [first = 0] = groupNumbers(caller, size) ?? [];
  return first === 0 ? 1 : inSmallGroup(first);
}
