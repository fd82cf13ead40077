import { Field, ObjectType } from 'type-graphql';

@ObjectType('Viewer', { description: 'The caller, as the access token says.' })
export class Viewer {
  @Field(() => String, { nullable: true, description: 'Subject of the token.' })
  readonly subject!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'When the token expires, ISO 8601 in UTC; null when it does not.',
  })
  readonly tokenExpiresAt!: string | null;
}
