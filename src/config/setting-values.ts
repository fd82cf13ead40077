/** Readers from the text of a setting to its value. Each throws an Error that says what the text must be, without repeating it. */

import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import { verifiesTokens } from '../auth/public-keys';
import { isLocalDate } from '../model/local-date';
import { REST_PATHS, type RestOperation } from '../model/operations';
import { Secret } from '../model/secret';

/** Loaded by the settings that need it: it takes a fifth of the time of `leasegate ready`, whose settings do not. */
const crypto = () => process.getBuiltinModule('node:crypto');

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly login: Secret<Login>;
  readonly database: string;
  readonly ssl: 'off' | 'require' | 'verify';
  readonly certificates: Secret<Certificates>;
  /** The files of the certificates. */
  readonly files: readonly string[];
}

interface Login {
  readonly user: string;
  readonly password: string;
}

/** PEM texts. */
interface Certificates {
  /** Of the authorities that `ssl=verify` trusts; absent for those that Node trusts. */
  readonly ca?: string;
  /** What the server may ask of the account. */
  readonly cert?: string;
  readonly key?: string;
}

export function integer(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (!(value >= from && value <= to)) throw new Error(`must be a whole number from ${from} to ${to}`);
    return value;
  };
}

export function oneOf<Choice extends string>(...choices: Choice[]): (text: string) => Choice {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

export const text = (value: string): string => value;

export const secretText = (value: string): Secret => new Secret(value);

/** Values that are separated by commas. */
export function list(value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.includes('')) throw new Error('must be one value, or several that are separated by commas');
  return entries;
}

/** Requests and seconds, such as `100/60`. */
export function rateLimit(value: string): { readonly requests: number; readonly windowSeconds: number } {
  const [, requests = NaN, windowSeconds = NaN] = /^(\d{1,7})\/(\d{1,5})$/.exec(value)?.map(Number) ?? [];
  if (!(requests >= 1 && requests <= 1_000_000 && windowSeconds >= 1 && windowSeconds <= 86_400))
    throw new Error('must look like 100/60: 1 to 1000000 requests in 1 to 86400 seconds');
  return { requests, windowSeconds };
}

/** The date of each REST path, as the instant in milliseconds since 1970 at which it begins in UTC. */
export type PathDates = Partial<Readonly<Record<RestOperation, number>>>;

/** One date for both REST paths, or `PATH=DATE` separated by commas. */
export function pathDates(value: string): PathDates {
  const dates: Partial<Record<RestOperation, number>> = {};
  for (const entry of value.split(',')) {
    const [, path, date = ''] = /^ *(?:([^=]*)=)?(\S*) *$/.exec(entry) ?? [];
    const named = OPERATIONS.filter((operation) => path === undefined || path === REST_PATHS[operation]);
    if (!isLocalDate(date) || named.length === 0 || named.some((operation) => operation in dates))
      throw new Error(
        `must be a date like 2027-01-31, or ${Object.values(REST_PATHS).join(' and ')}, each with = and a date`,
      );
    for (const operation of named) dates[operation] = Date.parse(date);
  }
  return dates;
}

const OPERATIONS = Object.keys(REST_PATHS) as RestOperation[];

