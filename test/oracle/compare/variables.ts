import type { Operation } from '../answer';
import { type Body, isAbsent, isBlank, isObject, readBody } from '../fields';
import { LEASE_FILTERS, TENANT_FILTERS } from '../filters';
import { asGraphql } from '../world';

/**
 * The same request as the variables of a GraphQL operation; undefined if GraphQL cannot express it.
 * Body that REST ignores are left out, because GraphQL refuses unknown fields.
 */
export function graphqlVariables(operation: Operation, text: string): Body | undefined {
  const body = objectIn(text);
  if (body === undefined) return undefined;
  const cursor = textCursor(body['after-id']);
  const after = cursor === undefined ? {} : { after: cursor };
  if (operation === 'tenants') {
    const address = isObject(body.address) ? asGraphql(body.address) : body.address;
    return { lease: { ...filtersOf(body, LEASE_FILTERS), ...group(body), address }, ...after };
  }
  // `active` is not nullable in GraphQL.
  const active = !isAbsent(body.active) ? { active: body.active } : {};
  return { tenant: { ...filtersOf(body, TENANT_FILTERS), ...group(body) }, ...active, ...after };
}

/** The object that a body contains, if it is one. An empty body counts as an empty object. */
export function objectIn(text: string): Body | undefined {
  try {
    return readBody(text);
  } catch {
    return undefined;
  }
}

const filtersOf = (body: Body, filters: object): Body =>
  asGraphql(Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(filters, name))));

/** Only one of the two may be present, so a blank beside another group is left out, as REST ignores it. */
function group({ group_id: identifier, group_external_ref: externalRef }: Body): Body {
  const given = Object.entries({ identifier, externalRef }).filter(([, value]) => !isAbsent(value));
  const isBlankText = (value: unknown): boolean => typeof value === 'string' && isBlank(value);
  const kept = given.length > 1 ? given.filter(([, value]) => !isBlankText(value)) : given;
  return kept.length === 0 ? {} : { group: Object.fromEntries(kept) };
}

/**
 * A cursor that REST refuses has no counterpart in GraphQL either. GraphQL has no paging ids, so the whole list is
 * requested.
 */
function textCursor(value: unknown): string | undefined {
  return typeof value === 'string' && !/^-?[0-9]*$/.test(value) ? value : undefined;
}
