/** The one place that reads the environment. All problems are reported at once, before anything starts. */

import { type Environment, SettingReader, type ValueOf } from './setting-reader';
import { type Setting, type SettingName, SETTINGS } from './setting-table';
import { Secret } from '../model/secret';
import type { DatabaseAddress } from './setting-values';

export { type Environment, SettingsError } from './setting-reader';

/** What {@link readSettings} reads. */
export type Settings = ReturnType<typeof readSettings>;

/** The first host of the database, which most commands need. @throws {SettingsError} */
export const readDatabaseAddress = (environment: Environment): DatabaseAddress =>
  readSetting(environment, 'DATABASE_URL')[0];

/** One setting, for a command that does not need all. @throws {SettingsError} when it is invalid, or has no value */
export function readSetting<Name extends SettingName>(environment: Environment, name: Name): ValueOf<Name> {
  const reader = new SettingReader(environment);
  const value = reader.required(name);
  reader.finish();
  return value;
}

/** All settings, for `serve`. @throws {SettingsError} */
export function readSettings(environment: Environment) {
  const reader = new SettingReader(environment);
  const settings = {
    /** In the order in which they are preferred. */
    databaseHosts: reader.required('DATABASE_URL'),
    databaseMaxLagMs: 1000 * reader.required('DATABASE_MAX_LAG_SECONDS'),
    databasePoolSize: reader.required('DATABASE_POOL_SIZE'),
    databaseConnectTimeoutMs: reader.required('DATABASE_CONNECT_TIMEOUT_MS'),
    databaseConnectionMaxAgeMs: 1000 * reader.required('DATABASE_CONNECTION_MAX_AGE_SECONDS'),
    statementTimeoutMs: reader.required('STATEMENT_TIMEOUT_MS'),
    host: reader.required('HOST'),
    port: reader.required('PORT'),
    adminHost: reader.required('ADMIN_HOST'),
    adminPort: reader.required('ADMIN_PORT'),
    ...reader.required('PUBLIC_URL'),
    maxRequestsInFlight: reader.required('MAX_REQUESTS_IN_FLIGHT'),
    maxConnections: reader.required('MAX_CONNECTIONS'),
    maxEventLoopDelayMs: reader.required('MAX_EVENT_LOOP_DELAY_MS'),
    shutdownDelayMs: 1000 * reader.required('SHUTDOWN_DELAY_SECONDS'),
    /** For each caller. */
    rateLimit: reader.optional('RATE_LIMIT'),
    jwt: readJwt(reader, environment),
    authRememberMs: 1000 * reader.required('AUTH_REMEMBER_SECONDS'),
    businessTimeZone: reader.required('BUSINESS_TIME_ZONE'),
    introspection: reader.required('INTROSPECTION'),
    graphqlCompile: reader.required('GRAPHQL_COMPILE'),
    explorer: reader.required('EXPLORER'),
    mcp: reader.required('MCP'),
    /** Limits of one operation, with its fragments expanded. */
    graphqlLimits: {
      tokens: reader.required('GRAPHQL_MAX_TOKENS'),
      cost: reader.required('GRAPHQL_MAX_COST'),
    },
    trustedDocuments: readTrustedDocuments(reader, environment),
    corsOrigins: reader.optional('CORS_ORIGINS') ?? [],
    rest: readRest(reader, environment),
    logLevel: reader.required('LOG_LEVEL'),
    accessLog: reader.required('ACCESS_LOG'),
    tracesUrl: tracesUrlOf(reader, environment),
    audit: readAudit(reader, environment),
  };
  if (usesOnePort(settings))
    reader.reject('ADMIN_PORT', 'must differ from PORT, because both listeners have the same address');
  reader.finish();
  return Object.freeze(settings);
}

/** How JSON Web Tokens are verified. @throws {SettingsError} */
export function readJwtSettings(environment: Environment) {
  const reader = new SettingReader(environment);
  const settings = readJwt(reader, environment);
  reader.finish();
  return settings;
}

