/** The options of `leasegate import`, read from their texts. */

import { InvalidArgumentError } from 'commander';

import type { CellOptions } from '../import/cell-formats';
import type { RecordKind } from '../import/kinds';
import { parseLimit, type RecordLimit } from '../import/limits';
import type { FileOptions } from '../import/source-files';
import type { LateOptions } from './import-stream';
import type { JsonOption } from '../../src/cli/terminal';

export interface ImportCommandOptions extends JsonOption, LateOptions {
  readonly dryRun?: true;
  readonly prune?: true;
  readonly maxPrune?: RecordLimit;
  readonly maxRefused?: RecordLimit;
  readonly rejects: string;
  readonly delimiter?: string;
  readonly decimal?: CellOptions['decimal'];
  readonly dates?: CellOptions['dates'];
  readonly null?: ReadonlySet<string>;
  readonly kind?: RecordKind;
  readonly map?: ReadonlyMap<string, string>;
  readonly ignoreColumns?: ReadonlySet<string> | true;
  readonly from?: string;
  /** Milliseconds. */
  readonly sourceTimeout?: number;
}

export const fileOptions = (options: ImportCommandOptions): FileOptions => ({
  delimiter: options.delimiter,
  decimal: options.decimal,
  dates: options.dates,
  nulls: options.null,
  kind: options.kind,
  map: options.map,
  ignore: options.ignoreColumns,
});

export function readLimit(text: string): RecordLimit {
  const limit = parseLimit(text);
  if (limit === undefined) throw new InvalidArgumentError('It must be a number such as 500, or a share such as 10%.');
  return limit;
}

export function readDelimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text;
  if (/^[\t\x20-\x7e]$/.test(character) && character !== '"') return character;
  throw new InvalidArgumentError('It must be one ASCII character, or tab.');
}

export function readMapping(
  text: string,
  before: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const pairs = text.split(',').map((pair): [string, string] => {
    const [, column, field] = /^(.+)=([^=]+)$/.exec(pair) ?? [];
    if (!column || !field) throw new InvalidArgumentError('It must be like tenant_mail=email_address.');
    return [column, field];
  });
  return new Map([...before, ...pairs]);
}

export const readNames = (text: string): ReadonlySet<string> => new Set(text.split(','));

export const readWord = (word: string, before?: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...(before ?? []), word]);

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  // The longest pause of a timer.
  if (ms > 0 && ms <= 24 * 86_400_000) return ms;
  throw new InvalidArgumentError('It must be like 30s, 5m, 1h or 1d, and at most 24d.');
}

/** A query converts its columns itself. */
const FOR_FILES = ['kind', 'delimiter', 'decimal', 'dates', 'null'] as const;

/** Why these options do not fit each other; undefined if they do. */
export function wrongCombination(options: ImportCommandOptions): string | undefined {
  const { from, sourceTimeout } = options;
  const forFiles = FOR_FILES.filter((name) => options[name] !== undefined).map((name) => `--${name}`);
  if (from !== undefined && forFiles.length > 0) return `--from cannot be used with ${forFiles.join(' and ')}.`;
  if (sourceTimeout !== undefined && from === undefined) return '--source-timeout needs --from.';
  return undefined;
}
