/** What the environment has beyond the values of settings: files with secrets, and names and values that are probably mistakes. */

import { readFileSync } from 'node:fs';

import { editDistance, nearestName } from './nearest-name';
import { type Environment, SettingsError } from './setting-reader';
import { type Setting, type SettingName, SETTINGS } from './setting-table';

const NAMES = Object.keys(SETTINGS) as SettingName[];
const settingOf = (name: SettingName): Setting<unknown> => SETTINGS[name];
const SECRETS = NAMES.filter((name) => settingOf(name).secret);
const IN_FILES = NAMES.filter((name) => settingOf(name).secret ?? settingOf(name).mayBeFile);
const FILES = IN_FILES.map((name) => `${name}_FILE`);

/**
 * The environment with each value that `<name>_FILE` names, without a line break at its end.
 * @param isAgain whether the environment has the values of the files already, which may have changed
 * @throws {SettingsError}
 */
export function withSecretFiles(environment: Environment, isAgain = false): Environment {
  const problems: string[] = [];
  const secrets: Record<string, string> = {};
  for (const name of IN_FILES) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name] && !isAgain) problems.push(`${name}_FILE cannot be set together with ${name}`);
    try {
      secrets[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      problems.push(`${name}_FILE names a file that does not exist or cannot be read`);
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...environment, ...secrets };
}

/** The files that settings name, whose values may change while a gateway runs. */
export const filesOf = (environment: Environment): string[] =>
  [...FILES, 'TRUSTED_DOCUMENTS_FILE'].flatMap((name) => environment[name] || []);

/** Names that begin like this are meant for Leasegate. */
const PREFIXES = /^(AUTH|AUDIT|BUSINESS|DATABASE|GRAPHQL|RATE|REST|SOURCE_DATABASE|STATEMENT|TRUSTED)_/;

/** Kubernetes sets these for a service in the same namespace, whose name may be `database`. */
const OF_SERVICES = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;

/** A shorter name is close to those of other programs: `PATH` and `PGPORT` to `PORT`. */
const MIN_LENGTH = 6;

/** A secret, or the text that it has in base64, as in `echo … | base64`. */
function plainText(secret: string): string {
  const decoded = secret.startsWith('base64:') ? Buffer.from(secret.slice(7), 'base64').toString('latin1') : '';
  return /^[\s!-~]+$/.test(decoded) ? decoded : secret;
}

/** What is probably a mistake, a sentence each, without a value. */
export function suspectSettings(environment: Environment): string[] {
  const problems = Object.keys(environment).flatMap((name) => {
    if ([...NAMES, ...FILES].includes(name) || OF_SERVICES.test(name)) return [];
    const isClose = NAMES.some(
      // An environment may have hundreds of names, and most differ in length alone.
      (own) => own.length >= MIN_LENGTH && Math.abs(own.length - name.length) <= 2 && editDistance(own, name) <= 2,
    );
    if (!isClose && !PREFIXES.test(name)) return [];
    const meant = nearestName(name, NAMES);
    return [`unknown setting ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`];
  });
  // DATABASE_URL in quotation marks is refused when it is read.
  for (const name of SECRETS.filter((secret) => secret !== 'DATABASE_URL')) {
    const value = environment[name] ?? '';
    if (/^(["'`]).*\1$/s.test(value)) problems.push(`${name} is in quotation marks, which are part of the secret`);
    const key = plainText(value);
    if (key !== key.trim() || key.endsWith('\\n'))
      problems.push(`${name} begins or ends with a space or a line break, which is part of the secret`);
    if (value.includes('\uFFFD')) problems.push(`${name} is not text in UTF-8: write bytes as base64:…`);
  }
  for (const name of ['AUTH_JWT_ISSUER', 'AUTH_JWT_AUDIENCE'] as const)
    if (environment.AUTH_JWKS_URL && !environment[name])
      problems.push(`${name} should be set with AUTH_JWKS_URL, whose keys sign tokens for other applications as well`);
  // A claim may contain a dot, and be a URL.
  if (/^([$/]|(realm|resource)_access\.)/.test(environment.AUTH_GROUPS_CLAIM ?? ''))
    problems.push('AUTH_GROUPS_CLAIM looks like a path, and is the name of one claim at the top of a token');
  return problems;
}
