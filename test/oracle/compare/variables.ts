import type { Operation } from '../answer';

type Fields = Readonly<Record<string, unknown>>;

const TENANT_FIELDS = [
  ['identifier', 'identifier'],
  ['external_ref', 'externalRef'],
  ['email_address', 'emailAddress'],
  ['phone_number', 'phoneNumber'],
] as const;

const LEASE_FIELDS = [
  ['identifier', 'identifier'],
  ['min_move_in_date', 'minMoveInDate'],
  ['max_move_in_date', 'maxMoveInDate'],
] as const;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * The same question as the variables of a GraphQL operation; undefined where GraphQL has no such question.
 * Fields that REST ignores are left out, because GraphQL refuses what its schema does not know.
 */
export function graphqlVariables(operation: Operation, text: string): Fields | undefined {
  const body = parsed(text);
  if (!isFields(body)) return undefined;
  const cursor = textCursor(body['after-id']);
  const after = cursor === undefined ? {} : { after: cursor };
  if (operation === 'tenants') {
    const address = isFields(body.address) ? camelCased(body.address) : body.address;
    return { lease: { ...renamed(body, LEASE_FIELDS), ...group(body), address }, ...after };
  }
  // `active` is not nullable in GraphQL.
  const active = isGiven(body.active) ? { active: body.active } : {};
  return { tenant: { ...renamed(body, TENANT_FIELDS), ...group(body) }, ...active, ...after };
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

const camelCased = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/(?<=[a-z])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** At most one of the two may be there at all, so a blank beside another group is left out as REST does. */
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

/** What is no cursor of REST is none of GraphQL either; a paging id means nothing there, so the whole listing is asked for. */
function textCursor(value: unknown): string | undefined {
  return typeof value === 'string' && !/^-?[0-9]*$/.test(value) ? value : undefined;
}
