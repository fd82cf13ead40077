/** What the connection to a source sets before its first statement. */

import { COMPLETE, sessionStatement } from '../../../src/db/session';

/** A reader may pause this long, in seconds. */
const PAUSE_LIMIT = 3600;

/** Comparisons and arithmetic in the statements are those of the source, so its collation, modes and time zone are left alone. */
export const SOURCE_SESSION = sessionStatement({
  names: 'utf8mb4',
  both: { ...COMPLETE.both, group_concat_max_len: '16777216', net_write_timeout: `${PAUSE_LIMIT}` },
  // At this number of iterations MariaDB ends a recursion with what it has, and MySQL with an error.
  mariadb: { ...COMPLETE.mariadb, max_recursive_iterations: '4294967295' },
  mysql: { ...COMPLETE.mysql, cte_max_recursion_depth: '4294967295' },
  mysql84: { use_secondary_engine: 'on' },
});
