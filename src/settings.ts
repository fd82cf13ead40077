/** The one place that reads the environment. Every problem is found and named, all at once, before anything starts. */

import type { KeyObject } from 'node:crypto';

import {
  basePath,
  type DatabaseAddress,
  databaseAddress,
  integer,
  jwtSecret,
  keySetUrl,
  oneOf,
  origins,
  publicKey,
  text,
  timeZone,
  workers,
} from './setting-values';

export interface Settings {
  readonly database: DatabaseAddress;
  readonly databasePoolSize: number;
  readonly databaseConnectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
  readonly adminPort: number;
  /** Processes, 1 or more. */
  readonly workers: number;
  readonly basePath: string;
  readonly maxRequestsInFlight: number;
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
  readonly corsOrigins: readonly string[];
  readonly logLevel: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface Setting<Value> {
  /** As the README's table shows it; absent when there is none. */
  readonly default?: string;
  readonly meaning: string;
  /** Never printed. */
  readonly secret?: true;
  /** @throws {Error} whose message says what the value must be, without echoing it */
  read(text: string): Value;
}

/** Every setting, in the order in which the README and `print-config` show them. */
export const SETTINGS = {
  DATABASE_URL: {
    meaning:
      'the database: `mysql://user:password@host:port/database?ssl=off|require|verify&ca=FILE`; MySQL 8.0 or newer, MariaDB 10.6 or newer',
    secret: true,
    read: databaseAddress,
  },
  DATABASE_POOL_SIZE: { default: '10', meaning: 'connections to the database, at most', read: integer(1, 1000) },
  DATABASE_CONNECT_TIMEOUT_MS: {
    default: '1000',
    meaning: 'milliseconds in which a caller must have a ready connection, waiting for a free one included',
    read: integer(1, 60_000),
  },
  STATEMENT_TIMEOUT_MS: {
    default: '2000',
    meaning: 'milliseconds after which a statement of a lookup is given up',
    read: integer(1, 600_000),
  },
  HOST: { default: '127.0.0.1', meaning: 'address of the public door', read: text },
  PORT: { default: '4000', meaning: 'port of the public door', read: integer(0, 65_535) },
  ADMIN_HOST: { default: '127.0.0.1', meaning: 'address of `/livez` and `/readyz`', read: text },
  ADMIN_PORT: { default: '4001', meaning: 'port of `/livez` and `/readyz`', read: integer(0, 65_535) },
  WORKERS: {
    default: '1',
    meaning: 'processes sharing the ports, each with a pool and limits of its own; `auto` is one per core',
    read: workers,
  },
  BASE_PATH: { default: '', meaning: 'prefix of every public path', read: basePath },
  MAX_REQUESTS_IN_FLIGHT: {
    default: '256',
    meaning: 'requests answered at once; one more is `overloaded`',
    read: integer(1, 100_000),
  },
  AUTH_JWT_SECRET: {
    meaning: 'HS256 key of 32 bytes or more: its UTF-8 bytes, or `base64:…`',
    secret: true,
    read: jwtSecret,
  },
  AUTH_JWT_PUBLIC_KEY: { meaning: 'PEM public key: RS256, ES256 or EdDSA, by the key’s type', read: publicKey },
  AUTH_JWKS_URL: {
    meaning:
      'where the identity provider shows its JSON Web Key Set: RS256, ES256 or EdDSA, by each key’s type; not beside `AUTH_JWT_PUBLIC_KEY`',
    read: keySetUrl,
  },
  AUTH_JWT_ISSUER: { meaning: 'the `iss` that tokens must have', read: text },
  AUTH_JWT_AUDIENCE: { meaning: 'the `aud` that tokens must have', read: text },
  AUTH_GROUPS_CLAIM: {
    default: 'groups',
    meaning: 'the claim that lists the caller’s groups: an array of group identifiers, or `"*"`',
    read: text,
  },
  AUTH_REMEMBER_SECONDS: {
    default: '30',
    meaning: 'seconds for which a good token and what its caller may see are not looked up again; 0 to 30',
    read: integer(0, 30),
  },
  BUSINESS_TIME_ZONE: { default: 'UTC', meaning: 'whose “today” decides which leases are active', read: timeZone },
  INTROSPECTION: {
    default: 'public',
    meaning: 'who may read the GraphQL schema from `/graphql`: `public`, `token` (needs a valid token) or `off`',
    read: oneOf('public', 'token', 'off'),
  },
  GRAPHQL_COMPILE: {
    default: 'on',
    meaning: 'whether a GraphQL operation that comes again is compiled: `on` or `off`; answers are the same',
    read: oneOf('on', 'off'),
  },
  CORS_ORIGINS: { meaning: 'origins whose pages may call, comma-separated', read: origins },
  LOG_LEVEL: {
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** Settings that a later version will read; one that is set would otherwise be ignored in silence. */
const NOT_YET = ['DATABASE_REPLICA_URLS', 'EXPLORER'];

/** Every wrong setting, one a line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads settings one by one and keeps every problem until {@link Reader.finish}. An empty variable counts as absent. */
class Reader {
  readonly #problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  optional<Name extends SettingName>(name: Name): ReturnType<(typeof SETTINGS)[Name]['read']> | undefined {
    const setting: Setting<unknown> = SETTINGS[name];
    const value = this.environment[name] || setting.default;
    if (value === undefined) return undefined;
    try {
      return setting.read(value) as ReturnType<(typeof SETTINGS)[Name]['read']>;
    } catch (error) {
      this.refuse(name, (error as Error).message);
      return undefined;
    }
  }

  required<Name extends SettingName>(name: Name): ReturnType<(typeof SETTINGS)[Name]['read']> {
    const setting: Setting<unknown> = SETTINGS[name];
    if (!this.environment[name] && setting.default === undefined) this.refuse(name, 'is not set');
    return this.optional(name) as ReturnType<(typeof SETTINGS)[Name]['read']>;
  }

  refuse(name: string, problem: string): void {
    this.#problems.push(`${name} ${problem}`);
  }

  finish(): void {
    if (this.#problems.length > 0) throw new SettingsError(this.#problems);
  }
}

/** What every command that opens the database needs. @throws {SettingsError} */
export function readDatabaseAddress(environment: Environment): DatabaseAddress {
  const reader = new Reader(environment);
  const address = reader.required('DATABASE_URL');
  reader.finish();
  return address;
}

/** Where the identity provider's key set is, if anywhere. @throws {SettingsError} */
export function readKeySetUrl(environment: Environment): string | undefined {
  const reader = new Reader(environment);
  const url = reader.optional('AUTH_JWKS_URL');
  reader.finish();
  return url;
}

/** What `serve` needs. @throws {SettingsError} */
export function readSettings(environment: Environment): Settings {
  const reader = new Reader(environment);
  const settings: Settings = {
    database: reader.required('DATABASE_URL'),
    databasePoolSize: reader.required('DATABASE_POOL_SIZE'),
    databaseConnectTimeoutMs: reader.required('DATABASE_CONNECT_TIMEOUT_MS'),
    statementTimeoutMs: reader.required('STATEMENT_TIMEOUT_MS'),
    host: reader.required('HOST'),
    port: reader.required('PORT'),
    adminHost: reader.required('ADMIN_HOST'),
    adminPort: reader.required('ADMIN_PORT'),
    workers: reader.required('WORKERS'),
    basePath: reader.required('BASE_PATH'),
    maxRequestsInFlight: reader.required('MAX_REQUESTS_IN_FLIGHT'),
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
    corsOrigins: reader.optional('CORS_ORIGINS') ?? [],
    logLevel: reader.required('LOG_LEVEL'),
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
  for (const name of NOT_YET) if (environment[name]) reader.refuse(name, 'is not supported by this version');
  reader.finish();
  return Object.freeze(settings);
}

/** The effective value of every setting as text, secrets hidden; null when absent. */
export function describeSettings(environment: Environment): Record<SettingName, string | null> {
  const described = Object.entries(SETTINGS).map(([name, setting]: [string, Setting<unknown>]) => {
    const value = environment[name] || setting.default;
    return [name, value === undefined ? null : setting.secret ? '(hidden)' : value.replaceAll('\n', '\\n')];
  });
  return Object.fromEntries(described) as Record<SettingName, string | null>;
}
