import { ArgsType, Extensions, Field, InputType, Int } from 'type-graphql';

import { PAGE_LIMIT } from '../model/page';
import { AddressMatchInput } from './object-types';
import { LocalDateScalar } from './local-date';

@Extensions({ oneOf: true })
@InputType('GroupRef', { description: 'A group, by its identifier or by its identifier in another system.' })
class GroupRefInput {
  @Field(() => String, { nullable: true, description: 'The group identifier.' })
  readonly identifier?: string | null;

  @Field(() => String, { nullable: true, description: 'Identifier of the group in another system.' })
  readonly externalRef?: string | null;
}

@InputType('TenantMatch', {
  description:
    'Identifies tenants: by `identifier`, `externalRef` together with `group`, `emailAddress` or `phoneNumber`. All that are given must match.',
})
export class TenantMatchInput {
  @Field(() => String, { nullable: true, description: 'The internal tenant identifier; it must match exactly.' })
  readonly identifier?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The external tenant identifier; it must match exactly and needs a group.',
  })
  readonly externalRef?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address; letter case is ignored.' })
  readonly emailAddress?: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number; spaces and punctuation are ignored.' })
  readonly phoneNumber?: string | null;

  @Field(() => GroupRefInput, { nullable: true, description: 'The group that the tenant belongs to.' })
  readonly group?: GroupRefInput | null;
}

@InputType('LeaseMatch', { description: 'Selects leases. A lease must match all that is given.' })
export class LeaseMatchInput {
  @Field(() => String, { nullable: true, description: 'The lease identifier; it must match exactly.' })
  readonly identifier?: string | null;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The earliest move-in date, inclusive.' })
  readonly minMoveInDate?: string | null;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The latest move-in date, inclusive.' })
  readonly maxMoveInDate?: string | null;

  @Field(() => GroupRefInput, { nullable: true, description: 'The group that the lease and its tenants belong to.' })
  readonly group?: GroupRefInput | null;

  @Field(() => AddressMatchInput, { nullable: true, description: 'The address of the lease’s unit.' })
  readonly address?: AddressMatchInput | null;
}

/** Limits leases by their dates. */
@ArgsType()
export class ActiveArgs {
  @Field(() => Boolean, { defaultValue: false, description: 'Only leases that are active today.' })
  readonly active!: boolean;

  @Field(() => LocalDateScalar, {
    nullable: true,
    description:
      'Only leases that are active on this day: they start before it and end after it. Takes precedence over `active`.',
  })
  readonly activeOn?: string | null;
}

/** The four arguments of a Relay connection. */
export type PageArguments = InstanceType<ReturnType<typeof PageArgs>>;

export function PageArgs(defaultSize: number) {
  @ArgsType()
  class Arguments {
    @Field(() => Int, {
      nullable: true,
      description: `The first records, 0 to ${PAGE_LIMIT} of them. Without \`first\` and \`last\` it is ${defaultSize}. Never give both.`,
    })
    readonly first?: number | null;

    @Field(() => String, { nullable: true, description: 'Only records after this cursor.' })
    readonly after?: string | null;

    @Field(() => Int, { nullable: true, description: `The last records, 0 to ${PAGE_LIMIT} of them.` })
    readonly last?: number | null;

    @Field(() => String, { nullable: true, description: 'Only records before this cursor.' })
    readonly before?: string | null;
  }
  return Arguments;
}
