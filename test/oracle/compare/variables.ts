import type { Operation } from '../answer';
import { LEASE_FILTERS, TENANT_FILTERS } from '../filters';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * The same request as the variables of a GraphQL operation; undefined if GraphQL cannot express it.
 * Fields that REST ignores are left out, because GraphQL refuses unknown fields.
 */
export function graphqlVariables(operation: Operation, text: string): Fields | undefined {
  const body = parsed(text);
  if (!isFields(body)) return undefined;
  const cursor = textCursor(body['after-id']);
  const after = cursor === undefined ? {} : { after: cursor };
  if (operation === 'tenants') {
    const address = isFields(body.address) ? camelCased(body.address) : body.address;
    return { lease: { ...filtersOf(body, LEASE_FILTERS), ...group(body), address }, ...after };
  }
  // `active` is not nullable in GraphQL.
  const active = isGiven(body.active) ? { active: body.active } : {};
  return { tenant: { ...filtersOf(body, TENANT_FILTERS), ...group(body) }, ...active, ...after };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const renamed = (fields: Fields, names: readonly (readonly [from: string, to: string])[]): Fields =>
  Object.fromEntries(names.filter(([from]) => fields[from] !== undefined).map(([from, to]) => [to, fields[from]]));

const filtersOf = (body: Fields, filters: object): Fields =>
  camelCased(Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(filters, name))));

const camelCased = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/(?<=[a-z])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** Only one of the two may be present, so a blank beside another group is left out, as REST ignores it. */
function group(body: Fields): Fields {
  const isBlank = (value: unknown): boolean => typeof value === 'string' && /^ *$/.test(value);
  const given = Object.entries(
    renamed(body, [
      ['group_id', 'identifier'],
      ['group_external_ref', 'externalRef'],
    ]),
  ).filter(([, value]) => isGiven(value));
  const kept = given.length > 1 ? given.filter(([, value]) => !isBlank(value)) : given;
  return kept.length === 0 ? {} : { group: Object.fromEntries(kept) };
}

/**
 * A cursor that REST refuses has no counterpart in GraphQL either. GraphQL has no paging ids, so the whole list is
 * requested.
 */
function textCursor(value: unknown): string | undefined {
  return typeof value === 'string' && !/^-?[0-9]*$/.test(value) ? value : undefined;
}
