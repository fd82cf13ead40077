/** Changes of records, as the lines of a stream describe them. */

import { identifier as identifierType, naming } from '../field-types';
import { KINDS, type RecordKind } from '../kinds';
import { type Entry, readEntry } from '../read-batches';
import { quoted, Refusal } from '../refusals';
import { isObject, type SourceRecord } from '../source-record';

/** A change names one record: `lease`, not `leases`. */
export const nameOf = (kind: RecordKind): string => kind.slice(0, -1);

/** Where a line is in the input. */
export interface Place {
  readonly line: number;
  /** The last position before the line; null if there is none. */
  readonly after: string | null;
  /** How long the input had been awaited by then, in milliseconds. */
  readonly waitedMs: number;
}

interface ChangeOf<K extends RecordKind> {
  readonly kind: K;
  readonly identifier: string;
  /** Its new values; absent if it is deleted. */
  readonly entry?: Entry<K>;
  readonly source: SourceRecord;
  readonly place: Place;
}

export type Change = { readonly [K in RecordKind]: ChangeOf<K> }[RecordKind];

const KEYS = ['kind', 'position', 'record', 'delete', 'skip'];

/**
 * @returns undefined if the line changes nothing, and only has a position
 * @throws {Refusal} that names the field
 */
export function readChange(source: SourceRecord, place: Place): Change | undefined {
  if ('problem' in source) throw new Refusal(source.problem);
  if (!('value' in source) || !isObject(source.value)) throw new Refusal('is not a JSON object');
  const line = source.value;
  const unknown = Object.keys(line).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new Refusal(`has an unknown key ${quoted(unknown)}`);
  if (line.position !== undefined && typeof line.position !== 'string')
    throw new Refusal('`position` must be a string');
  if (line.skip !== undefined) {
    if (typeof line.skip === 'string' && !['kind', 'record', 'delete'].some((key) => key in line)) return undefined;
    throw new Refusal('`skip` must be a string, beside nothing but `position`');
  }
  const kind = KINDS.find((each) => nameOf(each) === line.kind);
  if (kind === undefined) throw new Refusal(`\`kind\` must be one of ${KINDS.map(nameOf).join(', ')}`);
  if ((line.record === undefined) === (line.delete === undefined))
    throw new Refusal('must have either `record` or `delete`');
  if (line.record === undefined)
    return { kind, identifier: naming('`delete`', () => identifierType.read(line.delete)), source, place };
  if (!isObject(line.record)) throw new Refusal('`record` must be an object');
  const { record } = readEntry(kind, { line: source.line, value: line.record, json: '' });
  return { kind, identifier: record.identifier, entry: { record, source }, source, place } as Change;
}

/** The position of a line, even if the line is refused; undefined when it has none. */
export function positionOf(source: SourceRecord): string | undefined {
  const line = 'value' in source ? source.value : 'readable' in source ? source.readable : undefined;
  return isObject(line) && typeof line.position === 'string' ? line.position : undefined;
}

/** The record that is changed. */
export const keyOf = ({ kind, identifier }: Change): string => keyIn(kind, identifier);

const keyIn = (kind: RecordKind, identifier: string): string => `${kind} ${identifier}`;

/** The records that the new values refer to. */
export function referencesOf(change: Change): string[] {
  if (change.entry === undefined || change.kind === 'groups') return [];
  const group = keyIn('groups', change.entry.record.group);
  if (change.kind !== 'leases') return [group];
  const { unit_id: unit, tenants } = change.entry.record;
  return [group, keyIn('units', unit), ...tenants.map((tenant) => keyIn('tenants', tenant))];
}
