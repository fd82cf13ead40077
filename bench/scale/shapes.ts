/** Every shape of both lookups that is measured: a question and who asks it. Its pages and directions belong to it. */

import type { AddressCriteria, LeaseCriteria, TenantCriteria } from '../../src/model/criteria';
import { type CallerName, CALLERS, groupIdentifier, groupNumbers, someoneSeenBy } from './callers';
import {
  COUNTRY,
  email,
  externalRef,
  FIRST_YEAR,
  NEAR,
  phone,
  type Share,
  SHARES,
  TOWER,
  type WorldSize,
} from './facts';

interface ShapeOf<Find, Question> {
  readonly find: Find;
  readonly name: string;
  readonly caller: CallerName;
  readonly question: Question;
}

export type LeaseShape = ShapeOf<'tenants', LeaseCriteria>;
export type TenantShape = ShapeOf<'leases', TenantCriteria>;
export type Shape = LeaseShape | TenantShape;

export const shapes = (size: WorldSize): Shape[] => [...leaseShapes(size), ...tenantShapes(size)];

const SOME = CALLERS.filter((caller) => caller !== 'all');

/** Tenants by lease: move-in, caller and the main addresses in full; the other addresses with each of them. */
function leaseShapes(size: WorldSize): LeaseShape[] {
  const kinds = [NO_MOVE_IN, ...MOVE_INS];
  return [
    ...CALLERS.flatMap((caller, nth) => [
      ...kinds.flatMap((moveIn) => each(caller, moveIn, NO_ADDRESS)),
      ...MAIN_ADDRESSES.flatMap((address) => kinds.flatMap((moveIn, turn) => one(caller, moveIn, address, nth + turn))),
      ...ofOneLease(caller, size),
    ]),
    ...(['all', '500 groups'] as const).flatMap((caller) => each(caller, ODD_MOVE_INS, NO_ADDRESS)),
    ...OTHER_ADDRESSES.flatMap((address, nth) =>
      kinds.flatMap((moveIn, turn) => [
        ...one('all', moveIn, address, nth + turn),
        ...((nth + turn) % 2 === 0
          ? one(SOME[Math.floor((nth + turn) / 2) % SOME.length]!, moveIn, address, turn)
          : []),
      ]),
    ),
    ...FURTHER_ADDRESSES.flatMap((address, nth) =>
      kinds
        .filter((_kind, turn) => (nth + turn) % 3 === 0)
        .flatMap((moveIn, turn) => one(turn === 0 ? SOME[nth % SOME.length]! : 'all', moveIn, address, nth + turn)),
    ),
    ...inNamedGroup(),
  ];
}

/** A kind of move-in at every place in the data. */
const each = (caller: CallerName, { name, tries }: MoveInKind, [where, address]: NamedAddress): LeaseShape[] =>
  tries.map(([place, moveIn]) => shape(caller, [`${name} ${place}`.trim(), where], { ...moveIn, address }));

/** The same at one of its places, in turn. */
const one = (caller: CallerName, { name, tries }: MoveInKind, address: NamedAddress, turn: number): LeaseShape[] =>
  each(caller, { name, tries: [tries[turn % tries.length]!] }, address);

function ofOneLease(caller: CallerName, size: WorldSize): LeaseShape[] {
  const identifier = `lease-${someoneSeenBy(caller, size)}`;
  const [[, wide] = ['', {}]] = MOVE_INS[0]!.tries;
  return [
    shape(caller, ['one lease'], { identifier }),
    shape(caller, ['one lease', 'min early'], { identifier, ...wide }),
    shape(caller, ['one lease', 'country 100 %'], { identifier, address: { country: COUNTRY } }),
    shape(caller, ['one lease', 'a state that is not there'], { identifier, address: { state: 'Nowhere' } }),
    shape(caller, ['no such lease'], { identifier: 'Lease-1' }),
  ];
}

/** One group of those that the caller sees: after it is found, the same as a caller of that group. */
function inNamedGroup(): LeaseShape[] {
  const groups = [0, 1, 4].map((n) => ({ by: 'identifier', value: groupIdentifier(n) }) as const);
  const unseen = { by: 'externalRef', value: 'ref-group-7' } as const;
  return (['500 groups', 'all'] as const).flatMap((caller) =>
    [...groups, unseen].flatMap((group) =>
      [NO_MOVE_IN, MOVE_INS[3]!, MOVE_INS[6]!].flatMap((moveIn, turn) =>
        [NO_ADDRESS, MAIN_ADDRESSES[1]!]
          .flatMap((address) => one(caller, moveIn, address, turn))
          .map(({ name, question }) => ({
            find: 'tenants' as const,
            name: `${name} · group ${group.value}`,
            caller,
            question: { ...question, group },
          })),
      ),
    ),
  );
}

const shape = (caller: CallerName, parts: readonly string[], question: LeaseCriteria): LeaseShape => ({
  find: 'tenants',
  name: ['tenants', caller, ...parts].join(' · '),
  caller,
  question,
});

export type NamedAddress = readonly [name: string, address: AddressCriteria | undefined];

/** The texts that come in shares, each with the label of its values. */
const LABELS = {
  buildingName: 'Building',
  addressLine1: 'Line 1',
  addressLine2: 'Line 2',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
} as const satisfies { readonly [Field in keyof AddressCriteria]?: string };

const text = (field: keyof typeof LABELS, share: Share): AddressCriteria => ({ [field]: `${LABELS[field]} ${share}` });

