/** Compares two JSON values field by field, and describes their differences. */

import { isDeepStrictEqual } from 'node:util';

import { isLocalDate } from '../../src/model/local-date';
import { fieldOf, identifierOf, isObject, type Json, type JsonObject } from '../contract/answers';
import { LOOKUPS } from '../contract/lookups';

/**
 * What may differ between two answers that mean the same; `docs/use/moving.md` says what each rule ignores. These are of one
 * comparison, and follow from the contract.
 */
const OF_CONTRACT = [
  'absent-or-null',
  'tenant-order',
  'record-order',
  'message-wording',
  'media-type-parameters',
  'success-status',
] as const;

/** Those that apply only when they are chosen. */
export const OPTIONAL_RULES = ['blank-or-null', 'numbers-as-text'] as const;

/** Those that need several answers. */
const OF_LOOKUPS = ['not-repeated', 'old-differs-from-itself', 'page-boundaries'] as const;

export const RULES = [...OF_CONTRACT, ...OPTIONAL_RULES, ...OF_LOOKUPS];

export type RuleName = (typeof RULES)[number];

export const DEFAULT_RULES: ReadonlySet<RuleName> = new Set(OF_CONTRACT);

export interface Difference {
  /** What differs, such as `missing_record`, or a form in which alone two values differ, such as `letter_case`. */
  readonly kind: string;
  /** Where it is in the body, such as `$.leases[*].rent`. `$` alone is the answer as a whole. */
  readonly path: string;
  /** What the values are, without the values: type and length, a status, an error type or a media type. */
  readonly old: string;
  readonly new: string;
  /** What names it in the data, for the private file alone: the identifiers of the records around it, the outermost first. */
  readonly detail: { readonly records: readonly string[]; readonly old: unknown; readonly new: unknown };
}

export interface Finding {
  readonly difference: Difference;
  readonly rule?: RuleName | undefined;
}

/** Where a value is: its path, and the identifiers of the records around it, the outermost first. */
interface Place {
  readonly path: string;
  readonly records: readonly string[];
  /** The rule that ignores the order of lists of records there. */
  readonly order: RuleName;
}

/** @param old what the old side has, shown as it is */
export const stated = (
  kind: string,
  { path, records }: Place,
  [old, ours]: readonly [old: string, ours: string],
  rule?: RuleName,
): Finding => ({ difference: { kind, path, old, new: ours, detail: { records, old, new: ours } }, rule });

/** A difference of two values, which are described and not shown. */
function finding(kind: string, place: Place, old: unknown, ours: unknown, rule?: RuleName): Finding {
  const { difference } = stated(kind, place, [describe(old), describe(ours)]);
  return { difference: { ...difference, detail: { records: place.records, old, new: ours } }, rule };
}

/** Whether a value is unknown. Leasegate leaves no field out (decision 15); other servers may. */
function isUnknown(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isUnknown);
}

const isEnd = (lastId: Json | undefined): boolean => isUnknown(lastId) || lastId === -1;

const LISTS = LOOKUPS.map((name) => `$.${name}`);

const isBlank = (value: Json | undefined): boolean => typeof value === 'string' && value.trim() === '';

function compareValues(left: Json | undefined, right: Json | undefined, place: Place): Finding[] {
  if (left === right) return [];
  if (place.path === '$.error.type') return [stated('error_type', place, [typeName(left), typeName(right)])];
  if (place.path === '$.error.message' && typeof left === 'string' && typeof right === 'string')
    return [finding('message', place, left, right, 'message-wording')];
  // An empty list is not an absent one here: callers read it without a check (contract 4.1, rule 4).
  if (LISTS.includes(place.path))
    return Array.isArray(left) && Array.isArray(right)
      ? compareLists(left, right, place)
      : [finding('missing_value', place, left, right)];
  // It may be absent when no page follows (contract 4.1).
  if (place.path === '$.last_id' && [left, right].every(isEnd) && [left, right].some(isUnknown))
    return [finding('absent_or_null', place, left, right, 'absent-or-null')];
  if (isUnknown(left) && isUnknown(right))
    return isDeepStrictEqual(left, right) ? [] : [finding('absent_or_null', place, left, right, 'absent-or-null')];
  if (isUnknown(left) || isUnknown(right)) {
    const rule = isBlank(left) || isBlank(right) ? 'blank-or-null' : undefined;
    return [finding('missing_value', place, left, right, rule)];
  }
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right, place);
  if (isObject(left) && isObject(right)) return compareObjects(left, right, place);
  const rule = isSameNumber(left, right) ? 'numbers-as-text' : undefined;
  return [finding(kindOfValues(left, right), place, left, right, rule)];
}

