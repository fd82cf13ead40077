/** Compares two JSON values field by field. */

import { isDeepStrictEqual } from 'node:util';

import { fieldOf, identifierOf, isObject, type Json, type JsonObject } from '../contract/answers';
import { describe, type Difference, type DifferenceKind, kindOfValues } from './differences';
import type { RuleName } from './rules';

export interface Finding {
  readonly difference: Difference;
  /** The rule that ignores it, if one does. */
  readonly rule?: RuleName;
}

/** Where a value is: its path, and the identifiers of the records around it, the outermost first. */
interface Place {
  readonly path: string;
  readonly records: readonly string[];
  /** The rule that ignores the order of lists of records there. */
  readonly order: RuleName;
}

/** Differences between two lists of records. */
export interface ListFindings {
  readonly findings: readonly Finding[];
  /** Records of one side that the other does not have in this list. */
  readonly onlyLeft: readonly Finding[];
  readonly onlyRight: readonly Finding[];
}

/** Whether a value is unknown. Leasegate leaves no field out (decision 15); other servers may. */
function isUnknown(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isUnknown);
}

const isBlank = (value: Json | undefined): boolean => typeof value === 'string' && value.trim() === '';

const described = (left: Json | undefined, right: Json | undefined): [string, string] => [
  describe(left),
  describe(right),
];

/** @param shown what both values are, without the values @param values for the private file */
export function finding(
  kind: DifferenceKind,
  { path, records }: Pick<Place, 'path' | 'records'>,
  [left, right]: readonly [string, string],
  {
    rule,
    values = [left, right],
  }: { readonly rule?: RuleName | undefined; readonly values?: readonly [unknown, unknown] } = {},
): Finding {
  const detail = { records, old: values[0], new: values[1] };
  return { difference: { kind, path, old: left, new: right, detail }, ...(rule !== undefined && { rule }) };
}

export function compareValues(left: Json | undefined, right: Json | undefined, place: Place): Finding[] {
  if (left === right) return [];
  if (place.path === '$.error.type') return [finding('error_type', place, [typeName(left), typeName(right)])];
  const shown = described(left, right);
  const values = [left, right] as const;
  if (place.path === '$.error.message' && typeof left === 'string' && typeof right === 'string')
    return [finding('message', place, shown, { rule: 'message-wording', values })];
  if (isUnknown(left) || isUnknown(right)) {
    if (isUnknown(left) && isUnknown(right))
      return isDeepStrictEqual(left, right)
        ? []
        : [finding('absent_or_null', place, shown, { rule: 'absent-or-null', values })];
    const rule = isBlank(left) || isBlank(right) ? 'blank-or-null' : undefined;
    return [finding('missing_value', place, shown, { rule, values })];
  }
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right, place);
  if (isObject(left) && isObject(right)) return compareObjects(left, right, place);
  const rule = isSameNumber(left, right) ? 'numbers-as-text' : undefined;
  return [finding(kindOfValues(left, right), place, shown, { rule, values })];
}

export function compareObjects(left: JsonObject, right: JsonObject, place: Place): Finding[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) =>
    compareValues(fieldOf(left, name), fieldOf(right, name), { ...place, path: `${place.path}.${shownName(name)}` }),
  );
}

function compareLists(left: Json[], right: Json[], place: Place): Finding[] {
  if ([...left, ...right].every((value) => identifierOf(value) !== undefined)) {
    const { findings, onlyLeft, onlyRight } = compareRecords(left, right, place);
    return [...findings, ...onlyLeft, ...onlyRight];
  }
  const lengths = left.length === right.length ? [] : [finding('length', place, described(left, right))];
  const inner = { ...place, path: `${place.path}[*]` };
  const common = left.slice(0, right.length);
  return [...lengths, ...common.flatMap((value, index) => compareValues(value, right[index], inner))];
}

/** Each record is compared with the record of the same identifier. */
export function compareRecords(left: Json[], right: Json[], place: Place): ListFindings {
  const [lefts, rights] = [byIdentifier(left), byIdentifier(right)];
  const inner = (identifier: string): Place => ({
    path: `${place.path}[*]`,
    records: [...place.records, identifier],
    order: 'tenant-order',
  });
  const findings: Finding[] = [];
  const onlyLeft: Finding[] = [];
  for (const [identifier, own] of lefts) {
    const others = rights.get(identifier);
    if (others === undefined) {
      onlyLeft.push(finding('missing_record', inner(identifier), ['present', 'absent']));
      continue;
    }
    if (own.length !== others.length) {
      const times = [own, others].map(({ length }) => `${length} times`) as [string, string];
      findings.push(finding('repeated_record', inner(identifier), times));
    }
    const common = own.slice(0, others.length);
    findings.push(...common.flatMap((record, index) => compareValues(record, others[index], inner(identifier))));
  }
  const onlyRight = [...rights.keys()]
    .filter((identifier) => !lefts.has(identifier))
    .map((identifier) => finding('missing_record', inner(identifier), ['absent', 'present']));
  const order = (own: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>) =>
    [...own.keys()].filter((identifier) => others.has(identifier));
  if (!isDeepStrictEqual(order(lefts, rights), order(rights, lefts)))
    findings.push(finding('order', place, described(left, right), { rule: place.order }));
  return { findings, onlyLeft, onlyRight };
}

function byIdentifier(records: readonly Json[]): Map<string, Json[]> {
  const found = new Map<string, Json[]>();
  for (const record of records) {
    const identifier = identifierOf(record) ?? '';
    const own = found.get(identifier);
    if (own === undefined) found.set(identifier, [record]);
    else own.push(record);
  }
  return found;
}

function isSameNumber(left: Json | undefined, right: Json | undefined): boolean {
  const [text, number] = typeof left === 'string' ? [left, right] : [right, left];
  return typeof text === 'string' && typeof number === 'number' && text.trim() !== '' && Number(text) === number;
}

/** An error type looks like those of contract section 7. Anything else could be a personal value, so it is not shown. */
const typeName = (type: Json | undefined): string =>
  typeof type === 'string' && /^[A-Za-z_]{1,60}$/.test(type) ? type : 'not the name of a type';

/** The name of a field that the contract does not have could itself be a value, such as an e-mail address. */
const shownName = (name: string): string => (/^[A-Za-z_-][\w-]{0,39}$/.test(name) ? name : '?');
