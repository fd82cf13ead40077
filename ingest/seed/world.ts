/** A generated world of groups, buildings, households and leases. The same arguments give the same rows. Row ids count from 1. */

import type { LocalDate } from '../../src/model/local-date';
import type { Row, StoredRow } from '../import/kinds';
import type { LeaseTenant } from '../import/store';
import { buildingIn, unitOf } from './buildings';
import { LAST_NAMES } from './names';
import { createRandom, type Random } from './random';
import { moveIn, type Resident } from './residents';
import { leaseTerm } from './terms';

export interface WorldSize {
  readonly leases: number;
  readonly groups: number;
  readonly seed: number;
  /** Most leases begin before this day. */
  readonly baseDate: LocalDate;
}

const emptyPart = (groups: StoredRow[] = []) => ({
  groups,
  units: [] as StoredRow[],
  tenants: [] as StoredRow[],
  leases: [] as StoredRow[],
  pairs: [] as LeaseTenant[],
});

const numbered = (prefix: string, number: number, width = 6): string =>
  `${prefix}-${String(number).padStart(width, '0')}`;

/** The rows in parts of about `partSize` leases, each with what it refers to, unless that was in an earlier part. */
export function* createWorld(size: WorldSize, partSize: number): Generator<ReturnType<typeof emptyPart>, void> {
  const random = createRandom(size.seed);
  const ids = { units: 0, tenants: 0, leases: 0 };
  let part = emptyPart(Array.from({ length: size.groups }, (_, index) => groupRow(index + 1, random)));
  for (const [index, count] of shares(size.leases, size.groups).entries()) {
    const group_id = index + 1;
    const settle = (row: Row): Resident => {
      const id = (ids.tenants += 1);
      part.tenants.push({ id, identifier: numbered('tenant', id), group_id, ...row });
      return { id, row };
    };
    const residents: Resident[] = [];
    let building = buildingIn(random);
    for (let left = count; left > 0;) {
      if (building.unitsLeft === 0) building = buildingIn(random);
      const unit_id = (ids.units += 1);
      part.units.push({ id: unit_id, identifier: numbered('unit', unit_id), group_id, ...unitOf(building, random) });
      let term = leaseTerm(size.baseDate, undefined, random);
      for (; term !== undefined && left > 0; left -= 1) {
        const household = moveIn(residents, building.town, random, settle);
        const id = (ids.leases += 1);
        part.leases.push({ id, identifier: numbered('lease', id), group_id, unit_id, ...term.row });
        part.pairs.push(...household.map((resident) => ({ lease_id: id, tenant_id: resident.id })));
        term = leaseTerm(size.baseDate, term.endDay, random);
      }
      if (part.leases.length < partSize) continue;
      yield part;
      part = emptyPart();
    }
  }
  yield part;
}

function groupRow(id: number, random: Random): StoredRow {
  const name = random
    .pick(LAST_NAMES)
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase();
  return { id, identifier: numbered('group', id, 3), external_ref: `G-${name}-${String(id).padStart(3, '0')}` };
}

/** Splits `total` into `count` shares of decreasing size. */
function shares(total: number, count: number): number[] {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1) ** 0.8);
  const sum = weights.reduce((before, weight) => before + weight, 0);
  let above = 0;
  let given = 0;
  return weights.map((weight, index) => {
    above += weight;
    const upTo = index === count - 1 ? total : Math.round((total * above) / sum);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
