/** Every shape of both lookups that is measured: a question and who asks it. Its pages and directions belong to it. */

import type { LeaseCriteria, TenantCriteria } from '../../src/model/criteria';
import { FURTHER_ADDRESSES, MAIN_ADDRESSES, type NamedAddress, NO_ADDRESS, OTHER_ADDRESSES } from './addresses';
import { type CallerName, CALLERS, groupIdentifier, someoneSeenBy } from './callers';
import { COUNTRY, type WorldSize } from './facts';
import { MOVE_INS, type MoveInKind, NO_MOVE_IN, ODD_MOVE_INS } from './move-ins';
import { tenantShapes } from './tenant-shapes';

export interface LeaseShape {
  readonly find: 'tenants';
  readonly name: string;
  readonly caller: CallerName;
  readonly question: LeaseCriteria;
}

export interface TenantShape {
  readonly find: 'leases';
  readonly name: string;
  readonly caller: CallerName;
  readonly question: TenantCriteria;
}

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
