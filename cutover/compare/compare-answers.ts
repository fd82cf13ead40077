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
import { compareObjects, compareRecords, compareValues, type Finding, finding, stated } from './compare-values';
import { describe, type Difference } from './differences';
import { DEFAULT_RULES, type RuleName } from './rules';

export interface Comparison {
  /** `same`: equal as JSON. `ignored`: equal by the rules. `not_compared`: nothing can be said, for `reason`. */
  readonly outcome: 'same' | 'ignored' | 'different' | 'not_compared';
  readonly reason?: string;
  readonly differences: readonly Difference[];
  /** What the rules ignored, whatever the outcome. */
  readonly ignored: readonly { readonly rule: RuleName; readonly difference?: Difference }[];
  /** Whether one side has records that may be on a later page of the other. */
  readonly mayFollow?: true;
}

export const notCompared = (reason: string): Comparison => ({
  outcome: 'not_compared',
  reason,
  differences: [],
  ignored: [],
});

/** @param ignored what the rules ignored */
export function comparisonOf(differences: readonly Difference[], ignored: Comparison['ignored']): Comparison {
  const outcome = differences.length > 0 ? 'different' : ignored.length > 0 ? 'ignored' : 'same';
  return { outcome, differences, ignored };
}

/** A refused token says nothing about the records. */
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** @param rules those that apply; by default those that follow from the contract */
export function compareAnswers(left: Answer, right: Answer, rules: ReadonlySet<RuleName> = DEFAULT_RULES): Comparison {
  if (UNAVAILABLE.has(left.status)) return notCompared('old_unavailable');
  if (UNAVAILABLE.has(right.status)) return notCompared('new_unavailable');
  if (REFUSED.has(left.status) && REFUSED.has(right.status)) return notCompared('both_refused');
  if (left.status >= 500 && right.status >= 500) return notCompared('both_failed');
  try {
    const { findings, mayFollow } = findDifferences(left, right);
    const isIgnored = ({ rule }: Finding): boolean => rule !== undefined && rules.has(rule);
    const comparison = comparisonOf(
      findings.filter((each) => !isIgnored(each)).map(({ difference }) => difference),
      findings.filter(isIgnored).map(({ rule, difference }) => ({ rule: rule!, difference })),
    );
    if (!mayFollow) return comparison;
    if (comparison.outcome === 'different') return { ...comparison, mayFollow };
    return { ...notCompared('pages_end_differently'), ignored: comparison.ignored, mayFollow };
  } catch (failure) {
    // The stack is full: no answer of the contract is nested so deep.
    if (failure instanceof RangeError) return notCompared('nested_too_deep');
    throw failure;
  }
}

interface Found {
  readonly findings: readonly Finding[];
  readonly mayFollow?: true | undefined;
}

const WHOLE = { path: '$', records: [], order: 'record-order' } as const;
const placeAt = (field: string) => ({ ...WHOLE, path: `$.${field}` });

function findDifferences(left: Answer, right: Answer): Found {
  const types: Finding[] = [];
  if (left.status !== right.status) {
    const shown = [String(left.status), String(right.status)] as const;
    if (!succeeded(left) || !succeeded(right)) return { findings: [stated('status', WHOLE, shown)] };
    types.push(stated('status', WHOLE, shown, 'success-status'));
  }
  const [leftType, rightType] = [left.headers['content-type'], right.headers['content-type']];
  if (leftType !== rightType) {
    const shown = [mediaType(leftType), mediaType(rightType)] as const;
    const rule = shown[0] === shown[1] ? 'media-type-parameters' : undefined;
    types.push(stated('media_type', WHOLE, shown, rule));
  }
  if (left.text === right.text) return { findings: types };
  if (!isObject(left.json) || !isObject(right.json))
    return { findings: [...types, stated('not_json', WHOLE, [bodyForm(left), bodyForm(right)])] };
  if (!succeeded(left)) return { findings: [...types, ...compareObjects(left.json, right.json, WHOLE)] };
  const { findings, mayFollow } = comparePages(left, right, left.json, right.json);
  return { findings: [...types, ...findings], mayFollow };
}

/** Two answers with a page of records each. */
function comparePages(left: Answer, right: Answer, ours: JsonObject, theirs: JsonObject): Found {
  const lists = LOOKUPS.filter((name) => Object.hasOwn(ours, name) || Object.hasOwn(theirs, name));
  const rest = (body: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(body).filter(([name]) => name !== 'last_id' && !lists.some((list) => list === name)),
    );
  const findings = compareObjects(rest(ours), rest(theirs), WHOLE);
  const [leftEnds, rightEnds] = [pagingId(left) === '-1', pagingId(right) === '-1'];
  let isSamePage = true;
  let mayFollow: true | undefined;
  for (const name of lists) {
    const [own, other] = [fieldOf(ours, name), fieldOf(theirs, name)];
    if (!Array.isArray(own) || !Array.isArray(other)) {
      // An empty list is not an absent one here: callers read it without a check (contract 4.1, rule 4).
      if (own !== other) findings.push(finding('missing_value', placeAt(name), own, other));
      continue;
    }
    const { onlyLeft, onlyRight, findings: inBoth } = compareRecords(own, other, placeAt(name));
    findings.push(...inBoth);
    for (const [missing, isCertain] of [
      [onlyLeft, rightEnds],
      [onlyRight, leftEnds],
    ] as const) {
      if (missing.length === 0) continue;
      isSamePage = false;
      if (isCertain) findings.push(...missing);
      else mayFollow = true;
    }
  }
  return { findings: isSamePage ? [...findings, ...compareLastIds(left, right)] : findings, mayFollow };
}

/** Of two pages with the same records. Each `last_id` points at the last of them, so only -1 means something by itself. */
function compareLastIds(left: Answer, right: Answer): Finding[] {
  const [own, other] = [fieldOf(left.json, 'last_id'), fieldOf(right.json, 'last_id')];
  if (own === other) return [];
  const place = placeAt('last_id');
  const [ownId, otherId] = [pagingId(left), pagingId(right)];
  if (ownId === undefined || otherId === undefined) return compareValues(own, other, place);
  if ((ownId === '-1') !== (otherId === '-1'))
    return [stated('more_follows', place, [follows(ownId), follows(otherId)])];
  // The contract leaves open whether it is always present (4.1). Without it no further page can be requested.
  const isAbsent = [own, other].some((value) => (value ?? null) === null);
  if (isAbsent) return [finding('absent_or_null', place, own, other, 'absent-or-null')];
  if (typeof own !== typeof other) return [finding('type', place, own, other, 'numbers-as-text')];
  return [finding('paging_id', place, own, other, 'paging-ids')];
}

const follows = (id: string): string => (id === '-1' ? 'nothing follows' : 'more follows');

/** The paging id of a page, -1 when nothing follows. Undefined when `last_id` is not the number of a record. */
function pagingId(answer: Answer): string | undefined {
  const id = (fieldOf(answer.json, 'last_id') ?? null) === null ? '-1' : lastIdIn(answer);
  return id !== undefined && /^(?:-1|\d{1,20})$/.test(id) ? id : undefined;
}

const bodyForm = ({ json }: Answer): string => (json === undefined ? 'not JSON' : describe(json));

function mediaType(contentType: string | undefined): string {
  const type = contentType?.split(';')[0]!.trim().toLowerCase();
  if (type === undefined) return 'absent';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'not a media type';
}
