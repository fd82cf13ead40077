/** The names, defaults, meanings and values of all settings. */

import { documentManifest } from './document-manifest';
import {
  basePath,
  databaseHosts,
  httpUrl,
  integer,
  oneOf,
  origins,
  pathDates,
  publicKey,
  rateLimit,
  secretKey,
  text,
  timeZone,
} from './setting-values';

export interface Setting<Value> {
  /** Absent when there is none. */
  readonly default?: string;
  readonly meaning: string;
  /** Never printed. */
  readonly secret?: true;
  /** @throws {Error} whose message says what the value must be, without repeating it */
  read(text: string): Value;
}

type SettingGroup = Readonly<Record<string, Setting<unknown>>>;

const DATA = {
  DATABASE_URL: {
    meaning:
      'the database: `mysql://user:password@host:port/database?ssl=off|require|verify&ca=FILE`; several hosts are separated by commas (`@db1:3306,db2:3306/`), and lookups read the first healthy one; MySQL 8.0 or newer, MariaDB 10.6 or newer',
    secret: true,
    read: databaseHosts,
  },
  DATABASE_MAX_LAG_SECONDS: {
    default: '5',
    meaning:
      'seconds by which a host of `DATABASE_URL` may be behind the one in use and still take over; see `docs/operate/scale.md`',
    read: integer(1, 300),
  },
  DATABASE_POOL_SIZE: {
    default: '10',
    meaning: 'maximum number of connections to each host of the database',
    read: integer(1, 1000),
  },
  DATABASE_CONNECT_TIMEOUT_MS: {
    default: '1000',
    meaning:
      'milliseconds that a request may wait for a database connection; it may wait twice as long for a concurrency slot',
    read: integer(1, 60_000),
  },
  DATABASE_CONNECTION_MAX_AGE_SECONDS: {
    default: '600',
    meaning: 'seconds after which a connection is replaced, so that none stays on an old server after a failover',
    read: integer(1, 86_400),
  },
  STATEMENT_TIMEOUT_MS: {
    default: '2000',
    meaning: 'milliseconds after which an SQL statement of a lookup is cancelled',
    read: integer(1, 600_000),
  },
  BUSINESS_TIME_ZONE: {
    default: 'UTC',
    meaning: 'time zone of the date that decides which leases are active',
    read: timeZone,
  },
  SOURCE_DATABASE_PASSWORD: {
    meaning: 'password for `leasegate import --from`, if its URL has none',
    secret: true,
    read: text,
  },
} as const satisfies SettingGroup;

const LISTENERS = {
  HOST: { default: '127.0.0.1', meaning: 'address of the public listener', read: text },
  PORT: { default: '4000', meaning: 'port of the public listener', read: integer(0, 65_535) },
  ADMIN_HOST: { default: '127.0.0.1', meaning: 'address of `/livez`, `/readyz` and `/metrics`', read: text },
  ADMIN_PORT: { default: '4001', meaning: 'port of `/livez`, `/readyz` and `/metrics`', read: integer(0, 65_535) },
  BASE_PATH: { default: '', meaning: 'prefix of every public path', read: basePath },
  CORS_ORIGINS: { meaning: 'origins whose web pages may send requests, separated by commas', read: origins },
  EXPLORER: {
    default: 'on',
    meaning: 'the web pages at `/`, `/graphql` and `/reference`: `on` or `off`',
    read: oneOf('on', 'off'),
  },
  SHUTDOWN_DELAY_SECONDS: {
    default: '0',
    meaning:
      'seconds after SIGTERM or SIGINT for which requests are still accepted while `/readyz` is 503, so that a load balancer notices first',
    read: integer(0, 300),
  },
} as const satisfies SettingGroup;

const LOAD = {
  MAX_REQUESTS_IN_FLIGHT: {
    default: '256',
    meaning:
      'maximum number of requests in flight, including those that wait for a slot; further ones are `overloaded`',
    read: integer(1, 100_000),
  },
  MAX_CONNECTIONS: {
    default: '10000',
    meaning: 'maximum number of connections of a process; further ones are closed at once',
    read: integer(1, 1_000_000),
  },
  MAX_EVENT_LOOP_DELAY_MS: {
    default: '2000',
    meaning: 'milliseconds that a request may wait until the process reads it; one that waited longer is `overloaded`',
    read: integer(200, 600_000),
  },
  RATE_LIMIT: {
    meaning:
      'requests that a caller may make in a window, and its length in seconds, such as `100/60`; further ones are `rate_limited`; no limit when absent; see `docs/operate/tokens.md#rate-limit`',
    read: rateLimit,
  },
} as const satisfies SettingGroup;

