/** The names, defaults and values of all settings. docs/operate/settings.md says what they mean. */

import { documentManifest } from './document-manifest';
import {
  databaseHosts,
  httpUrl,
  integer,
  list,
  oneOf,
  origins,
  pathDates,
  publicKeys,
  publicUrl,
  rateLimit,
  secretKey,
  secretKeys,
  secretText,
  secretUrl,
  text,
  timeZone,
} from './setting-values';
import { Secret } from '../model/secret';

export interface Setting<Value> {
  /** Absent when there is none. */
  readonly default?: string;
  /** Never printed. */
  readonly secret?: true;
  /** Whether `<name>_FILE` may name a file with the value, as for every secret. */
  readonly mayBeFile?: true;
  /** A URL whose path may hold a key. Every other URL is public, but for its user and its query. */
  readonly secretPath?: true;
  /** @throws {Error} whose message says what the value must be, without repeating it */
  read(text: string): Value;
}

type SettingGroup = Readonly<Record<string, Setting<unknown>>>;

const DATA = {
  DATABASE_URL: { secret: true, read: databaseHosts },
  DATABASE_MAX_LAG_SECONDS: { default: '5', read: integer(1, 300) },
  DATABASE_POOL_SIZE: { default: '10', read: integer(1, 1000) },
  DATABASE_CONNECT_TIMEOUT_MS: { default: '1000', read: integer(1, 60_000) },
  DATABASE_CONNECTION_MAX_AGE_SECONDS: { default: '600', read: integer(1, 86_400) },
  STATEMENT_TIMEOUT_MS: { default: '2000', read: integer(1, 600_000) },
  BUSINESS_TIME_ZONE: { default: 'UTC', read: timeZone },
  SOURCE_DATABASE_PASSWORD: { secret: true, read: secretText },
} as const satisfies SettingGroup;

const LISTENERS = {
  HOST: { default: '127.0.0.1', read: text },
  PORT: { default: '4000', read: integer(0, 65_535) },
  ADMIN_HOST: { default: '127.0.0.1', read: text },
  ADMIN_PORT: { default: '4001', read: integer(0, 65_535) },
  PUBLIC_URL: { default: '', read: publicUrl },
  CORS_ORIGINS: { read: origins },
  EXPLORER: { default: 'on', read: oneOf('on', 'off') },
  MCP: { default: 'off', read: oneOf('on', 'off') },
  SHUTDOWN_DELAY_SECONDS: { default: '0', read: integer(0, 300) },
} as const satisfies SettingGroup;

const LOAD = {
  MAX_REQUESTS_IN_FLIGHT: { default: '256', read: integer(1, 100_000) },
  MAX_CONNECTIONS: { default: '10000', read: integer(1, 1_000_000) },
  MAX_EVENT_LOOP_DELAY_MS: { default: '2000', read: integer(200, 600_000) },
  RATE_LIMIT: { read: rateLimit },
} as const satisfies SettingGroup;

const TOKENS = {
  AUTH_JWT_SECRET: { secret: true, read: secretKeys },
  AUTH_JWT_PUBLIC_KEY: { mayBeFile: true, read: publicKeys },
  AUTH_JWKS_URL: { read: secretUrl },
  AUTH_JWT_ISSUER: { read: text },
  AUTH_JWT_AUDIENCE: { read: list },
  AUTH_GROUPS_CLAIM: { default: 'groups', read: text },
  AUTH_REMEMBER_SECONDS: { default: '30', read: integer(0, 30) },
} as const satisfies SettingGroup;

const GRAPHQL = {
  INTROSPECTION: { default: 'public', read: oneOf('public', 'token', 'off') },
  GRAPHQL_COMPILE: { default: 'on', read: oneOf('on', 'off') },
  GRAPHQL_MAX_TOKENS: { default: '2000', read: integer(100, 100_000) },
  GRAPHQL_MAX_COST: { default: '20000', read: integer(100, 10_000_000) },
  TRUSTED_DOCUMENTS: { default: 'off', read: oneOf('off', 'log', 'enforce') },
  TRUSTED_DOCUMENTS_FILE: { read: (file: string) => new Secret(documentManifest(file)) },
} as const satisfies SettingGroup;

const REST = {
  REST_UNKNOWN_FIELDS: { default: 'ignore', read: oneOf('ignore', 'refuse') },
  REST_CONTENT_TYPE: { default: 'strict', read: oneOf('strict', 'lenient') },
  REST_EXPLAIN: { default: 'off', read: oneOf('on', 'off') },
  REST_DEPRECATION: { read: pathDates },
  REST_SUNSET: { read: pathDates },
  REST_DEPRECATION_LINK: { read: httpUrl },
} as const satisfies SettingGroup;

const REPORTS = {
  LOG_LEVEL: { default: 'info', read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent') },
  ACCESS_LOG: { default: 'off', read: oneOf('on', 'off') },
  AUDIT_LOG: { default: 'off', read: text },
  AUDIT_KEY: { secret: true, read: secretKey },
  OTEL_EXPORTER_OTLP_ENDPOINT: { secretPath: true, read: secretUrl },
  // OpenTelemetry ignores letter case.
  OTEL_SDK_DISABLED: { default: 'false', read: (value: string) => oneOf('false', 'true')(value.toLowerCase()) },
} as const satisfies SettingGroup;

/** The heading of each group, in the order of docs/operate/settings.md and of `print-config`. */
export const SETTING_GROUPS = {
  Data: DATA,
  Listeners: LISTENERS,
  Load: LOAD,
  Tokens: TOKENS,
  GraphQL: GRAPHQL,
  REST,
  'Log, audit trail and traces': REPORTS,
} as const satisfies Record<string, SettingGroup>;

export const SETTINGS = { ...DATA, ...LISTENERS, ...LOAD, ...TOKENS, ...GRAPHQL, ...REST, ...REPORTS };

export type SettingName = keyof typeof SETTINGS;
