/** The records that the contract requires for the files of `world/`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';

import type { Json, JsonObject } from '../../cutover/contract/answers';
import { ADDRESS_COLUMNS } from '../oracle/world';

export const WORLD_FOLDER = join(__dirname, 'world');

const LEASE_FIELDS = [
  'start_date',
  'end_date',
  'move_in_date',
  'is_furnished',
  'minimum_days_notice',
  'deposit',
  'rent',
];
export interface World {
  /** Contract 2.1, by identifier. */
  readonly leases: ReadonlyMap<string, JsonObject>;
  /** Contract 2.3, by identifier. */
  readonly tenants: ReadonlyMap<string, JsonObject>;
}

const read = (name: string): string => readFileSync(join(WORLD_FOLDER, name), 'utf8');
const ndjson = (name: string): JsonObject[] =>
  read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

/** Every field, with null for missing ones (decision 15). */
function pick(record: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field): [string, Json] => [field, record[field] ?? null]));
}

function csvTenants(): JsonObject[] {
  const rows = parse<Record<string, string>>(read('tenants.csv'), { columns: true });
  return rows.map((row) => {
    const cells = Object.entries(row).map(([name, cell]): [string, Json] => [name, cell === '' ? null : cell]);
    return { ...Object.fromEntries(cells), active: row.active !== 'false' };
  });
}

function leaseRecord(lease: JsonObject, unit: JsonObject, tenants: ReadonlyMap<string, JsonObject>): JsonObject {
  return {
    ...pick(lease, ['identifier', ...LEASE_FIELDS]),
    tenants: (lease.tenants as string[]).map((identifier) =>
      pick(tenants.get(identifier) ?? {}, [
        'identifier',
        'external_ref',
        'email_address',
        'phone_number',
        'active',
        'group',
      ]),
    ),
    unit_id: unit.identifier ?? null,
    unit_external_ref: unit.external_ref ?? null,
    unit_number: unit.unit_number ?? null,
    address: pick((unit.address ?? {}) as JsonObject, ADDRESS_COLUMNS),
  };
}

export function readWorld(): World {
  const units = new Map(ndjson('units.ndjson').map((unit) => [unit.identifier as string, unit]));
  const tenants = new Map(csvTenants().map((tenant) => [tenant.identifier as string, tenant]));
  const shown = ['identifier', 'email_address', 'first_name', 'last_name', 'external_ref', 'phone_number'];
  return {
    leases: new Map(
      ndjson('leases.ndjson').map((lease) => [
        lease.identifier as string,
        leaseRecord(lease, units.get(lease.unit_id as string) ?? {}, tenants),
      ]),
    ),
    tenants: new Map([...tenants].map(([identifier, tenant]) => [identifier, pick(tenant, shown)])),
  };
}
