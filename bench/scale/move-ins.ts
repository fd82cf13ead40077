import type { LeaseCriteria } from '../../src/model/criteria';
import { FIRST_YEAR } from './facts';

type MoveIn = Pick<LeaseCriteria, 'minMoveInDate' | 'maxMoveInDate'>;

/** A kind of range, with the name of each place in the data where it is tried. */
export interface MoveInKind {
  readonly name: string;
  readonly tries: readonly (readonly [string, MoveIn])[];
}

/** `days` days before or after a day. */
function addDays(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000;
  return new Date(time).toISOString().slice(0, 10);
}

const EARLY = `${FIRST_YEAR}-02-10`;
const MIDDLE = `${FIRST_YEAR + 4}-06-15`;
/** A range ends here. */
const LATE = `${FIRST_YEAR + 9}-12-20`;

const from = (day: string, days: number): MoveIn => ({ minMoveInDate: day, maxMoveInDate: addDays(day, days - 1) });

export const NO_MOVE_IN: MoveInKind = { name: 'any move-in', tries: [['', {}]] };

/** Far-off days, and ranges in which nothing lies. */
export const ODD_MOVE_INS: MoveInKind = {
  name: 'odd move-in',
  tries: [
    ['in 1901', from('1901-01-01', 365)],
    ['on 9999-12-31', from('9999-12-31', 1)],
    ['in 1950', from('1950-03-03', 400)],
    ['ends before it begins', { minMoveInDate: '2020-01-02', maxMoveInDate: '2020-01-01' }],
    ['over all years', { minMoveInDate: '0001-01-01', maxMoveInDate: '9999-12-31' }],
  ],
};

const everywhere = (name: string, ...[early, middle, late]: readonly [MoveIn, MoveIn, MoveIn]): MoveInKind => ({
  name,
  tries: [
    ['early', early],
    ['middle', middle],
    ['late', late],
  ],
});

export const MOVE_INS: readonly MoveInKind[] = [
  everywhere('min', { minMoveInDate: EARLY }, { minMoveInDate: MIDDLE }, { minMoveInDate: LATE }),
  everywhere('max', { maxMoveInDate: EARLY }, { maxMoveInDate: MIDDLE }, { maxMoveInDate: LATE }),
  ...[1, 30, 90, 365, 1461].map((days) =>
    everywhere(
      `${days} ${days === 1 ? 'day' : 'days'}`,
      from(EARLY, days),
      from(MIDDLE, days),
      from(addDays(LATE, 1 - days), days),
    ),
  ),
];
