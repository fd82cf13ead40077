/**
 * What a connection sets before its first statement, whatever the defaults of the server, its `init_connect` and the account.
 * docs/operate/database.md lists what is set, what is checked instead, and why the other variables are left alone.
 *
 * An ordinary account may set every variable here, and every supported server has it: a server refuses the whole statement
 * for one unknown name. `DEFAULT` stands for the value of the server, which may be any, so the values are written out.
 */

/** SQL by the name of the variable. */
type Variables = Readonly<Record<string, string>>;

interface Session {
  readonly names: string;
  readonly both: Variables;
  readonly mariadb: Variables;
  readonly mysql: Variables;
  /** Not in every MySQL 8.0. */
  readonly mysql84?: Variables;
}

const NO_LIMIT = '18446744073709551615';

/** No result is cut off, no statement ends early, and every transaction sees one snapshot. */
export const COMPLETE = {
  both: {
    sql_select_limit: NO_LIMIT,
    // Lifts `max_join_size` as well.
    sql_big_selects: '1',
    sql_buffer_result: '0',
    lock_wait_timeout: '86400',
    net_read_timeout: '30',
    wait_timeout: '28800',
    // MySQL fails to sort long rows in less. A server may have more.
    sort_buffer_size: 'cast(greatest(@@sort_buffer_size, 262144) as unsigned)',
  },
  mariadb: {
    tx_isolation: `'REPEATABLE-READ'`,
    tx_read_only: '0',
    idle_transaction_timeout: '0',
    idle_readonly_transaction_timeout: '0',
    idle_write_transaction_timeout: '0',
    tmp_disk_table_size: NO_LIMIT,
    max_session_mem_used: '9223372036854775807',
    // For this variable, it is no moment at all.
    system_versioning_asof: 'default',
  },
  mysql: { transaction_isolation: `'REPEATABLE-READ'`, transaction_read_only: '0', parser_max_mem_size: NO_LIMIT },
};

/** Strict, and without NO_BACKSLASH_ESCAPES, under which a value that mysql2 has quoted could close the quotes. */
const MODES = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

const switches = (on: string, off: string): string =>
  `'${[...on.split(' ').map((name) => `${name}=on`), ...off.split(' ').map((name) => `${name}=off`)].join()}'`;

const OWN: Session = {
  // A server may ignore the character set of the handshake.
  names: 'utf8mb4 collate utf8mb4_bin',
  both: {
    ...COMPLETE.both,
    // Without autocommit, a connection would keep its first snapshot for ever. Switching it on ends an open transaction.
    autocommit: '0, autocommit = 1',
    completion_type: '0',
    sql_mode: `'${MODES}'`,
    // TIMESTAMPs depend on it.
    time_zone: `'+00:00'`,
    sql_auto_is_null: '0',
    sql_safe_updates: '0',
    foreign_key_checks: '1',
    unique_checks: '1',
    default_storage_engine: 'InnoDB',
    innodb_lock_wait_timeout: '50',
    net_write_timeout: '60',
    max_sort_length: '1024',
    group_concat_max_len: '1024',
    // A caller may see many groups. Each is looked up in the index.
    eq_range_index_dive_limit: '0',
    optimizer_search_depth: '62',
    max_seeks_for_key: '4294967295',
  },
  mariadb: {
    ...COMPLETE.mariadb,
    check_constraint_checks: '1',
    in_predicate_conversion_threshold: '0',
    join_cache_level: '2',
    optimizer_max_sel_arg_weight: '32000',
    optimizer_use_condition_selectivity: '4',
    use_stat_tables: 'preferably_for_queries',
    optimizer_switch: switches(
      'index_merge index_merge_union index_merge_sort_union index_merge_intersection index_condition_pushdown ' +
        'derived_merge derived_with_keys firstmatch loosescan materialization in_to_exists semijoin ' +
        'partial_match_rowid_merge partial_match_table_scan subquery_cache outer_join_with_cache semijoin_with_cache ' +
        'join_cache_incremental join_cache_hashed join_cache_bka optimize_join_buffer_size table_elimination ' +
        'extended_keys exists_to_in orderby_uses_equalities condition_pushdown_for_derived split_materialized ' +
        'condition_pushdown_for_subquery rowid_filter condition_pushdown_from_having',
      'index_merge_sort_intersection mrr mrr_cost_based mrr_sort_keys not_null_range_scan',
    ),
  },
  mysql: { ...COMPLETE.mysql, range_optimizer_max_mem_size: '8388608' },
  mysql84: {
    // Another engine may be behind InnoDB.
    use_secondary_engine: 'off',
    optimizer_switch: switches(
      'index_merge index_merge_union index_merge_sort_union index_merge_intersection index_condition_pushdown mrr ' +
        'mrr_cost_based block_nested_loop materialization semijoin loosescan firstmatch duplicateweedout ' +
        'subquery_materialization_cost_based use_index_extensions condition_fanout_filter derived_merge skip_scan ' +
        'hash_join prefer_ordering_index derived_condition_pushdown hash_set_operations',
      'batched_key_access use_invisible_indexes subquery_to_derived hypergraph_optimizer',
    ),
  },
};

const assignments = (variables: Variables): string =>
  Object.entries(variables)
    .map(([name, value]) => `, ${name} = ${value}`)
    .join('');

/**
 * Each server executes its own comment. MariaDB counts in seconds, MySQL in milliseconds.
 * @param timeoutMs for a statement; 0 for no limit
 */
export function sessionStatement({ names, both, mariadb, mysql, mysql84 = {} }: Session, timeoutMs = 0): string {
  const onMariadb = { ...mariadb, max_statement_time: `${timeoutMs / 1000}` };
  const onMysql = { ...mysql, max_execution_time: `${timeoutMs}` };
  const later = Object.keys(mysql84).length === 0 ? '' : ` /*!80400 ${assignments(mysql84)} */`;
  return `set names ${names}${assignments(both)} /*M! ${assignments(onMariadb)} */ /*!80000 ${assignments(onMysql)} */${later}`;
}

/** For the database of the gateway, to read and to write. @param statementTimeoutMs no limit when undefined */
export const ownSession = (statementTimeoutMs?: number): string => sessionStatement(OWN, statementTimeoutMs);

/**
 * The smallest `max_allowed_packet` that is accepted. A session cannot raise it. Statements that write rows stay below it, and
 * no single record reaches it.
 */
export const LEAST_PACKET_BYTES = 1024 * 1024;