export function databaseAddress(value: string): DatabaseAddress {
  const shape =
    'must look like mysql://user:password@host:port/database?ssl=off|require|verify&ca=FILE&cert=FILE&key=FILE';
  const encoded = 'in a user or password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';
  if (/^["']/.test(value)) throw new Error('begins with a quotation mark, which is not part of the URL');
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const database = decoded(url?.pathname.slice(1));
  if (url?.protocol !== 'mysql:' || !url.hostname || url.hash || /[/@]/.test(database ?? ''))
    throw new Error(`${shape}; ${encoded}`);
  if (!database) throw new Error(`names no database: it ${shape}; ${encoded}`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port === '' ? 3306 : Number(url.port),
    login: new Secret({ user: decoded(url.username) ?? '', password: decoded(url.password) ?? '' }),
    database,
    ...encryption(url.searchParams, host),
  };
}

/** The same address for each host; the hosts, each with its port, are separated by commas. */
export function databaseHosts(value: string): readonly [DatabaseAddress, ...DatabaseAddress[]] {
  const [, account = '', hosts = '', rest = ''] = /^(mysql:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(value) ?? [];
  if (!hosts.includes(',')) return [databaseAddress(value)];
  const [first, ...others] = hosts.split(',').map((host) => databaseAddress(`${account}${host}${rest}`));
  const names = [first, ...others].map((address) => `${address?.host}:${address?.port}`);
  if (first === undefined || new Set(names).size < names.length) throw new Error('names a host twice');
  return [first, ...others];
}

const CERTIFICATE_FILES = ['ca', 'cert', 'key'] as const;

/** `ssl=`, `ca=`, `cert=` and `key=`: docs/operate/database.md. */
function encryption(
  parameters: URLSearchParams,
  host: string,
): Pick<DatabaseAddress, 'ssl' | 'certificates' | 'files'> {
  const names = [...parameters.keys()];
  if (names.some((name) => !['ssl', ...CERTIFICATE_FILES].includes(name)) || new Set(names).size < names.length)
    throw new Error('may have only the parameters ssl, ca, cert and key, each once');
  const ssl = parameters.get('ssl') ?? 'off';
  if (ssl !== 'off' && ssl !== 'require' && ssl !== 'verify')
    throw new Error('has an ssl parameter other than off, require or verify');
  const [ca, cert, key] = CERTIFICATE_FILES.map((name) => parameters.get(name) ?? undefined);
  if (ca !== undefined && ssl !== 'verify') throw new Error('has a ca parameter, which needs ssl=verify');
  if ((cert === undefined) !== (key === undefined)) throw new Error('has only one of the parameters cert and key');
  if (cert !== undefined && ssl === 'off') throw new Error('has a cert parameter, which needs ssl=require or verify');
  // For an IP address, mysql2 compares the certificate with `localhost`.
  if (ssl === 'verify' && isIP(host) !== 0)
    throw new Error('has ssl=verify with an IP address: use a host name from its certificate');
  const certificates = {
    ...(ca !== undefined && { ca: certificatesOf('ca', ca) }),
    ...(cert !== undefined && key !== undefined && accountCertificate(cert, key)),
  };
  const files = [ca, cert, key].filter((file) => file !== undefined);
  return { ssl, certificates: new Secret<Certificates>(certificates), files };
}

/** The certificates of a PEM file. An unreadable one is an error, because Node would ignore it silently. */
function certificatesOf(name: 'ca' | 'cert', file: string): string {
  const certificates = textOf(name, file).match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw new Error(`names a ${name} file that does not contain valid PEM certificates`);
  return certificates.join('\n');
}

/** A certificate that does not belong to its key would be refused only when a connection is opened. */
function accountCertificate(certFile: string, keyFile: string): Required<Pick<Certificates, 'cert' | 'key'>> {
  const { X509Certificate, createPrivateKey } = crypto();
  const [cert, key] = [certificatesOf('cert', certFile), textOf('key', keyFile)];
  let belongs: boolean;
  try {
    belongs = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new Error('names a key file that does not contain a PEM private key without a passphrase');
  }
  if (!belongs) throw new Error('names a key file that does not belong to the certificate of the cert file');
  return { cert, key };
}

function textOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`names a ${name} file that does not exist or cannot be read`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    const { X509Certificate } = crypto();
    return new X509Certificate(pem) instanceof X509Certificate;
  } catch {
    return false;
  }
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    throw new Error('has a % that is not followed by two hexadecimal digits');
  }
}

export function secretKey(value: string): Secret<Uint8Array> {
  return new Secret(keyBytes(value));
}

/** One secret, or two on lines of their own while callers change from the old one to the new one. */
export function secretKeys(value: string): Secret<readonly Uint8Array[]> {
  const lines = value.split(/\r?\n/);
  // A line break that is meant as a part of the secret is refused, not dropped.
  if (lines.length > 2 || lines.includes('')) throw new Error('must be one secret, or two on lines of their own');
  return new Secret(lines.map(keyBytes));
}

function keyBytes(value: string): Uint8Array {
  const encoded = value.startsWith('base64:') ? value.slice('base64:'.length) : undefined;
  if (encoded !== undefined && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded))
    throw new Error('is not base64 after `base64:`');
  const key = encoded === undefined ? Buffer.from(value, 'utf8') : Buffer.from(encoded, 'base64');
  if (key.length < 32) throw new Error('must be 32 bytes or more');
  return key;
}

/** One key, or two after each other. */
export function publicKeys(value: string): Secret<readonly KeyObject[]> {
  const problem = 'must be one or two PEM public keys: RSA of 2048 bits or more, EC on P-256, or Ed25519';
  const pems = value.replaceAll('\\n', '\n').match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? [];
  try {
    const keys = pems.map((pem) => crypto().createPublicKey(pem));
    if (keys.length > 0 && keys.length <= 2 && keys.every(verifiesTokens)) return new Secret(keys);
  } catch {
    // It is refused below.
  }
  throw new Error(problem);
}

export function httpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.hash === '';
  if (!isPlain || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Error('must be an https:// or http:// URL without user, password or #');
  return url.href;
}

/** A URL whose path or query may be a key of the sender. */
export const secretUrl = (value: string): Secret => new Secret(httpUrl(value));

export function timeZone(value: string): string {
  // The first use of `Intl` takes a fortieth of the start of the gateway.
  if (value === 'UTC') return value;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    throw new Error('must be an IANA time zone, such as Europe/Berlin');
  }
}

/** Where clients see the gateway: a URL or only its path. `basePath` is the prefix of every public path, empty or as `/api/v1`. */
export function publicUrl(value: string): { readonly publicUrl: string; readonly basePath: string } {
  const [, origin = '', basePath = ''] = /^(https?:\/\/[^/?#@*\\"\s]+)?(?:\/$)?(.*)$/s.exec(value) ?? [];
  const isPath = basePath === '' || /^(\/(?!\.)[A-Za-z0-9._~-]+)+$/.test(basePath);
  if (!isPath || value === '/' || (origin !== '' && !URL.canParse(origin)))
    throw new Error(
      'must be empty, a path such as /api/v1 or a URL such as https://api.example/v1, without a slash at the end',
    );
  return { publicUrl: (origin === '' ? '' : new URL(origin).origin) + basePath, basePath };
}

export function origins(value: string): string[] {
  const list = value.split(',').map((origin) => origin.trim());
  for (const origin of list) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || origin.includes('*'))
      throw new Error('must be origins such as https://app.example, separated by commas, each in full, without *');
  }
  return list;
}
