/** The one place that reads the environment. Every problem is found and named, all at once, before anything starts. */

import type { KeyObject } from 'node:crypto';

import type { DocumentManifest } from './document-manifest';
import { type Environment, SettingReader } from './setting-reader';
import { type Setting, type SettingName, SETTINGS } from './setting-table';
import type { DatabaseAddress } from './setting-values';

export { type Environment, SettingsError } from './setting-reader';

export interface Settings {
  readonly database: DatabaseAddress;
  /** None: lookups read the database itself. */
  readonly databaseReplicas: readonly DatabaseAddress[];
  readonly databaseReplicaMaxLagMs: number;
  readonly databasePoolSize: number;
  readonly databaseConnectTimeoutMs: number;
  readonly databaseConnectionMaxAgeMs: number;
  readonly statementTimeoutMs: number;
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
  readonly adminPort: number;
  /** Processes, 1 or more. */
  readonly workers: number;
  readonly basePath: string;
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
  /** Of each caller. */
  readonly rateLimit?: { readonly requests: number; readonly windowSeconds: number };
  readonly jwt: {
    readonly secret?: Uint8Array;
    readonly publicKey?: KeyObject;
    readonly keySetUrl?: string;
    readonly issuer?: string;
    readonly audience?: string;
    readonly groupsClaim: string;
  };
  /** Milliseconds. */
  readonly authRememberMs: number;
  readonly businessTimeZone: string;
  readonly introspection: 'public' | 'token' | 'off';
  readonly graphqlCompile: 'on' | 'off';
  readonly explorer: 'on' | 'off';
  /** What one operation may ask for, fragments written out. */
  readonly graphqlLimits: {
    readonly tokens: number;
    readonly depth: number;
    readonly aliases: number;
    readonly rootFields: number;
    readonly directives: number;
    readonly cost: number;
  };
  /** Null where there is no list. */
  readonly trustedDocuments: { readonly mode: 'log' | 'enforce'; readonly manifest: DocumentManifest } | null;
  readonly automaticPersistedQueries: 'on' | 'off';
  readonly corsOrigins: readonly string[];
  readonly logLevel: string;
  readonly serverTiming: 'on' | 'off';
  /** Where traces are sent, if anywhere. */
  readonly tracesUrl?: string;
  /** Null when no audit trail is kept. */
  readonly audit: {
    /** Null: standard output. */
    readonly file: string | null;
    readonly key: Uint8Array;
  } | null;
}

/** What every command that opens the database needs. @throws {SettingsError} */
export function readDatabaseAddress(environment: Environment): DatabaseAddress {
  const reader = new SettingReader(environment);
  const address = reader.required('DATABASE_URL');
  reader.finish();
  return address;
}

/** The replicas of that database, none where there are none. @throws {SettingsError} */
export function readReplicaAddresses(environment: Environment): readonly DatabaseAddress[] {
  const reader = new SettingReader(environment);
  const addresses = reader.optional('DATABASE_REPLICA_URLS') ?? [];
  reader.finish();
  return addresses;
}

/** Where the identity provider's key set is, if anywhere. @throws {SettingsError} */
export function readKeySetUrl(environment: Environment): string | undefined {
  const reader = new SettingReader(environment);
  const url = reader.optional('AUTH_JWKS_URL');
  reader.finish();
  return url;
}

/** The prefix of every public path. @throws {SettingsError} */
export function readBasePath(environment: Environment): string {
  const reader = new SettingReader(environment);
  const path = reader.required('BASE_PATH');
  reader.finish();
  return path;
}

