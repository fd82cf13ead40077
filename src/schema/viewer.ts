import { Field, ObjectType } from 'type-graphql';

@ObjectType('Viewer', { description: 'The caller, as identified by the access token.' })
export class Viewer {
  @Field(() => String, { nullable: true, description: 'Subject of the token.' })
  readonly subject!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'When the token expires, ISO 8601 in UTC; null if it never does.',
  })
  readonly tokenExpiresAt!: string | null;
}
