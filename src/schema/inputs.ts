import type { GraphQLScalarType } from 'graphql';
import { ArgsType, type ClassType, Extensions, Field, Float, InputType, Int } from 'type-graphql';

import { type Filter, LEASE_FILTERS, TENANT_FILTERS } from '../model/criteria';
import { PAGE_LIMIT } from '../model/page';
import { ADDRESS_FIELDS } from '../model/records';
import { LocalDateScalar } from './local-date';

const SCALARS = { identification: String, text: String, date: LocalDateScalar, coordinate: Float };

const addField = (
  input: ClassType,
  name: string,
  type: ClassType | GraphQLScalarType | StringConstructor,
  description: string,
): void => Field(() => type, { nullable: true, description })(input.prototype, name);

function addFilters(input: ClassType, filters: Readonly<Record<string, Filter>>): void {
  for (const [name, { kind, description }] of Object.entries(filters))
    addField(input, name, SCALARS[kind], description);
}

@Extensions({ oneOf: true })
@InputType('GroupRef', { description: 'A group, by its identifier or by its identifier in another system.' })
class GroupRefInput {}
addField(GroupRefInput, 'identifier', String, 'The group identifier.');
addField(GroupRefInput, 'externalRef', String, 'Identifier of the group in another system.');

@InputType('TenantMatch', {
  description:
    'Identifies tenants: by `identifier`, `externalRef` together with `group`, `emailAddress` or `phoneNumber`. All that are given must match.',
})
export class TenantMatchInput {}
addFilters(TenantMatchInput, TENANT_FILTERS);
addField(TenantMatchInput, 'group', GroupRefInput, 'The group that the tenant belongs to.');

const MATCHING = {
  text: 'It must match as a whole; letter case and accents are ignored.',
  coordinate: 'Decimal degrees; matches within 0.0001.',
};

@InputType('AddressMatch', {
  description: 'Fields of an address, each with its whole value. All that are given must match.',
})
class AddressMatchInput {}
for (const [name, { kind }] of Object.entries(ADDRESS_FIELDS))
  addField(AddressMatchInput, name, SCALARS[kind], MATCHING[kind]);

@InputType('LeaseMatch', { description: 'Selects leases. A lease must match all that is given.' })
export class LeaseMatchInput {}
addFilters(LeaseMatchInput, LEASE_FILTERS);
addField(LeaseMatchInput, 'group', GroupRefInput, 'The group that the lease and its tenants belong to.');
addField(LeaseMatchInput, 'address', AddressMatchInput, 'The address of the lease’s unit.');

/** Limits leases by their dates. */
@ArgsType()
export class ActiveArgs {
  @Field(() => Boolean, { defaultValue: false, description: 'Only leases that are active today.' })
  readonly active!: boolean;

  @Field(() => LocalDateScalar, {
    nullable: true,
    description:
      'Only leases that are active on this day: they start before it and end after it. Never together with `active: true`.',
  })
  readonly activeOn?: string | null;
}

/** The four arguments of a Relay connection. */
export type PageArguments = Readonly<
  Partial<Record<'first' | 'last', number | null> & Record<'after' | 'before', string | null>>
>;

export function PageArgs(defaultSize: number): ClassType<PageArguments> {
  @ArgsType()
  class Arguments {}
  const first = `The first records, 0 to ${PAGE_LIMIT} of them. Without \`first\` and \`last\` it is ${defaultSize}. Never give both.`;
  addField(Arguments, 'first', Int, first);
  addField(Arguments, 'after', String, 'Only records after this cursor.');
  addField(Arguments, 'last', Int, `The last records, 0 to ${PAGE_LIMIT} of them.`);
  addField(Arguments, 'before', String, 'Only records before this cursor.');
  return Arguments;
}
