import { ArgsType, Extensions, Field, InputType, Int } from 'type-graphql';

import { PAGE_LIMIT } from '../model/page';
import { AddressMatchInput } from './address';
import { LocalDateScalar } from './local-date';

@Extensions({ oneOf: true })
@InputType('GroupRef', { description: 'A group by the one or the other of its names.' })
export class GroupRefInput {
  @Field(() => String, { nullable: true, description: 'The group’s identifier.' })
  readonly identifier?: string | null;

  @Field(() => String, { nullable: true, description: 'What another system calls the group.' })
  readonly externalRef?: string | null;
}

@InputType('TenantMatch', {
  description:
    'Identifies tenants: by `identifier`, `externalRef` together with `group`, `emailAddress` or `phoneNumber`. All that are given must hold.',
})
export class TenantMatchInput {
  @Field(() => String, { nullable: true, description: 'The internal tenant identifier, exactly.' })
  readonly identifier?: string | null;

  @Field(() => String, { nullable: true, description: 'The external tenant identifier, exactly; needs a group.' })
  readonly externalRef?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address; letter case does not count.' })
  readonly emailAddress?: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number; blanks and punctuation do not count.' })
  readonly phoneNumber?: string | null;

  @Field(() => GroupRefInput, { nullable: true, description: 'The group that the tenant belongs to.' })
  readonly group?: GroupRefInput | null;
}

@InputType('LeaseMatch', { description: 'Selects leases. All that is given must hold for the same lease.' })
export class LeaseMatchInput {
  @Field(() => String, { nullable: true, description: 'The lease identifier, exactly.' })
  readonly identifier?: string | null;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The earliest move-in date, included.' })
  readonly minMoveInDate?: string | null;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The latest move-in date, included.' })
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
      'Only leases that are active on this day: started before it and ending after it, whatever `active` says.',
  })
  readonly activeOn?: string | null;
}

/** The four arguments of a Relay connection. */
export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

export function PageArgs(defaultSize: number) {
  @ArgsType()
  class Arguments implements PageArguments {
    @Field(() => Int, {
      nullable: true,
      description: `How many, from the front: 0 to ${PAGE_LIMIT}. ${defaultSize} when neither \`first\` nor \`last\` is given; never both.`,
    })
    readonly first?: number | null;

    @Field(() => String, { nullable: true, description: 'Only what comes after this cursor.' })
    readonly after?: string | null;

    @Field(() => Int, { nullable: true, description: `How many, from the back: 0 to ${PAGE_LIMIT}.` })
    readonly last?: number | null;

    @Field(() => String, { nullable: true, description: 'Only what comes before this cursor.' })
    readonly before?: string | null;
  }
  return Arguments;
}
