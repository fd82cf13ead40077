/** A session variable that a server has and nobody has thought about fails this test. */

import { SOURCE_SESSION } from '../../../ingest/import/sql/source-database';
import { ownSession } from '../../../src/db/session';
import { onServer } from '../../support/server';

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Too small a value or a wrong one is reported by `/readyz`, by `leasegate check` and by the commands. */
const CHECKED = names('max_allowed_packet wsrep_sync_wait wsrep_causal_reads wsrep_dirty_reads wsrep_on');

const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  'only memory, speed or how a plan of the same index is run': names(`
    aria_repair_threads aria_sort_buffer_size aria_stats_method big_tables bulk_insert_buffer_size
    deadlock_search_depth_long deadlock_search_depth_short deadlock_timeout_long deadlock_timeout_short
    expensive_subquery_limit histogram_generation_max_mem_size histogram_size histogram_type
    information_schema_stats_expiry innodb_ddl_buffer_size innodb_ddl_threads innodb_parallel_read_threads innodb_tmpdir
    internal_tmp_mem_storage_engine join_buffer_size join_buffer_space_limit low_priority_updates max_heap_table_size
    max_length_for_sort_data max_rowid_filter_size mrr_buffer_size myisam_repair_threads myisam_sort_buffer_size
    myisam_stats_method net_buffer_length optimizer_adjust_secondary_key_costs optimizer_extra_pruning_depth
    optimizer_join_limit_pref_ratio optimizer_max_sel_args optimizer_max_subgraph_pairs optimizer_prune_level
    optimizer_selectivity_sampling_limit preload_buffer_size query_alloc_block_size query_cache_strip_comments
    query_cache_type query_cache_wlock_invalidate query_prealloc_size range_alloc_block_size read_buffer_size
    read_rnd_buffer_size rowid_merge_buff_size secondary_engine_cost_threshold enable_secondary_engine_statistics
    set_operations_buffer_size tcp_nodelay thread_pool_priority tmp_memory_table_size tmp_table_size
    transaction_alloc_block_size transaction_prealloc_size analyze_max_length analyze_sample_percentage old
    select_into_buffer_size column_compression_threshold column_compression_zlib_level
    column_compression_zlib_strategy column_compression_zlib_wrap connection_memory_chunk_size new_mode
    optimizer_scan_setup_cost optimizer_where_cost`),
  'only logs, messages, traces and what else a server tells': names(`
    binlog_annotate_row_events binlog_rows_query_log_events end_markers_in_json error_count explain_format
    explain_json_format_version external_user gtid_owned in_transaction last_gtid lc_messages log_disabled_statements
    log_queries_not_using_indexes log_slow_admin_statements log_slow_disabled_statements log_slow_filter
    log_slow_max_warnings log_slow_min_examined_row_limit log_slow_query log_slow_query_time log_slow_rate_limit
    log_slow_slave_statements log_slow_verbosity log_warnings long_query_time max_error_count min_examined_row_limit
    note_verbosity optimizer_trace optimizer_trace_features optimizer_trace_limit optimizer_trace_max_mem_size
    optimizer_trace_offset print_identified_with_as_hex profiling profiling_history_size progress_report_time
    proxy_user session_track_gtids session_track_schema session_track_state_change session_track_system_variables
    session_track_transaction_info show_create_table_skip_secondary_engine show_create_table_verbosity
    show_gipk_in_create_table_and_information_schema slow_query_log sql_log_off sql_notes sql_quote_show_create
    sql_warnings statement_id terminology_use_previous warning_count resultset_metadata log_slow_always_query_time
    redirect_url`),
  'for what no statement of this program uses': names(`
    block_encryption_mode character_set_database character_set_filesystem character_set_server collation_database
    collation_server default_collation_for_utf8mb4 default_regex_flags default_tmp_storage_engine default_week_format
    div_precision_increment innodb_ft_enable_stopword innodb_ft_user_stopword_table innodb_table_locks
    generated_random_password_length keep_files_on_create lc_time_names max_delayed_threads max_insert_delayed_threads
    max_points_in_geometry max_sp_recursion_depth max_tmp_tables old_mode old_passwords rand_seed1 rand_seed2
    require_row_format select_into_disk_sync select_into_disk_sync_delay standard_compliant_cte timestamp
    transaction_allow_batching updatable_views_with_limit windowing_use_high_precision default_master_connection
    system_versioning_insert_history pseudo_thread_id last_insert_id identity enable_cascade_triggers interactive_timeout rbr_exec_mode xa_detach_on_prepare
    character_set_collations mhnsw_default_distance mhnsw_default_m mhnsw_ef_search`),
  'only how tables are created, and each migration says that itself or needs no more': names(`
    alter_algorithm binlog_alter_two_phase default_table_encryption explicit_defaults_for_timestamp
    external_table_secondary_storage_engine external_table_storage_engine innodb_compression_default
    innodb_default_encryption_key_id innodb_strict_mode old_alter_table restrict_fk_on_non_standard_key sql_if_exists
    sql_generate_invisible_primary_key sql_require_primary_key storage_engine system_versioning_alter_history
    enforce_storage_engine wsrep_osu_method`),
  'only how changes reach other servers, and for administrators': names(`
    binlog_direct_non_transactional_updates binlog_format binlog_row_image binlog_row_value_options
    binlog_transaction_compression binlog_transaction_compression_level_zstd gtid_domain_id gtid_next gtid_seq_no
    group_replication_consistency immediate_server_version max_relay_log_size net_retry_count original_commit_timestamp
    original_server_version pseudo_replica_mode pseudo_slave_mode server_id skip_parallel_replication skip_replication
    sql_log_bin sql_slave_skip_counter wsrep_gtid_seq_no wsrep_retry_autocommit wsrep_trx_fragment_size
    wsrep_trx_fragment_unit`),
  'an error that names it, never another answer': names(`
    connection_memory_limit global_connection_memory_tracking innodb_snapshot_isolation
    max_tmp_session_space_usage max_user_connections`),
  'ids need not be consecutive': names('auto_increment_increment auto_increment_offset insert_id'),
};

/** `set names` sets the first four. `max_join_size` has no effect while `sql_big_selects` is on. */
const SET = [
  ...['character_set_client', 'character_set_connection', 'character_set_results', 'collation_connection'],
  'max_join_size',
  ...[...`${ownSession(1)} ${SOURCE_SESSION}`.matchAll(/[ ,](\w+) = /g)].map(([, name]) => name!),
];

const classified = new Set([...SET, ...CHECKED, ...Object.values(HARMLESS).flat()]);

async function sessionVariables(): Promise<string[]> {
  return onServer(async (connection) => {
    const [rows] = await connection.query('show session variables');
    const names = (rows as { Variable_name: string }[]).map((row) => row.Variable_name);
    const found: string[] = [];
    // A variable of the server alone has no value of the session (error 1238).
    for (const name of names)
      await connection.query('select @@session.?? as value', [name]).then(
        () => found.push(name),
        () => undefined,
      );
    return found;
  });
}

test('every session variable of the server is set, checked or known to be harmless', async () => {
  const found = await sessionVariables();
  expect(found.length).toBeGreaterThan(150);
  expect(found.filter((name) => !classified.has(name))).toEqual([]);
});

test('no variable is in two groups', () => {
  const set = new Set(SET);
  const others = [...CHECKED, ...Object.values(HARMLESS).flat()];
  expect(others.filter((name, index) => others.indexOf(name) !== index)).toEqual([]);
  expect(others.filter((name) => set.has(name))).toEqual([]);
});
