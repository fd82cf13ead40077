/** The options of `leasegate import`, read from their texts. */

import { type Command, InvalidArgumentError } from 'commander';

import { parseLimit, type RecordLimit } from '../import/limits';
import type { FileOptions } from '../import/source-files';
import type { JsonOption } from '../../src/cli/terminal';

export interface ImportCommandOptions extends JsonOption, FileOptions {
  readonly dryRun?: true;
  readonly prune?: true;
  readonly maxPrune?: RecordLimit;
  readonly maxRefused?: RecordLimit;
  readonly rejects: string;
  readonly lateLines: number;
  readonly lateSeconds: number;
  readonly from?: string;
  /** Seconds. */
  readonly sourceTimeout?: number;
}

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

export const readNames = (text: string): ReadonlySet<string> => new Set(text.split(','));

export const readWord = (word: string, before?: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...(before ?? []), word]);

const FOR_STREAMS = ['lateLines', 'lateSeconds'];
/** A query names and converts its columns itself. */
const FOR_FILES = ['kind', 'delimiter', 'decimal', 'dates', 'null', 'ignoreColumns'];

/** In place of a folder. */
export const STREAM = '-';

/** An option that would do nothing is wrong usage. */
export function refuseOtherOptions(command: Command): void {
  const isStream = command.args[0] === STREAM;
  const isDatabase = command.getOptionValue('from') !== undefined;
  for (const option of command.options) {
    const name = option.attributeName();
    const refuse = (condition: string): void => command.error(`error: ${option.long} ${condition}`);
    if (command.getOptionValueSource(name) !== 'cli' || name === 'rejects') continue;
    if (isStream && !FOR_STREAMS.includes(name)) refuse('cannot be used with -');
    if (!isStream && FOR_STREAMS.includes(name)) refuse('can only be used with -');
    if (isDatabase && FOR_FILES.includes(name)) refuse('cannot be used with --from');
    if (!isDatabase && name === 'sourceTimeout') refuse('can only be used with --from');
  }
}
