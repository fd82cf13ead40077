/** Random requests to a world: mostly well-formed and about existing rows, often nearly right, sometimes invalid. */

import type { RestRequest } from '../answer';
import { type Filter, LEASE_FILTERS, TENANT_FILTERS } from '../filters';
import { ADDRESS_TEXTS, COORDINATES, type TenantRow, type World } from '../world';
import { askedCoordinate } from './coordinates';
import type { Dice } from './dice';
import { ADDRESSES, asked, NAMES } from './texts';

type Field = readonly [name: string, value: unknown];
type FieldOf = readonly [name: string, value: () => unknown];

const JUNK = [0, 1, -1, 1.5, true, false, [], ['a'], {}, { a: 1 }, '', '  ', '\t', 'x\0y', '\ud800', 'é'.repeat(255)];
const TOO_LONG = '😀'.repeat(256);
const CURSORS = [1, '1', 0, '0', '007', -1, '-1', 2, '3', 5, '9007199254740991', 9007199254740991, null];
const BAD_CURSORS = ['abc', '1.9', ' 5', '5 ', '0x10', '5; drop', '１', '+1', '-2', -2, 1.9, '', true, [], {}];
const FAR_CURSORS = ['9007199254740992', 9007199254740992, '12345678901234567890', 1e21];
const BODIES = [
  ...['', '{}', '[]', 'null', '5', '"a"', '{'],
  ...['{"identifier":"a",}', '{}{}', "{'identifier':'a'}", 'undefined'],
];

const ODD_ADDRESS_FIELDS: readonly Field[] = [
  ['zip', 'a'],
  ['City', 'a'],
  ['__proto__', 'a'],
  ['latitude', '1'],
  ['city', 5],
  ['state', TOO_LONG],
];

export function generateRequest(dice: Dice, world: World, today: string): RestRequest {
  const operation = dice.pick(['find-for-tenant', 'tenants'] as const);
  if (dice.chance(2)) return { operation, body: dice.pick(BODIES) };
  const fields = operation === 'tenants' ? leaseFields(dice, world, today) : tenantFields(dice, world, today);
  const mutated = dice.chance(5) ? mutate(dice, fields) : fields;
  return { operation, body: JSON.stringify(Object.fromEntries([...mutated, ...pageFields(dice, world)])) };
}

const filterFields = <Row>(
  filters: Readonly<Record<string, Filter<Row>>>,
  dice: Dice,
  row: Row | undefined,
  today: string,
): FieldOf[] => Object.entries(filters).map(([name, { ask }]) => [name, () => ask(dice, row, today)]);

function tenantFields(dice: Dice, world: World, today: string): Field[] {
  const tenant: TenantRow | undefined = world.tenants.length > 0 ? dice.pick(world.tenants) : undefined;
  const all = filterFields(TENANT_FILTERS, dice, tenant, today);
  const chosen = dice.chance(70) ? [dice.pick(all)] : dice.some(all, 50);
  const names = chosen.map(([name, value]): Field => [name, value()]);
  const needsGroup = names.some(([name]) => name === 'external_ref');
  const active: Field[] = dice.chance(35) ? [['active', dice.pick([true, true, false, null])]] : [];
  return [...names, ...groupFields(dice, world, tenant?.group_id, needsGroup ? 88 : 25), ...active];
}

function groupFields(dice: Dice, world: World, groupId: number | undefined, percent: number): Field[] {
  const group = world.groups.find(({ id }) => id === groupId) ?? dice.pick(world.groups);
  const byId = (): Field => ['group_id', asked(dice, group.identifier, NAMES)];
  const byRef = (): Field => ['group_external_ref', asked(dice, group.external_ref, NAMES)];
  if (!dice.chance(percent)) return [];
  return dice.weighted([10, () => [byId()]], [10, () => [byRef()]], [2, () => [byId(), byRef()]]);
}

function leaseFields(dice: Dice, world: World, today: string): Field[] {
  const lease = world.leases.length > 0 ? dice.pick(world.leases) : undefined;
  const all: FieldOf[] = [
    ...filterFields(LEASE_FILTERS, dice, lease, today),
    ['address', () => addressValue(dice, world, lease?.unit_id)],
  ];
  const fields = dice.some(all, dice.pick([20, 45])).map(([name, value]): Field => [name, value()]);
  return [...fields, ...groupFields(dice, world, lease?.group_id, 30)];
}

function addressValue(dice: Dice, world: World, unitId: number | null | undefined): unknown {
  const unit = world.units.find(({ id }) => id === unitId);
  const known = ADDRESS_TEXTS.filter((column) => unit?.[column]);
  const columns = known.length > 0 && dice.chance(85) ? dice.some(known, 50) : [dice.pick(ADDRESS_TEXTS)];
  const texts = columns.map((column): Field => [column, asked(dice, unit?.[column], ADDRESSES)]);
  const coordinates = dice.some(COORDINATES, 20).map((column): Field => {
    const own = unit?.[column];
    return [column, own && dice.chance(50) ? Number(own) : askedCoordinate(dice)];
  });
  const odd = dice.chance(4) ? [dice.pick(ODD_ADDRESS_FIELDS)] : [];
  return dice.chance(3)
    ? dice.pick<unknown>([{}, null, [], 'Köln', 5, true])
    : Object.fromEntries([...texts, ...coordinates, ...odd]);
}

function pageFields(dice: Dice, { leases, tenants }: World): Field[] {
  if (!dice.chance(25)) return [];
  const rows = [...leases, ...tenants].map(({ id }) => id);
  const cursor = dice.weighted<unknown>(
    [5, () => (rows.length > 0 ? dice.pick(rows) : 1)],
    [5, () => (rows.length > 0 ? String(dice.pick(rows)) : '1')],
    [3, () => dice.pick(CURSORS)],
    [1, () => dice.pick(BAD_CURSORS)],
    [1, () => dice.pick(FAR_CURSORS)],
  );
  return [['after-id', cursor]];
}

/** Spoils a field, adds an unknown one, or removes one. */
function mutate(dice: Dice, fields: readonly Field[]): Field[] {
  const strange: Field = [dice.pick(['foo', 'after_id', 'Identifier', '__proto__', 'tenants']), dice.pick(JUNK)];
  if (fields.length === 0) return [strange];
  const spoilt = dice.between(0, fields.length - 1);
  return dice.weighted<Field[]>(
    [6, () => fields.map(([name, value], at) => [name, at === spoilt ? dice.pick([...JUNK, TOO_LONG]) : value])],
    [2, () => [...fields, strange]],
    [2, () => fields.filter((_, at) => at !== spoilt)],
  );
}
