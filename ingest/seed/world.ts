/** A generated world of groups, buildings, households and leases. The same arguments give the same records. */

import type { LocalDate } from '../../src/model/local-date';
import type { Row } from '../import/kinds';
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

/** References are identifiers; other values are as stored. */
interface InGroup {
  readonly group: string;
  readonly row: Row;
}
interface WorldLease extends InGroup {
  readonly unit: string;
  readonly tenants: readonly string[];
}

export interface WorldPart {
  readonly units: readonly InGroup[];
  readonly tenants: readonly InGroup[];
  readonly leases: readonly WorldLease[];
}

export interface World {
  readonly groups: readonly Row[];
  /** Parts of about `size` leases. */
  parts(size: number): Generator<WorldPart>;
}

const numbered = (prefix: string, number: number, width: number): string =>
  `${prefix}-${String(number).padStart(width, '0')}`;

export function createWorld(size: WorldSize): World {
  const random = createRandom(size.seed);
  const groups = Array.from({ length: size.groups }, (_, index) => groupRow(index + 1, random));
  return {
    groups,
    *parts(partSize) {
      const maker = new UnitMaker(size, random);
      let part = emptyPart();
      for (const [index, count] of shares(size.leases, size.groups).entries()) {
        for (const { units, tenants, leases } of maker.unitsOf(numbered('group', index + 1, 3), count)) {
          part.units.push(...units);
          part.tenants.push(...tenants);
          part.leases.push(...leases);
          if (part.leases.length < partSize) continue;
          yield part;
          part = emptyPart();
        }
      }
      if (part.leases.length > 0) yield part;
    },
  };
}

function groupRow(number: number, random: Random): Row {
  const name = random
    .pick(LAST_NAMES)
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase();
  return { identifier: numbered('group', number, 3), external_ref: `G-${name}-${String(number).padStart(3, '0')}` };
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

const emptyPart = () => ({ units: [] as InGroup[], tenants: [] as InGroup[], leases: [] as WorldLease[] });

/** Numbers records across all groups. */
class UnitMaker {
  #units = 0;
  #tenants = 0;
  #leases = 0;

  constructor(
    private readonly size: WorldSize,
    private readonly random: Random,
  ) {}

  /** The units of a group, each with its leases over the years: `count` leases in total. */
  *unitsOf(group: string, count: number): Generator<WorldPart> {
    const residents: Resident[] = [];
    let building = buildingIn(this.random);
    for (let left = count; left > 0;) {
      if (building.unitsLeft === 0) building = buildingIn(this.random);
      const unit = numbered('unit', (this.#units += 1), 6);
      const part = emptyPart();
      part.units.push({ group, row: { identifier: unit, ...unitOf(building, this.random) } });
      let term = leaseTerm(this.size.baseDate, undefined, this.random);
      while (term !== undefined && left > 0) {
        const household = moveIn(residents, building.town, this.random);
        for (const { resident } of household.filter(({ isNew }) => isNew)) {
          resident.identifier = numbered('tenant', (this.#tenants += 1), 6);
          part.tenants.push({ group, row: { identifier: resident.identifier, ...resident.row } });
        }
        const row = { identifier: numbered('lease', (this.#leases += 1), 6), ...term.row };
        part.leases.push({ group, row, unit, tenants: household.map(({ resident }) => resident.identifier) });
        left -= 1;
        term = leaseTerm(this.size.baseDate, term.endDay, this.random);
      }
      yield part;
    }
  }
}
