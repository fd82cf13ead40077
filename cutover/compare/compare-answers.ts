/** Compares two answers of the REST operations by what they mean under the contract. Nothing here knows how they were obtained. */

import {
  compareObjects,
  compareRecords,
  compareValues,
  field,
  finding,
  type Finding,
  isObject,
  type JsonObject,
} from './compare-values';
import type { Difference } from './differences';
import { DEFAULT_RULES, type RuleName } from './rules';

export interface Answer {
  readonly status: number;
  /** The `Content-Type` header. */
  readonly contentType: string | undefined;
  readonly body: string;
}

export interface IgnoredDifference {
  readonly rule: RuleName;
  readonly difference: Difference;
}

export interface Comparison {
  /** `same`: equal as JSON. `ignored`: equal by the rules. `not_compared`: nothing can be said, for `reason`. */
  readonly outcome: 'same' | 'ignored' | 'different' | 'not_compared';
  /** Empty unless `different`. */
  readonly differences: readonly Difference[];
  /** What the rules ignored, whatever the outcome. */
  readonly ignored: readonly IgnoredDifference[];
  /** Whether one side has records that may be on a later page of the other. */
  readonly mayFollow: boolean;
  readonly reason?: NotComparedReason;
}

export type NotComparedReason =
  | 'old_unavailable'
  | 'new_unavailable'
  | 'both_refused'
  | 'both_failed'
  | 'pages_end_differently'
  | 'nested_too_deep';

/** With these statuses a server, or a proxy in front of it, asks to come back later. They say nothing about the lookup. */
export const UNAVAILABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A refused token says nothing about the records. */
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

export const succeeded = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** @param rules those that apply; by default those that follow from the contract */
export function compareAnswers(left: Answer, right: Answer, rules: ReadonlySet<RuleName> = DEFAULT_RULES): Comparison {
  const reason = reasonAgainst(left, right);
  if (reason !== undefined) return notCompared(reason);
  let found: Found;
  try {
    found = findDifferences(left, right);
  } catch (failure) {
    // The stack is full: no answer of the contract is nested so deep.
    if (failure instanceof RangeError) return notCompared('nested_too_deep');
    throw failure;
  }
  const { findings, mayFollow } = found;
  const differences: Difference[] = [];
  const ignored: IgnoredDifference[] = [];
  for (const { difference, rule } of findings) {
    if (rule !== undefined && rules.has(rule)) ignored.push({ rule, difference });
    else differences.push(difference);
  }
  const rest = { differences, ignored, mayFollow };
  if (differences.length > 0) return { outcome: 'different', ...rest };
  if (mayFollow) return { outcome: 'not_compared', ...rest, reason: 'pages_end_differently' };
  return { outcome: ignored.length > 0 ? 'ignored' : 'same', ...rest };
}

function reasonAgainst(left: Answer, right: Answer): NotComparedReason | undefined {
  if (UNAVAILABLE.has(left.status)) return 'old_unavailable';
  if (UNAVAILABLE.has(right.status)) return 'new_unavailable';
  if (REFUSED.has(left.status) && REFUSED.has(right.status)) return 'both_refused';
  return left.status >= 500 && right.status >= 500 ? 'both_failed' : undefined;
}

function notCompared(reason: NotComparedReason): Comparison {
  return { outcome: 'not_compared', differences: [], ignored: [], mayFollow: false, reason };
}

interface Found {
  readonly findings: readonly Finding[];
  readonly mayFollow: boolean;
}

const WHOLE = { path: '$', records: [], order: 'record-order' } as const;

