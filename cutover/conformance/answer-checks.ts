/** What every successful answer, and every sequence of pages, must satisfy, whatever was asked. */

import { fieldOf, isObject, type Json, type JsonObject, recordsIn, succeeded } from '../contract/answers';
import type { Ending, Lookup } from '../contract/lookups';
import { describe } from '../compare/compare-values';
import { type Findings, namesOn, type Reply } from './findings';
import { FIELDS, isOfKind, KINDS, type Table } from './shape';

const MOST_RECORDS = 100;

export const SECTION: Readonly<Record<Lookup, '4.1' | '4.2'>> = { leases: '4.1', tenants: '4.2' };

/** Sections 2, 4.1 and 4.2. */
export function checkSuccess(findings: Findings, reply: Reply): void {
  const { lookup, json } = reply;
  const response = `${SECTION[lookup]}-response`;
  if (json === undefined) return findings.breaks('4.json', reply, 'a JSON body');
  const list = fieldOf(json, lookup);
  if (!Array.isArray(list))
    return findings.breaks(`${response}.${lookup}`, reply, `an array in ${lookup}`, describe(list));
  checkEncoding(findings, reply);
  findings.holds('5.1', `${response}.${lookup}`);
  findings.largestPage = Math.max(findings.largestPage, list.length);
  if (list.length > MOST_RECORDS)
    findings.breaks('8.records', reply, `at most ${MOST_RECORDS} ${lookup}`, `${list.length} ${lookup}`);
  const lastId = fieldOf(json, 'last_id') ?? null;
  // The contract leaves open whether it is always present.
  if (lastId !== null)
    findings.judge(Number.isInteger(lastId), `${response}.last_id`, reply, 'an integer', describe(lastId));
  for (const record of list) checkRecord(findings, reply, lookup === 'leases' ? '2.1' : '2.3', record);
}

function checkEncoding(findings: Findings, reply: Reply): void {
  const { encoding } = reply;
  findings.judge(encoding === undefined, '4.json', reply, 'JSON in UTF-8 without a byte order mark', encoding);
}

const PARTS: Readonly<Record<string, Table>> = { tenants: '2.2', address: '2.4' };

function checkRecord(findings: Findings, reply: Reply, table: Table, record: Json): void {
  if (!isObject(record))
    return findings.breaks(`${table}.identifier`, reply, 'an object for each record', describe(record));
  for (const [field, kind] of Object.entries(FIELDS[table])) {
    if (Object.hasOwn(record, field)) findings.seen.add(`${table}.${field}`);
    const value = record[field] ?? null;
    // A field that is null or missing says nothing.
    if (value === null) continue;
    const expected = `${KINDS[kind][0]} in ${field}`;
    findings.judge(isOfKind(kind, value), `${table}.${field}`, reply, expected, describe(value));
    const part = table === '2.1' ? PARTS[field] : undefined;
    if (part === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value])
      if (isObject(each)) checkRecord(findings, reply, part, each);
  }
}

/** The pages of a lookup. */
export interface Sequence {
  readonly records: readonly JsonObject[];
  readonly identifiers: ReadonlySet<string>;
  readonly pages: readonly Reply[];
  readonly ending: Ending;
  /** Whether the last page was read. */
  readonly isWhole: boolean;
  /** Shows a finding about the sequence: its first page, or the refusal of it. */
  readonly page: Reply;
}

/** Section 8. @param last the answer to the last request */
export function checkPages(findings: Findings, pages: readonly Reply[], ending: Ending, last: Reply): void {
  const isBroken = ending === 'refused' || (ending === 'not found' && last.lookup === 'leases');
  if (pages.length > 0 && isBroken)
    findings.breaks('8.sequence', last, 'the page after last_id, which is sent as a text');
  if (ending === 'repeated') {
    const id = recordsIn(last, last.lookup).length > 0 ? '8.sequence' : '8.end';
    findings.breaks(id, last, 'pages that end with last_id -1', 'last_id of an earlier page again');
  }
  if (ending === 'last_id is -1') findings.holds('8.end');
  if (pages.length < 2) return;
  findings.holds('8.records');
  checkBoundaries(findings, pages);
}

/** `after-id` is exclusive. A server may repeat a record for other reasons, but not always the last one of a page. */
function checkBoundaries(findings: Findings, pages: readonly Reply[]): void {
  const names = pages.map(namesOn);
  if (names.some((page) => new Set(page).size < page.length)) return;
  const boundaries = names.slice(1).filter((page) => page.length > 0);
  const repeated = boundaries.filter((page, index) => page[0] !== undefined && page[0] === names[index]?.at(-1));
  if (boundaries.length < 2 || repeated.length < boundaries.length) return;
  const actual = 'the last record of the page before again';
  findings.breaks('8.sequence', pages.at(-1)!, 'the records after the page before', actual);
}

/** The check that is broken if records are missing from a sequence. @param otherwise if paging is not the cause */
export function idOfLoss({ largestPage }: Findings, { pages, ending }: Sequence, otherwise: string): string {
  const last = pages.at(-1);
  if (last === undefined) return otherwise;
  const { length } = recordsIn(last, last.lookup);
  if (ending === 'last_id is -1' && length > 1 && length === largestPage) return '8.end';
  return pages.length > 1 ? '8.sequence' : otherwise;
}

/** Expects that a sequence has certain records. @param also holds if it does */
export function expectAll(
  findings: Findings,
  sequence: Sequence,
  [names, what]: readonly [Iterable<string>, string],
  id: string,
  ...also: readonly string[]
): void {
  if (!succeeded(sequence.page)) return findings.breaks(id, sequence.page, what);
  const { length } = [...names].filter((name) => !sequence.identifiers.has(name));
  if (length === 0) findings.holds(id, ...also);
  else if (sequence.isWhole)
    findings.breaks(idOfLoss(findings, sequence, id), sequence.page, `all of ${what}`, `${length} are missing`);
}

/** `error.type` and `error.message` are texts (section 7). */
export function checkEnvelope(findings: Findings, reply: Reply): void {
  if (reply.json === undefined) return findings.breaks('4.json', reply, 'a JSON body');
  checkEncoding(findings, reply);
  const error = fieldOf(reply.json, 'error');
  const parts = ['type', 'message'].map((name) => fieldOf(error, name));
  const fits = parts.every((part) => typeof part === 'string');
  const actual = isObject(error)
    ? `type is ${describe(parts[0])}, message is ${describe(parts[1])}`
    : `error is ${describe(error)}`;
  findings.judge(fits, '7', reply, 'an object error with the strings type and message', actual);
}