export function compareObjects(left: JsonObject, right: JsonObject, place: Place): Finding[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) =>
    compareValues(fieldOf(left, name), fieldOf(right, name), { ...place, path: `${place.path}.${shownName(name)}` }),
  );
}

/** Each record is compared with the record of the same identifier, and members that have none in their order. */
function compareLists(left: Json[], right: Json[], place: Place): Finding[] {
  const [lefts, rights] = [byIdentifier(left), byIdentifier(right)];
  const findings: Finding[] = [];
  for (const identifier of new Set([...lefts.keys(), ...rights.keys()])) {
    const records = [...place.records, ...(identifier === undefined ? [] : [identifier])];
    const inner: Place = { path: `${place.path}[*]`, records, order: 'tenant-order' };
    const [own, others] = [lefts.get(identifier), rights.get(identifier)];
    if (others === undefined) findings.push(stated('missing_record', inner, ['present', 'absent']));
    else if (own === undefined) findings.push(stated('missing_record', inner, ['absent', 'present']));
    else {
      if (own.length !== others.length && identifier === undefined)
        findings.push(stated('length', place, [describe(left), describe(right)]));
      else if (own.length !== others.length)
        findings.push(stated('repeated_record', inner, [`${own.length} times`, `${others.length} times`]));
      const common = own.slice(0, others.length);
      for (const [nth, record] of common.entries())
        for (const each of compareValues(record, others[nth], inner)) findings.push(each);
    }
  }
  const order = (own: ReadonlyMap<unknown, unknown>, others: ReadonlyMap<unknown, unknown>) =>
    [...own.keys()].filter((identifier) => others.has(identifier));
  if (!isDeepStrictEqual(order(lefts, rights), order(rights, lefts)))
    findings.push(stated('order', place, [describe(left), describe(right)], place.order));
  return findings;
}

function byIdentifier(members: readonly Json[]): Map<string | undefined, Json[]> {
  const all = new Map<string | undefined, Json[]>();
  for (const member of members) {
    const own = all.get(identifierOf(member));
    if (own === undefined) all.set(identifierOf(member), [member]);
    else own.push(member);
  }
  return all;
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

/** What a value is, without the value. Only booleans are shown as they are. */
export function describe(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : 'number with a fraction';
  if (typeof value !== 'string') return typeof value;
  if (value.trim() === '') return value === '' ? 'empty text' : 'blank text';
  return isLocalDate(value) ? 'date' : `text of ${[...value].length} characters`;
}

/** In which form alone two texts differ. */
const FORMS: readonly (readonly [kind: string, form: (text: string) => string])[] = [
  ['spaces', (text) => text.trim()],
  ['letter_case', (text) => text.toLowerCase()],
  ['unicode_form', (text) => text.normalize('NFC')],
  ['date_form', (text) => /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0] ?? ''],
  ['punctuation', (text) => text.replace(/[\s\p{P}]/gu, '')],
];

function kindOfValues(left: unknown, right: unknown): string {
  if (typeof left === 'number' && typeof right === 'number') return areRounded(left, right) ? 'rounding' : 'value';
  if (typeof left === 'boolean' && typeof right === 'boolean') return 'value';
  if (typeof left !== 'string' || typeof right !== 'string') return 'type';
  return FORMS.find(([, form]) => form(left) !== '' && form(left) === form(right))?.[0] ?? 'value';
}

/** Whether one number is the other one with fewer decimals. */
const areRounded = (left: number, right: number): boolean =>
  Array.from({ length: 12 }, (_, decimals) => decimals).some(
    (decimals) => Number(left.toFixed(decimals)) === right || Number(right.toFixed(decimals)) === left,
  );

const LONGEST = 500;

/** Lines of `--differences`: private, because they name records and their values. @param where the request came from */
export const privateLines = (
  where: object,
  { path, body }: { readonly path: string; readonly body: string },
  differences: readonly Difference[],
): object[] =>
  differences.map(({ kind, path: place, old, new: ours, detail }) => {
    const values = { old: shown(detail.old ?? old), new: shown(detail.new ?? ours) };
    return { ...where, kind, path: place, records: detail.records, ...values, request: { path, body } };
  });

function shown(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) ?? 'absent';
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : value;
  } catch {
    // It is nested too deep.
    return describe(value);
  }
}