/** What `serve` needs. @throws {SettingsError} */
export function readSettings(environment: Environment): Settings {
  const reader = new SettingReader(environment);
  const settings: Settings = {
    database: reader.required('DATABASE_URL'),
    databaseReplicas: reader.optional('DATABASE_REPLICA_URLS') ?? [],
    databaseReplicaMaxLagMs: 1000 * reader.required('DATABASE_REPLICA_MAX_LAG_SECONDS'),
    databasePoolSize: reader.required('DATABASE_POOL_SIZE'),
    databaseConnectTimeoutMs: reader.required('DATABASE_CONNECT_TIMEOUT_MS'),
    databaseConnectionMaxAgeMs: 1000 * reader.required('DATABASE_CONNECTION_MAX_AGE_SECONDS'),
    statementTimeoutMs: reader.required('STATEMENT_TIMEOUT_MS'),
    host: reader.required('HOST'),
    port: reader.required('PORT'),
    adminHost: reader.required('ADMIN_HOST'),
    adminPort: reader.required('ADMIN_PORT'),
    workers: reader.required('WORKERS'),
    basePath: reader.required('BASE_PATH'),
    maxRequestsInFlight: reader.required('MAX_REQUESTS_IN_FLIGHT'),
    maxEventLoopDelayMs: reader.required('MAX_EVENT_LOOP_DELAY_MS'),
    rateLimit: rateLimitOf(reader),
    jwt: {
      secret: reader.optional('AUTH_JWT_SECRET'),
      publicKey: reader.optional('AUTH_JWT_PUBLIC_KEY'),
      keySetUrl: reader.optional('AUTH_JWKS_URL'),
      issuer: reader.optional('AUTH_JWT_ISSUER'),
      audience: reader.optional('AUTH_JWT_AUDIENCE'),
      groupsClaim: reader.required('AUTH_GROUPS_CLAIM'),
    },
    authRememberMs: 1000 * reader.required('AUTH_REMEMBER_SECONDS'),
    businessTimeZone: reader.required('BUSINESS_TIME_ZONE'),
    introspection: reader.required('INTROSPECTION'),
    graphqlCompile: reader.required('GRAPHQL_COMPILE'),
    explorer: reader.required('EXPLORER'),
    graphqlLimits: {
      tokens: reader.required('GRAPHQL_MAX_TOKENS'),
      depth: reader.required('GRAPHQL_MAX_DEPTH'),
      aliases: reader.required('GRAPHQL_MAX_ALIASES'),
      rootFields: reader.required('GRAPHQL_MAX_ROOT_FIELDS'),
      directives: reader.required('GRAPHQL_MAX_DIRECTIVES'),
      cost: reader.required('GRAPHQL_MAX_COST'),
    },
    trustedDocuments: readTrustedDocuments(reader, environment),
    automaticPersistedQueries: reader.required('AUTOMATIC_PERSISTED_QUERIES'),
    corsOrigins: reader.optional('CORS_ORIGINS') ?? [],
    logLevel: reader.required('LOG_LEVEL'),
    serverTiming: reader.required('SERVER_TIMING'),
    tracesUrl: tracesUrlOf(reader),
    audit: readAudit(reader, environment),
  };
  const { AUTH_JWT_SECRET: secret, AUTH_JWT_PUBLIC_KEY: publicKey, AUTH_JWKS_URL: keySet } = environment;
  if (!secret && !publicKey && !keySet)
    reader.refuse(
      'AUTH_JWT_SECRET',
      'or AUTH_JWT_PUBLIC_KEY or AUTH_JWKS_URL must be set, else no token can be checked',
    );
  if (publicKey && keySet)
    reader.refuse(
      'AUTH_JWKS_URL',
      'cannot stand beside AUTH_JWT_PUBLIC_KEY: a token would have two keys to choose from',
    );
  if (settings.trustedDocuments?.mode === 'enforce' && settings.automaticPersistedQueries === 'on')
    reader.refuse(
      'AUTOMATIC_PERSISTED_QUERIES',
      'cannot be on beside TRUSTED_DOCUMENTS=enforce, which runs nothing that a client registers',
    );
  reader.finish();
  return Object.freeze(settings);
}

function readAudit(reader: SettingReader, { AUDIT_KEY }: Environment): Settings['audit'] {
  const destination = reader.required('AUDIT_LOG');
  const key = reader.optional('AUDIT_KEY');
  if (destination === 'off') return null;
  if (!AUDIT_KEY)
    reader.refuse('AUDIT_KEY', 'must be set beside AUDIT_LOG, else a caller would look different after each start');
  return key === undefined ? null : { file: destination === 'stdout' ? null : destination, key };
}

/** The file is read only where it counts. */
function readTrustedDocuments(
  reader: SettingReader,
  { TRUSTED_DOCUMENTS_FILE: file }: Environment,
): Settings['trustedDocuments'] {
  const mode = reader.required('TRUSTED_DOCUMENTS');
  if (mode !== 'log' && mode !== 'enforce') return null;
  if (!file) reader.refuse('TRUSTED_DOCUMENTS_FILE', 'must be set beside TRUSTED_DOCUMENTS');
  const manifest = reader.optional('TRUSTED_DOCUMENTS_FILE');
  return manifest === undefined ? null : { mode, manifest };
}

/** By the standard variables of OpenTelemetry; its own packages read the others. */
function tracesUrlOf(reader: SettingReader): string | undefined {
  const whole = reader.optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const base = reader.optional('OTEL_EXPORTER_OTLP_ENDPOINT');
  reader.required('OTEL_EXPORTER_OTLP_PROTOCOL');
  const isOff = reader.required('OTEL_SDK_DISABLED') === 'true' || reader.required('OTEL_TRACES_EXPORTER') === 'none';
  return isOff ? undefined : (whole ?? (base && `${base.replace(/\/$/, '')}/v1/traces`));
}

function rateLimitOf(reader: SettingReader): Settings['rateLimit'] {
  const requests = reader.optional('RATE_LIMIT');
  const windowSeconds = reader.required('RATE_LIMIT_WINDOW_SECONDS');
  return requests === undefined ? undefined : { requests, windowSeconds };
}

/** The effective value of every setting as text, secrets hidden; null when absent. */
export function describeSettings(environment: Environment): Record<SettingName, string | null> {
  const described = Object.entries(SETTINGS).map(([name, setting]: [string, Setting<unknown>]) => {
    const value = environment[name] || setting.default;
    return [name, value === undefined ? null : setting.secret ? '(hidden)' : value.replaceAll('\n', '\\n')];
  });
  return Object.fromEntries(described) as Record<SettingName, string | null>;
}