function findDifferences(left: Answer, right: Answer): Found {
  const certain = (...findings: readonly Finding[]): Found => ({ findings, mayFollow: false });
  const types: Finding[] = [];
  if (left.status !== right.status) {
    const isHabit = succeeded(left) && succeeded(right);
    const rule = isHabit ? 'success-status' : undefined;
    types.push(finding('status', WHOLE, [String(left.status), String(right.status)], { rule }));
    if (!isHabit) return certain(...types);
  }
  if (left.contentType !== right.contentType) {
    const [own, other] = [mediaType(left), mediaType(right)];
    types.push(
      finding('media_type', WHOLE, [own, other], { rule: own === other ? 'media-type-parameters' : undefined }),
    );
  }
  if (left.body === right.body) return certain(...types);
  const [own, other] = [parsed(left.body), parsed(right.body)];
  if (!isObject(own) || !isObject(other))
    return certain(...types, finding('not_json', WHOLE, [bodyForm(own), bodyForm(other)]));
  if (!succeeded(left)) return certain(...types, ...compareObjects(own, other, WHOLE));
  const pages = comparePages(own, other);
  return { ...pages, findings: [...types, ...pages.findings] };
}

const LISTS = ['leases', 'tenants'];

/** Two bodies with a page of records each. */
function comparePages(left: JsonObject, right: JsonObject): Found {
  const lists = LISTS.filter((name) => Object.hasOwn(left, name) || Object.hasOwn(right, name));
  const findings = compareObjects(without(left, ...lists, 'last_id'), without(right, ...lists, 'last_id'), WHOLE);
  const [leftHasMore, rightHasMore] = [left, right].map((body) => pagingId(field(body, 'last_id')) !== -1);
  let samePage = true;
  let mayFollow = false;
  for (const name of lists) {
    const [own, other] = [field(left, name), field(right, name)];
    const place = { ...WHOLE, path: `$.${name}` };
    if (!Array.isArray(own) || !Array.isArray(other)) {
      // An empty list is not an absent one here: callers read it without a check (contract 4.1, rule 4).
      if (own !== other) findings.push(finding('missing_value', place, [form(own), form(other)]));
      continue;
    }
    const records = compareRecords(own, other, place);
    findings.push(...records.findings);
    for (const [missing, othersHaveMore] of [
      [records.onlyLeft, rightHasMore],
      [records.onlyRight, leftHasMore],
    ] as const) {
      if (missing.length > 0) samePage = false;
      if (!othersHaveMore) findings.push(...missing);
      else if (missing.length > 0) mayFollow = true;
    }
  }
  if (samePage) findings.push(...compareLastIds(field(left, 'last_id'), field(right, 'last_id')));
  return { findings, mayFollow };
}

/** Of two pages with the same records. Each `last_id` points at the last of them, so only -1 means something by itself. */
function compareLastIds(left: unknown, right: unknown): Finding[] {
  if (left === right) return [];
  const place = { ...WHOLE, path: '$.last_id' };
  const [own, other] = [pagingId(left), pagingId(right)];
  if (own === undefined || other === undefined) return compareValues(left, right, place);
  const shown = [own, other].map((id) => (id === -1 ? 'nothing follows' : 'more follows')) as [string, string];
  if (shown[0] !== shown[1]) return [finding('more_follows', place, shown)];
  // The contract leaves open whether it is always present (4.1). Without it no further page can be requested.
  if (typeof left === 'object' || typeof right === 'object' || left === undefined || right === undefined)
    return [finding('absent_or_null', place, [form(left), form(right)], { rule: 'absent-or-null' })];
  if (typeof left !== typeof right)
    return [finding('type', place, [form(left), form(right)], { rule: 'numbers-as-text' })];
  return [finding('paging_id', place, shown, { rule: 'paging-ids' })];
}

/** The paging id of a `last_id`, -1 when nothing follows. Undefined when it is not the number of one. */
function pagingId(lastId: unknown): number | undefined {
  if (lastId === undefined || lastId === null) return -1;
  const text = typeof lastId === 'number' ? String(lastId) : lastId;
  return typeof text === 'string' && /^(?:-1|\d{1,20})$/.test(text) ? Number(text) : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function form(value: unknown): string {
  if (value === undefined) return 'absent';
  return value === null ? 'null' : Array.isArray(value) ? `list of ${value.length}` : typeof value;
}

const bodyForm = (body: unknown): string => (body === undefined ? 'not JSON' : form(body));

function mediaType({ contentType }: Answer): string {
  const type = contentType?.split(';')[0]!.trim().toLowerCase();
  if (type === undefined) return 'absent';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'not a media type';
}

function without(body: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