export const NO_ADDRESS: NamedAddress = ['any address', undefined];

/** Tried with every kind of move-in and every caller. */
export const MAIN_ADDRESSES: readonly NamedAddress[] = [
  ['country 100 %', { country: COUNTRY }],
  ['state 4 %', text('state', '4 %')],
  ['state 0.3 %', text('state', '0.3 %')],
];

const eachShare = (field: keyof typeof LABELS): NamedAddress[] =>
  (Object.keys(SHARES) as Share[]).map((share) => [`${field} ${share}`, text(field, share)]);

/** Tried with every kind of move-in. A state lies together where groups do, a second line nowhere in particular. */
export const OTHER_ADDRESSES: readonly NamedAddress[] = [
  ...eachShare('state').filter(([name]) => MAIN_ADDRESSES.every(([main]) => main !== name)),
  ...eachShare('addressLine2'),
  ['the tower', { buildingName: TOWER.buildingName }],
  ['the tower by latitude and longitude', { latitude: TOWER.latitude, longitude: TOWER.longitude }],
  ['latitude 1.6 %', { latitude: NEAR.latitude }],
  ['longitude 0.3 %', { longitude: NEAR.longitude }],
  ['latitude 1.6 % and longitude 0.3 %', NEAR],
  ['city 4 %, state 7 % and country', { ...text('city', '4 %'), ...text('state', '7 %'), country: COUNTRY }],
  ['line 2 4 % and city 4 %', { ...text('addressLine2', '4 %'), ...text('city', '4 %') }],
  ['postal code 1 % and country', { ...text('postalCode', '1 %'), country: COUNTRY }],
  // Wide fields that exclude each other: no index helps.
  ['state 4 % and a city of another', { ...text('state', '4 %'), ...text('city', '4 %') }],
  ['a state that is not there', { state: 'Nowhere' }],
];

/** The same by other columns: tried with a few kinds of move-in, in turn. */
export const FURTHER_ADDRESSES: readonly NamedAddress[] = (
  ['buildingName', 'addressLine1', 'city', 'postalCode'] as const
).flatMap(eachShare);

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

const FIELDS = ['identifier', 'externalRef', 'emailAddress', 'phoneNumber'] as const;
type Field = (typeof FIELDS)[number];

/** The fifteen ways to identify a tenant. */
const SUBSETS: readonly (readonly Field[])[] = Array.from({ length: 15 }, (_, bits) =>
  FIELDS.filter((_field, nth) => (bits + 1) & (1 << nth)),
);

/** Days on which a fifth of the leases, hardly any and none are active. */
const ACTIVE: Readonly<Record<string, string | undefined>> = {
  'active or not': undefined,
  'active, many': `${FIRST_YEAR + 7}-06-15`,
  'active, few': `${FIRST_YEAR + 12}-11-15`,
  'active, none': `${FIRST_YEAR + 20}-01-01`,
};

const IN_DOUBT = ['active or not', 'active, many'];
/** The tenant whom an identifier names is seen by these. */
const SEES_THIRD: readonly CallerName[] = ['the third', '500 groups', 'all'];

/** Leases of tenants: one who shares nothing, and values that 5 % or 0.8 % of the tenants carry. */
export function tenantShapes(size: WorldSize): TenantShape[] {
  const days = Object.keys(ACTIVE);
  return [
    ...SUBSETS.flatMap((subset, nth) =>
      (['a small group', 'the third', 'all'] as const).map((caller, turn) =>
        ask(caller, 'own', subset, IN_DOUBT[(nth + turn) % 2]!, size),
      ),
    ),
    ...SUBSETS.flatMap((subset, nth) =>
      days.flatMap((active, turn) =>
        callersFor(subset, nth + turn).map((caller) => ask(caller, 'many', subset, active, size)),
      ),
    ),
    ...[['emailAddress'], ['phoneNumber'], ['emailAddress', 'phoneNumber']].flatMap((subset) =>
      days.flatMap((active) =>
        (['all', 'the third'] as const).map((caller) => ask(caller, 'some', subset as Field[], active, size)),
      ),
    ),
  ];
}

/** An e-mail address alone is tried with every caller, the rest with some in turn. */
function callersFor(subset: readonly Field[], turn: number): readonly CallerName[] {
  if (subset.includes('identifier')) return [SEES_THIRD[turn % SEES_THIRD.length]!];
  if (subset.join() === 'emailAddress') return CALLERS;
  return ['all', CALLERS[turn % (CALLERS.length - 1)]!];
}

/** @param who carries the values: the landlord besides `many` */
function ask(
  caller: CallerName,
  who: 'own' | 'many' | 'some',
  subset: readonly Field[],
  active: string,
  size: WorldSize,
): TenantShape {
  const number = who === 'own' ? someoneSeenBy(caller, size) : 0;
  const carrier = who === 'own' ? number : who;
  const values: Record<Field, string> = {
    identifier: `tenant-${number}`,
    externalRef: externalRef(carrier),
    emailAddress: email(carrier),
    phoneNumber: phone(carrier),
  };
  const [group = 0] = groupNumbers(caller, size) ?? [];
  const question: TenantCriteria = {
    ...Object.fromEntries(subset.map((field) => [field, values[field]])),
    ...(subset.includes('externalRef') && { group: { by: 'identifier', value: groupIdentifier(group) } }),
    activeOn: ACTIVE[active],
  };
  const name = ['leases', caller, `${who}: ${subset.join(' + ')}`, active].join(' · ');
  return { find: 'leases', name, caller, question };
}