function readJwt(reader: SettingReader, environment: Environment) {
  const { AUTH_JWT_SECRET: secret, AUTH_JWT_PUBLIC_KEY: publicKey, AUTH_JWKS_URL: keySet } = environment;
  if (!secret && !publicKey && !keySet)
    reader.reject(
      'AUTH_JWT_SECRET',
      'or AUTH_JWT_PUBLIC_KEY or AUTH_JWKS_URL must be set, otherwise no token can be verified',
    );
  if (publicKey && keySet)
    reader.reject(
      'AUTH_JWKS_URL',
      'cannot be set together with AUTH_JWT_PUBLIC_KEY: a token would have a choice of keys',
    );
  const issuer = reader.optional('AUTH_JWT_ISSUER');
  const audience = reader.optional('AUTH_JWT_AUDIENCE');
  // An issuer may be any text.
  const authorizationServer = /^https?:/.test(issuer ?? '') && URL.canParse(issuer ?? '') ? issuer : undefined;
  const resource = readMcpResource(reader, audience, authorizationServer);
  return {
    secret: reader.optional('AUTH_JWT_SECRET'),
    publicKey: reader.optional('AUTH_JWT_PUBLIC_KEY'),
    keySetUrl: reader.optional('AUTH_JWKS_URL'),
    issuer,
    audience: audience && resource ? [...audience, resource] : audience,
    authorizationServer,
    resource,
    groupsClaim: reader.required('AUTH_GROUPS_CLAIM'),
  };
}

/** The URL of `/mcp`, for which its clients ask the authorization server for a token. Absent if they cannot know it. */
function readMcpResource(reader: SettingReader, audience: unknown, authorizationServer: unknown): string | undefined {
  if (reader.required('MCP') !== 'on') return undefined;
  if (audience === undefined)
    reader.reject('AUTH_JWT_AUDIENCE', 'must be set with MCP, which accepts only tokens that are issued for it');
  const { publicUrl = '' } = { ...reader.required('PUBLIC_URL') };
  if (URL.canParse(publicUrl)) return `${publicUrl}/mcp`;
  if (authorizationServer !== undefined)
    reader.reject('PUBLIC_URL', 'must be a URL with MCP and AUTH_JWT_ISSUER, whose tokens are issued for that URL');
  return undefined;
}

/** 0 is any free port. */
function usesOnePort({ host, port, adminHost, adminPort }: Settings): boolean {
  const overlap = host === adminHost || [host, adminHost].some((one) => one === '0.0.0.0' || one === '::');
  return overlap && port === adminPort && port > 0;
}

/** For the time in which callers leave REST (docs/use/rest.md#retiring-rest). */
function readRest(reader: SettingReader, { REST_DEPRECATION_LINK }: Environment) {
  const deprecation = reader.optional('REST_DEPRECATION') ?? {};
  const sunset = reader.optional('REST_SUNSET') ?? {};
  // RFC 8594, section 5: a resource is deprecated before it is gone.
  if (Object.entries(sunset).some(([path, date]) => date < (deprecation[path as keyof typeof deprecation] ?? date)))
    reader.reject('REST_SUNSET', 'must not be before REST_DEPRECATION');
  if (REST_DEPRECATION_LINK && Object.keys({ ...deprecation, ...sunset }).length === 0)
    reader.reject('REST_DEPRECATION_LINK', 'needs REST_DEPRECATION or REST_SUNSET');
  return {
    unknownFields: reader.required('REST_UNKNOWN_FIELDS'),
    contentType: reader.required('REST_CONTENT_TYPE'),
    explain: reader.required('REST_EXPLAIN'),
    deprecation,
    sunset,
    link: reader.optional('REST_DEPRECATION_LINK'),
  };
}

/** Null without an audit trail. */
function readAudit(reader: SettingReader, { AUDIT_KEY }: Environment) {
  const destination = reader.required('AUDIT_LOG');
  const key = reader.optional('AUDIT_KEY');
  if (destination === 'off') return null;
  if (!AUDIT_KEY)
    reader.reject(
      'AUDIT_KEY',
      'must be set with AUDIT_LOG, otherwise the hash of a caller would change with each start',
    );
  // Without a file, standard output.
  return key === undefined ? null : { file: destination === 'stdout' ? null : destination, key };
}

