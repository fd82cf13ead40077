/** Compares two answers of the REST operations by what they mean under the contract. Nothing here knows how they were obtained. */

import {
  type Answer,
  fieldOf,
  isObject,
  type JsonObject,
  lastIdIn,
  LOOKUPS,
  succeeded,
  UNAVAILABLE,
} from '../contract/answers';
import { compareObjects, compareRecords, compareValues, finding, type Finding } from './compare-values';
import { describe, type Difference } from './differences';
import { DEFAULT_RULES, type RuleName } from './rules';

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

/** A refused token says nothing about the records. */
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

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
  const [leftType, rightType] = [left, right].map(({ headers }) => headers['content-type']);
  if (leftType !== rightType) {
    const shown = [mediaType(leftType), mediaType(rightType)] as const;
    const rule = shown[0] === shown[1] ? 'media-type-parameters' : undefined;
    types.push(finding('media_type', WHOLE, shown, { rule }));
  }
  if (left.text === right.text) return certain(...types);
  if (!isObject(left.json) || !isObject(right.json))
    return certain(...types, finding('not_json', WHOLE, [bodyForm(left), bodyForm(right)]));
  if (!succeeded(left)) return certain(...types, ...compareObjects(left.json, right.json, WHOLE));
  const pages = comparePages(left, right);
  return { ...pages, findings: [...types, ...pages.findings] };
}

/** Two answers with a page of records each. */
function comparePages(left: Answer, right: Answer): Found {
  const lists = LOOKUPS.filter((name) => [left, right].some(({ json }) => fieldOf(json, name) !== undefined));
  const [ours, theirs] = [left, right].map(({ json }) => without(json as JsonObject, ...lists, 'last_id')) as [
    JsonObject,
    JsonObject,
  ];
  const findings = compareObjects(ours, theirs, WHOLE);
  const [leftHasMore, rightHasMore] = [left, right].map((answer) => pagingId(answer) !== '-1');
  let samePage = true;
  let mayFollow = false;
  for (const name of lists) {
    const [own, other] = [fieldOf(left.json, name), fieldOf(right.json, name)];
    const place = { ...WHOLE, path: `$.${name}` };
    if (!Array.isArray(own) || !Array.isArray(other)) {
      // An empty list is not an absent one here: callers read it without a check (contract 4.1, rule 4).
      if (own !== other) findings.push(finding('missing_value', place, [describe(own), describe(other)]));
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
  if (samePage) findings.push(...compareLastIds(left, right));
  return { findings, mayFollow };
}

/** Of two pages with the same records. Each `last_id` points at the last of them, so only -1 means something by itself. */
function compareLastIds(left: Answer, right: Answer): Finding[] {
  const values = [fieldOf(left.json, 'last_id'), fieldOf(right.json, 'last_id')] as const;
  if (values[0] === values[1]) return [];
  const place = { ...WHOLE, path: '$.last_id' };
  const ids = [pagingId(left), pagingId(right)];
  if (ids.includes(undefined)) return compareValues(...values, place);
  const shown = ids.map((id) => (id === '-1' ? 'nothing follows' : 'more follows')) as [string, string];
  if (shown[0] !== shown[1]) return [finding('more_follows', place, shown)];
  const forms = values.map((value) => (value === undefined || value === null ? describe(value) : typeof value));
  // The contract leaves open whether it is always present (4.1). Without it no further page can be requested.
  const isAbsent = values.some((value) => value === undefined || value === null);
  if (isAbsent) return [finding('absent_or_null', place, forms as [string, string], { rule: 'absent-or-null' })];
  if (forms[0] !== forms[1]) return [finding('type', place, forms as [string, string], { rule: 'numbers-as-text' })];
  return [finding('paging_id', place, shown, { rule: 'paging-ids' })];
}

/** The paging id of a page, -1 when nothing follows. Undefined when `last_id` is not the number of a record. */
function pagingId(answer: Answer): string | undefined {
  const isAbsent = (fieldOf(answer.json, 'last_id') ?? null) === null;
  const id = isAbsent ? '-1' : lastIdIn(answer);
  return id !== undefined && /^(?:-1|\d{1,20})$/.test(id) ? id : undefined;
}

const bodyForm = ({ json }: Answer): string => (json === undefined ? 'not JSON' : describe(json));

function mediaType(contentType: string | undefined): string {
  const type = contentType?.split(';')[0]!.trim().toLowerCase();
  if (type === undefined) return 'absent';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'not a media type';
}

const without = (body: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
