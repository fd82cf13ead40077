/** Renews the secrets of running settings when the files that hold them change. */

import { unwatchFile, watchFile } from 'node:fs';

import type { Secret } from '../model/secret';
import { filesOf, withSecretFiles } from './environment';
import type { DatabaseAddress } from './setting-values';
import { type Environment, readSettings, type Settings, SettingsError } from './settings';

/** Milliseconds between two looks at a file. Kubernetes replaces the link to it, which no notification of the system tells. */
const LOOK_EVERY = 1_000;

/** @param problems why nothing was renewed, a sentence each without a value; empty if everything was */
type Report = (problems: readonly string[]) => void;

export class SecretFiles {
  readonly #files: ReadonlySet<string>;
  #report: Report = () => undefined;

  constructor(
    private readonly settings: Settings,
    private readonly environment: Environment,
  ) {
    const certificates = settings.databaseHosts.flatMap(({ files }) => files);
    this.#files = new Set([...filesOf(environment), ...certificates]);
  }

  /** Watches the files. @param report called after each change of one of them, and at each {@link renew} */
  watch(report: Report): void {
    this.#report = report;
    for (const file of this.#files) watchFile(file, { interval: LOOK_EVERY, persistent: false }, this.renew);
    // A file may have changed since the start of the program.
    const problems = this.#files.size === 0 ? [] : this.#read();
    if (problems.length > 0) report(problems);
  }

  stop(): void {
    for (const file of this.#files) unwatchFile(file, this.renew);
  }

  /** Reads the files again. The present secrets stay if one of the new ones is not valid. */
  readonly renew = (): void => this.#report(this.#read());

  #read(): readonly string[] {
    try {
      const read = readSettings(withSecretFiles(this.environment, true));
      if (placesOf(this.settings.databaseHosts) !== placesOf(read.databaseHosts))
        throw new SettingsError(['DATABASE_URL_FILE names another host or database, which needs a restart']);
      const renewed = secretsOf(read);
      for (const [nth, secret] of secretsOf(this.settings).entries()) {
        const value = renewed[nth];
        if (value !== undefined) secret?.renew(value);
      }
      return [];
    } catch (error) {
      return error instanceof SettingsError ? error.problems : ['the files cannot be read'];
    }
  }
}

const placesOf = (hosts: readonly DatabaseAddress[]): string =>
  JSON.stringify(hosts.map(({ host, port, database, ssl }) => [host, port, database, ssl]));

/** In an order that is the same for the same names in the environment. */
const secretsOf = ({ databaseHosts, jwt, audit, trustedDocuments }: Settings): (Secret<unknown> | undefined)[] => [
  ...databaseHosts.flatMap(({ login, certificates }) => [login, certificates]),
  jwt.secret,
  jwt.publicKey,
  audit?.key,
  trustedDocuments?.manifest,
];