const TOKENS = {
  AUTH_JWT_SECRET: {
    meaning: 'HS256 key of at least 32 bytes, as text or as `base64:…`',
    secret: true,
    read: secretKey,
  },
  AUTH_JWT_PUBLIC_KEY: { meaning: 'PEM public key for RS256, ES256 or EdDSA, depending on its type', read: publicKey },
  AUTH_JWKS_URL: {
    meaning:
      'URL of the identity provider’s JSON Web Key Set, with keys for RS256, ES256 or EdDSA; cannot be set together with `AUTH_JWT_PUBLIC_KEY`',
    read: httpUrl,
  },
  AUTH_JWT_ISSUER: { meaning: 'required `iss` claim of tokens', read: text },
  AUTH_JWT_AUDIENCE: { meaning: 'required `aud` claim of tokens', read: text },
  AUTH_GROUPS_CLAIM: {
    default: 'groups',
    meaning: 'claim with the caller’s groups: an array of group identifiers, or `"*"`',
    read: text,
  },
  AUTH_REMEMBER_SECONDS: {
    default: '30',
    meaning: 'seconds for which a valid token and its caller’s groups are cached; 0 to 30',
    read: integer(0, 30),
  },
} as const satisfies SettingGroup;

const GRAPHQL = {
  INTROSPECTION: {
    default: 'public',
    meaning:
      'who may read the GraphQL schema, by introspection and from `/schema.graphql`: `public`, `token` (callers with a valid token) or `off`',
    read: oneOf('public', 'token', 'off'),
  },
  GRAPHQL_COMPILE: {
    default: 'on',
    meaning:
      'whether GraphQL operations that are repeated or may return many records are compiled: `on` or `off`; answers are the same',
    read: oneOf('on', 'off'),
  },
  GRAPHQL_MAX_TOKENS: {
    default: '2000',
    meaning:
      'maximum number of tokens in a GraphQL document, and of values in its variables; for this and the next one see `docs/use/graphql.md`',
    read: integer(100, 100_000),
  },
  GRAPHQL_MAX_COST: {
    default: '20000',
    meaning:
      'maximum cost of an operation, which is the number of records that it may return: estimated from its page sizes, and counted while they are read',
    read: integer(100, 10_000_000),
  },
  TRUSTED_DOCUMENTS: {
    default: 'off',
    meaning:
      'what happens to GraphQL documents that are not in `TRUSTED_DOCUMENTS_FILE`: `log` (run, and their hash is logged), `enforce` (refused) or `off` (no list)',
    read: oneOf('off', 'log', 'enforce'),
  },
  TRUSTED_DOCUMENTS_FILE: {
    meaning:
      'manifest of trusted documents, as written by a build tool; read once at the start; see `docs/use/graphql.md`',
    read: documentManifest,
  },
} as const satisfies SettingGroup;

const REST = {
  REST_UNKNOWN_FIELDS: {
    default: 'ignore',
    meaning: 'what happens to fields of a REST request that the contract does not name: `ignore` or `refuse`',
    read: oneOf('ignore', 'refuse'),
  },
  REST_CONTENT_TYPE: {
    default: 'strict',
    meaning:
      'whether a REST request with a body needs a `Content-Type`: `strict`, or `lenient` (without one it is JSON)',
    read: oneOf('strict', 'lenient'),
  },
  REST_EXPLAIN: {
    default: 'off',
    meaning:
      'whether `?explain` on a REST path answers with the equivalent GraphQL operation: `on` or `off`; see `docs/use/rest.md`',
    read: oneOf('on', 'off'),
  },
  REST_DEPRECATION: {
    meaning:
      'date from which the REST paths are deprecated, for their `Deprecation` header: one for both, or `PATH=DATE` separated by commas',
    read: pathDates,
  },
  REST_SUNSET: {
    meaning: 'date from which they may be gone, for their `Sunset` header, in the same form',
    read: pathDates,
  },
  REST_DEPRECATION_LINK: {
    meaning: 'URL of a page that tells callers what to do, for their `Link` header; needs one of these dates',
    read: httpUrl,
  },
} as const satisfies SettingGroup;

const REPORTS = {
  LOG_LEVEL: {
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  },
  ACCESS_LOG: {
    default: 'off',
    meaning:
      'whether each request has a line in the log, whatever `LOG_LEVEL` is: `on` or `off`; see `docs/operate/monitoring.md`',
    read: oneOf('on', 'off'),
  },
  AUDIT_LOG: {
    default: 'off',
    meaning: 'where the audit trail is written, a line for each lookup: `off`, `stdout` or a file; needs `AUDIT_KEY`',
    read: text,
  },
  AUDIT_KEY: {
    meaning: 'key of at least 32 bytes for the hash of a caller, in the audit trail, as text or as `base64:…`',
    secret: true,
    read: secretKey,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'base URL of the OpenTelemetry collector, without `/v1/traces`, for OTLP over HTTP (protobuf); no traces when absent; see `docs/operate/monitoring.md`',
    read: httpUrl,
  },
  OTEL_SDK_DISABLED: { default: 'false', meaning: '`true` to turn traces off', read: oneOf('false', 'true') },
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
