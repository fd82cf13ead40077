/** What every successful answer must satisfy (contract sections 2, 4.1, 4.2 and 8), whatever was asked. */

import { isObject, type Json, type JsonObject } from './exchange';
import { breaks, holds, judge, type Reply, SECTION, type Session, succeeded } from './session';
import { describeValue, FIELDS, isOfKind, type Kind, type Table } from './shape';

const MOST_RECORDS = 100;
const A: Readonly<Record<Kind, string>> = {
  string: 'a string',
  date: 'a date as YYYY-MM-DD',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  array: 'an array',
  object: 'an object',
};

export function checkSuccess(session: Session, reply: Reply): void {
  if (!succeeded(reply)) return;
  const { lookup, json } = reply;
  const response = `${SECTION[lookup]}-response`;
  if (json === undefined) return breaks(session, ['4.json'], reply, 'a JSON body');
  const list = isObject(json) ? json[lookup] : undefined;
  if (!Array.isArray(list))
    return breaks(session, [`${response}.${lookup}`], reply, `an array in ${lookup}`, describeValue(list));
  holds(session, '4', '4.authorization', '4.json', '5.1', '9', SECTION[lookup], `${response}.${lookup}`);
  session.largestPage = Math.max(session.largestPage, list.length);
  if (list.length > MOST_RECORDS)
    breaks(session, recordLimit(lookup), reply, `at most ${MOST_RECORDS} ${lookup}`, `${list.length} ${lookup}`);
  const lastId = isObject(json) ? json.last_id : undefined;
  // The contract leaves open whether it is always present.
  if (lastId !== undefined && lastId !== null)
    judge(
      session,
      Number.isInteger(lastId),
      [`${response}.last_id`],
      reply,
      'an integer in last_id',
      describeValue(lastId),
    );
  for (const record of list) checkRecord(session, reply, lookup === 'leases' ? '2.1' : '2.3', record);
}

/** The clauses that limit the records of a call. */
export const recordLimit = (lookup: Reply['lookup']): string[] => [
  '1.paging',
  '8.records',
  lookup === 'leases' ? '4.1-R6' : '4.2-R5',
];

const PARTS: Readonly<Record<string, Table>> = { tenants: '2.2', address: '2.4' };

function checkRecord(session: Session, reply: Reply, table: Table, record: Json): void {
  if (!isObject(record)) return breaks(session, [table], reply, 'an object for each record', describeValue(record));
  for (const [field, kind] of Object.entries(FIELDS[table])) checkField(session, reply, { table, field, kind, record });
  if (table !== '2.1') return;
  for (const [field, part] of Object.entries(PARTS)) {
    const value = record[field];
    for (const each of Array.isArray(value) ? value : [value ?? null])
      if (isObject(each)) checkRecord(session, reply, part, each);
  }
}

interface Field {
  readonly table: Table;
  readonly field: string;
  readonly kind: Kind;
  readonly record: JsonObject;
}

/** A field that is null or missing says nothing. */
function checkField(session: Session, reply: Reply, { table, field, kind, record }: Field): void {
  const value = record[field];
  if (value === undefined || value === null) return;
  const clauses = [
    `${table}.${field}`,
    ...(kind === 'date' ? ['4.dates'] : []),
    ...(field === 'active' ? ['3.tenant-active'] : []),
  ];
  judge(session, isOfKind(kind, value), clauses, reply, `${A[kind]} in ${field}`, describeValue(value));
}
