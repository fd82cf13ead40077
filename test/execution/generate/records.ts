/** Random records that use everything that the types allow; the same id gives the same record. */

import type { RowId } from '../../../src/model/page';
import { ADDRESS_FIELDS, type Address, type Group, type Lease, type Tenant } from '../../../src/model/records';
import { Dice } from './dice';

function remembered<Found>(make: (rowId: RowId) => Found): (rowId: RowId) => Found {
  const made = new Map<RowId, Found>();
  return (rowId) => {
    const found = made.get(rowId) ?? make(rowId);
    made.set(rowId, found);
    return found;
  };
}

export const aGroup = remembered((rowId): Group => {
  const dice = new Dice(rowId);
  return { rowId, identifier: `g${rowId}`, externalRef: dice.chance(50) ? 'é"\u2028' : null };
});

export const aTenant = remembered((rowId): Tenant => {
  const dice = new Dice(rowId + 100);
  const text = (name: string) => (dice.chance(60) ? `${name}-${rowId}` : null);
  return {
    rowId,
    identifier: `t${rowId}`,
    group: aGroup(1 + (rowId % 3)),
    externalRef: text('ref'),
    emailAddress: text('mail'),
    phoneNumber: text('phone'),
    firstName: text('first'),
    lastName: text('last'),
    active: dice.chance(50),
  };
});

export const aLease = remembered((rowId): Lease => {
  const dice = new Dice(rowId + 200);
  const text = (name: string) => (dice.chance(60) ? `${name}-${rowId}` : null);
  const number = () => (dice.chance(60) ? dice.below(10_000) / 8 : null);
  const day = () => (dice.chance(60) ? `2026-01-${10 + dice.below(20)}` : null);
  return {
    rowId,
    identifier: `l${rowId}`,
    group: aGroup(1 + (rowId % 3)),
    startDate: day(),
    endDate: day(),
    moveInDate: day(),
    isFurnished: dice.chance(30) ? null : dice.chance(50),
    minimumDaysNotice: dice.chance(50) ? dice.below(100) : null,
    deposit: number(),
    rent: number(),
    unit: {
      identifier: text('unit'),
      externalRef: text('unit-ref'),
      number: text('number'),
      address: anAddress(dice),
    },
    tenants: Array.from({ length: dice.below(3) }, () => aTenant(1 + dice.below(9))),
  };
});

function anAddress(dice: Dice): Address {
  const known = dice.chance(70);
  const value = (kind: 'text' | 'coordinate', name: string) => (kind === 'text' ? `a ${name}` : -1.5437);
  return Object.fromEntries(
    Object.entries(ADDRESS_FIELDS).map(([name, { kind }]) => [
      name,
      known && dice.chance(60) ? value(kind, name) : null,
    ]),
  ) as unknown as Address;
}
