import { type Setting, type SettingName, SETTINGS } from './setting-table';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every invalid setting, one per line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

export type ValueOf<Name extends SettingName> = ReturnType<(typeof SETTINGS)[Name]['read']>;

/** Reads settings one by one and collects their problems until {@link SettingReader.finish}. An empty variable counts as absent. */
export class SettingReader {
  readonly #problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  optional<Name extends SettingName>(name: Name): ValueOf<Name> | undefined {
    const setting: Setting<unknown> = SETTINGS[name];
    const text = this.environment[name] || setting.default;
    const value = setting.secret ? text : text?.trim();
    return value === undefined ? undefined : this.read(name, () => setting.read(value) as ValueOf<Name>);
  }

  /** The value is to be used after {@link SettingReader.finish} only. */
  read<Value>(name: string, read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      this.reject(name, (error as Error).message);
      return undefined as Value;
    }
  }

  required<Name extends SettingName>(name: Name): ValueOf<Name> {
    const setting: Setting<unknown> = SETTINGS[name];
    if (!this.environment[name] && setting.default === undefined) this.reject(name, 'is not set');
    return this.optional(name) as ValueOf<Name>;
  }

  reject(name: string, problem: string): void {
    const line = `${name} ${problem}`;
    // Several parts of the settings may read the same variable.
    if (!this.#problems.includes(line)) this.#problems.push(line);
  }

  finish(): void {
    if (this.#problems.length > 0) throw new SettingsError(this.#problems);
  }
}
