/**
 * A value that must not be printed. As text, as JSON and for the inspector it is `[secret]`, so whoever spreads or logs settings
 * reveals nothing.
 */
export class Secret<Value = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** The value, for whoever connects, signs, verifies or sends with it. */
  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
