import { fieldsOf, KINDS, type RecordKind } from './kinds';
import { LoadingError, quoted, shownName, withNearest } from './refusals';

export interface NamingOptions {
  /** The field for each column that has another name. */
  readonly map?: ReadonlyMap<string, string>;
  /** Columns that are not imported; `true` for all that are no field. */
  readonly ignore?: ReadonlySet<string> | true;
}

/** Maximum number of ignored names that are reported for each kind. */
const REPORTED = 50;

/** Which field a column or key stands for, by `--map` and `--ignore-columns`. */
export class FieldNames {
  readonly #map: ReadonlyMap<string, string>;
  readonly #ignore: ReadonlySet<string> | true;
  readonly #unused: Set<string>;
  readonly #ignored = new Map<RecordKind, Set<string>>();

  /** @throws {LoadingError} when a column is mapped to something that is no field */
  constructor({ map = new Map(), ignore = new Set() }: NamingOptions = {}) {
    for (const field of map.values()) {
      if (!KINDS.some((kind) => Object.hasOwn(fieldsOf(kind), field)))
        throw new LoadingError(`--map: \`${field}\` is not a field of an import.`);
    }
    this.#map = map;
    this.#ignore = ignore;
    this.#unused = new Set(map.keys());
  }

  /** Whether every column keeps its name. */
  get areUnchanged(): boolean {
    return this.#map.size === 0 && this.#ignore !== true && this.#ignore.size === 0;
  }

  /** @returns undefined for a column that is ignored */
  fieldOf(kind: RecordKind, column: string): string | undefined {
    const mapped = this.#map.get(column);
    // One --map is for all files, so it is left aside where its field does not exist.
    if (mapped !== undefined && Object.hasOwn(fieldsOf(kind), mapped)) {
      this.#unused.delete(column);
      return mapped;
    }
    const ignored = this.#ignore === true ? !Object.hasOwn(fieldsOf(kind), column) : this.#ignore.has(column);
    if (!ignored) return column;
    const names = this.#ignored.get(kind) ?? new Set();
    if (names.size < REPORTED) this.#ignored.set(kind, names.add(column));
    return undefined;
  }

  /** Call it after the first reading. @throws {LoadingError} when a mapped column is in no source */
  assertUsed(): void {
    const [unused] = this.#unused;
    if (unused !== undefined) throw new LoadingError(`--map: there is no column \`${unused}\`.`);
  }

  /** The ignored columns of each kind. */
  ignored(): Partial<Record<RecordKind, string[]>> {
    return Object.fromEntries([...this.#ignored].map(([kind, names]) => [kind, [...names].map(shownName)]));
  }
}

/** The field of each column of a file or query; undefined for one that is ignored. */
export type Columns = readonly (string | undefined)[];

/** @throws {LoadingError} when a column is unknown or there twice, or when a required one is missing */
export function assertColumns(kind: RecordKind, name: string, columns: Columns): void {
  const fields = fieldsOf(kind);
  const accepted = Object.keys(fields);
  const known = columns.filter((column) => column !== undefined);
  const unknown = known.filter((column) => !Object.hasOwn(fields, column));
  const twice = known.filter((column, index) => known.indexOf(column) !== index);
  const missing = accepted.filter((column) => fields[column]?.required && !known.includes(column));
  const problems = [
    ...unknown.map((column) => `an unknown column ${withNearest(column, accepted)}`),
    ...twice.map((column) => `the column ${quoted(column)} twice`),
    ...missing.map((column) => `no column ${quoted(column)}`),
  ];
  const hint = unknown.length > 0 ? ' See --map and --ignore-columns.' : '';
  if (problems.length > 0)
    throw new LoadingError(`${name} has ${problems.join(', ')}. Accepted columns: ${accepted.join(', ')}.${hint}`);
}
