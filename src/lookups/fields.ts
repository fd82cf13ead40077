import { ServiceError } from '../errors';
import { isLocalDate, type LocalDate } from '../model/local-date';
import { textProblem } from '../model/text';

/** A blank is U+0020 and nothing else: all that SQL's TRIM removes (decision 8). */
const isBlank = (text: string): boolean => /^ *$/.test(text);

/**
 * Reads the fields of a request one by one, each checked in type and form before any SQL (decision 23).
 * Null counts as absent everywhere (decision 8). Every refusal is `invalid_request`, names the field and never echoes its value.
 */
export class Fields {
  /** @param path of the object that holds the fields, ending in a dot; empty for the request itself */
  constructor(
    private readonly values: Readonly<Record<string, unknown>>,
    private readonly path = '',
  ) {}

  /** An identification or a group: blank counts as absent (decision 8). */
  identification(name: string): string | undefined {
    const text = this.#string(name);
    return text === undefined || isBlank(text) ? undefined : text;
  }

  /** Any other text: taking a blank for absent would silently widen the search (decision 8). */
  text(name: string): string | undefined {
    const text = this.#string(name);
    if (text !== undefined && isBlank(text)) this.#refuse(name, 'must not be blank');
    return text;
  }

  date(name: string): LocalDate | undefined {
    const text = this.#string(name);
    if (text !== undefined && !isLocalDate(text)) this.#refuse(name, 'must be a day of the calendar as YYYY-MM-DD');
    return text;
  }

  flag(name: string): boolean | undefined {
    const value = this.#present(name);
    if (value !== undefined && typeof value !== 'boolean') this.#refuse(name, 'must be true or false');
    return value;
  }

  number(name: string): number | undefined {
    const value = this.#present(name);
    if (value !== undefined && !(typeof value === 'number' && Number.isFinite(value))) {
      this.#refuse(name, 'must be a number');
    }
    return value;
  }

  /** An object that may hold the `known` fields and no other. */
  object(name: string, known: readonly string[]): Fields | undefined {
    const value = this.#present(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) this.#refuse(name, 'must be an object');
    const fields = value as Record<string, unknown>;
    if (Object.keys(fields).some((key) => !known.includes(key))) {
      this.#refuse(name, `must hold nothing but ${known.join(', ')}`);
    }
    return new Fields(fields, `${this.path}${name}.`);
  }

  #present(name: string): NonNullable<unknown> | undefined {
    return Object.hasOwn(this.values, name) ? (this.values[name] ?? undefined) : undefined;
  }

  #string(name: string): string | undefined {
    const value = this.#present(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') this.#refuse(name, 'must be a string');
    const problem = textProblem(value);
    if (problem !== undefined) this.#refuse(name, problem);
    return value;
  }

  #refuse(name: string, problem: string): never {
    throw new ServiceError('invalidRequest', { message: `\`${this.path}${name}\` ${problem}.` });
  }
}