/** Null without a list. Reads the file only if it is used. */
function readTrustedDocuments(reader: SettingReader, { TRUSTED_DOCUMENTS_FILE: file }: Environment) {
  const mode = reader.required('TRUSTED_DOCUMENTS');
  if (mode !== 'log' && mode !== 'enforce') return null;
  if (!file) reader.reject('TRUSTED_DOCUMENTS_FILE', 'must be set with TRUSTED_DOCUMENTS');
  const manifest = reader.optional('TRUSTED_DOCUMENTS_FILE');
  return manifest === undefined ? null : { mode, manifest };
}

/**
 * Where traces are sent, from the standard variables of OpenTelemetry. A variable that would ask for something else is refused. The
 * packages read the rest themselves.
 */
function tracesUrlOf(reader: SettingReader, environment: Environment): Secret | undefined {
  const base = reader.optional('OTEL_EXPORTER_OTLP_ENDPOINT');
  const { OTEL_TRACES_EXPORTER: exporter = '', OTEL_EXPORTER_OTLP_PROTOCOL: protocol = '' } = environment;
  if (reader.required('OTEL_SDK_DISABLED') === 'true' || /^none$/i.test(exporter)) return undefined;
  if (!/^(otlp)?$/i.test(exporter)) reader.reject('OTEL_TRACES_EXPORTER', 'must be otlp or none');
  if (!/^(http\/protobuf)?$/i.test(protocol)) reader.reject('OTEL_EXPORTER_OTLP_PROTOCOL', 'must be http/protobuf');
  if (environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    reader.reject(
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'is not read: set OTEL_EXPORTER_OTLP_ENDPOINT, without /v1/traces',
    );
  return base && new Secret(`${base.reveal().replace(/\/$/, '')}/v1/traces`);
}

/** What sd_notify(3) needs. */
export interface SystemdNotification {
  /** For `systemd-notify`, which reads the address of the socket itself. */
  readonly environment: { readonly NOTIFY_SOCKET: string; readonly PATH?: string };
  /** Absent without a watchdog. */
  readonly watchdogMs?: number;
}

/** Absent unless systemd started this process, whose ID is `pid`, with `Type=notify`. */
export function readSystemdNotification(environment: Environment, pid: number): SystemdNotification | undefined {
  const { NOTIFY_SOCKET, PATH, WATCHDOG_USEC, WATCHDOG_PID = String(pid) } = environment;
  if (!NOTIFY_SOCKET) return undefined;
  const isWatched = Number(WATCHDOG_USEC) > 0 && WATCHDOG_PID === String(pid);
  return {
    environment: { NOTIFY_SOCKET, PATH },
    watchdogMs: isWatched ? Number(WATCHDOG_USEC) / 1000 : undefined,
  };
}

/** The effective value of every setting as text, with secrets hidden; null when absent. */
export function describeSettings(environment: Environment): Record<SettingName, string | null> {
  const described = Object.entries(SETTINGS).map(([name, setting]: [string, Setting<unknown>]) => {
    const value = environment[name] || setting.default;
    if (value === undefined) return [name, null];
    // A query or a user may contain a secret.
    const shown = value.replace(/(?<=:\/\/)[^/?#]*@/g, '(hidden)@').replace(/(?<=:\/\/.*)[?#].*/s, '?(hidden)');
    const host = shown.replace(/(?<=^https?:\/\/[^/?#]*)[/?#].+|^(?!https?:\/\/).*/is, '/(hidden)');
    const isHidden = setting.secret || value.includes('PRIVATE KEY');
    return [name, isHidden ? '(hidden)' : (setting.secretPath ? host : shown).replaceAll('\n', '\\n')];
  });
  return Object.fromEntries(described) as Record<SettingName, string | null>;
}
