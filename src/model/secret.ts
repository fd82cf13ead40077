/**
 * A value that must not be printed. As text, as JSON and for the inspector it is `[secret]`, so whoever spreads or logs settings
 * reveals nothing.
 */
export class Secret<Value = string> {
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** The value, for whoever connects, signs, verifies or sends with it. */
  reveal(): Value {
    return this.#value;
  }

  /** Takes the value of another secret. Whoever reveals this one at each use uses that value from then on. */
  renew(other: Secret<Value>): void {
    this.#value = other.#value;
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
