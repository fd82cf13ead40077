/** Reads settings one by one, and tells all that is wrong at once. */

import { type Setting, type SettingName, SETTINGS } from './setting-table';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every wrong setting, one a line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads settings one by one and keeps every problem until {@link SettingReader.finish}. An empty variable counts as absent. */
export class SettingReader {
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
