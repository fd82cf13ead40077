import { TABLE_OPTIONS } from './table';

/**
 * Tokens that this program created or imported, only as hashes (decision 28). Times are seconds since 1970: a TIMESTAMP
 * follows the session's zone. `group_grant` says what the token lets its caller see, as `GroupGrant` does.
 */
export const opaqueTokens = `
create table if not exists opaque_tokens (
  id          bigint unsigned not null auto_increment,
  sha256      binary(32) not null,
  subject     varchar(255) not null,
  group_grant enum('memberships', 'listed', 'all') not null,
  created_at  bigint unsigned not null,
  expires_at  bigint unsigned,
  revoked_at  bigint unsigned,
  primary key (id),
  unique key opaque_tokens_sha256 (sha256)
) ${TABLE_OPTIONS}`;
