/** Compares two answers of the REST operations by what they mean under the contract. Nothing here knows how they were obtained. */

import { type Answer, fieldOf, isObject, lastIdIn, listIn, succeeded, UNAVAILABLE } from '../contract/answers';
import { type Lookup, LOOKUPS } from '../contract/lookups';
import { hasNext } from '../contract/pages';
import { compareLists, compareObjects, compareValues, type Finding, finding, stated } from './compare-values';
import { describe, type Difference } from './differences';
import { DEFAULT_RULES, type RuleName } from './rules';

export interface Comparison {
  /** `same`: equal as JSON. `ignored`: equal by the rules. `not_compared`: nothing can be said, for `reason`. */
  readonly outcome: 'same' | 'ignored' | 'different' | 'not_compared';
  readonly reason?: string;
  readonly differences: readonly Difference[];
  /** What the rules ignored, whatever the outcome. */
  readonly ignored: readonly { readonly rule: RuleName; readonly difference?: Difference }[];
  /** Of a lookup, the most records that a side gave; absent if both refused it. */
  readonly records?: number;
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
export function compareAnswers(
  left: Answer,
  right: Answer,
  rules: ReadonlySet<RuleName> = DEFAULT_RULES,
  find = (): Finding[] => findDifferences(left, right),
): Comparison {
  if (UNAVAILABLE.has(left.status)) return notCompared('old_unavailable');
  if (UNAVAILABLE.has(right.status)) return notCompared('new_unavailable');
  if (REFUSED.has(left.status) && REFUSED.has(right.status)) return notCompared('both_refused');
  if (left.status >= 500 && right.status >= 500) return notCompared('both_failed');
  const findings = find();
  const isIgnored = ({ rule }: Finding): boolean => rule !== undefined && rules.has(rule);
  return comparisonOf(
    findings.filter((each) => !isIgnored(each)).map(({ difference }) => difference),
    findings.filter(isIgnored).map(({ rule, difference }) => ({ rule: rule!, difference })),
  );
}

const WHOLE = { path: '$', records: [], order: 'record-order' } as const;

function findDifferences(left: Answer, right: Answer): Finding[] {
  const findings: Finding[] = [];
  if (left.status !== right.status) {
    const shown = [String(left.status), String(right.status)] as const;
    if (!succeeded(left) || !succeeded(right)) return [stated('status', WHOLE, shown)];
    findings.push(stated('status', WHOLE, shown, 'success-status'));
  }
  if (left.headers['content-type'] !== right.headers['content-type']) {
    const shown = [mediaType(left), mediaType(right)] as const;
    findings.push(stated('media_type', WHOLE, shown, shown[0] === shown[1] ? 'media-type-parameters' : undefined));
  }
  if (left.text === right.text) return findings;
  if (!isObject(left.json) || !isObject(right.json))
    return [...findings, stated('not_json', WHOLE, [bodyForm(left), bodyForm(right)])];
  if (!succeeded(left)) return [...findings, ...compareObjects(left.json, right.json, WHOLE)];
  const { last_id: _own, ...own } = left.json;
  const { last_id: _other, ...other } = right.json;
  for (const name of LOOKUPS.filter((list) => Object.hasOwn(own, list) || Object.hasOwn(other, list))) {
    const [list, others] = [fieldOf(own, name), fieldOf(other, name)];
    const place = { ...WHOLE, path: `$.${name}` };
    if (Array.isArray(list) && Array.isArray(others))
      for (const each of compareLists(list, others, place)) findings.push(each);
    // An empty list is not an absent one here: callers read it without a check (contract 4.1, rule 4).
    else if (list !== others) findings.push(finding('missing_value', place, list, others));
    delete own[name];
    delete other[name];
  }
  return [...findings, ...compareObjects(own, other, WHOLE), ...compareLastIds(left, right)];
}

/** The contract leaves open whether `last_id` is always present (4.1). Without it no further page can be requested. */
function compareLastIds(left: Answer, right: Answer): Finding[] {
  const place = { ...WHOLE, path: '$.last_id' };
  const [own, other] = [fieldOf(left.json, 'last_id') ?? null, fieldOf(right.json, 'last_id') ?? null];
  const [ends, othersEnd] = [own === null || lastIdIn(left) === '-1', other === null || lastIdIn(right) === '-1'];
  if (!ends || !othersEnd) return compareValues(own, other, place);
  if (own === null || other === null)
    return own === other ? [] : [finding('absent_or_null', place, own, other, 'absent-or-null')];
  return own === other ? [] : [finding('type', place, own, other, 'numbers-as-text')];
}

const bodyForm = ({ json }: Answer): string => (json === undefined ? 'not JSON' : describe(json));

export function mediaType({ headers }: Answer): string {
  const type = headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  if (type === undefined) return 'absent';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'not a media type';
}

/** Compares all pages of a lookup, which each side may divide and order in its own way. */
export function comparePages(left: readonly Answer[], right: readonly Answer[], lookup: Lookup): Finding[] {
  const forms = [...left.keys(), -1].flatMap((nth) => {
    const [own, other] = [left.at(nth), right.at(nth)];
    return own && other ? findDifferences(formOf(own, lookup), formOf(other, lookup)) : [];
  });
  // Each page may have the same one.
  const once = new Map(forms.map((each) => [`${each.difference.kind} ${each.difference.path}`, each]));
  const ends = [endOf(left, lookup), endOf(right, lookup)] as const;
  const end = ends[0] === ends[1] ? [] : [stated('more_follows', { ...WHOLE, path: '$.last_id' }, ends)];
  return [...findDifferences(recordsOf(left, lookup), recordsOf(right, lookup)), ...once.values(), ...end];
}

/** The records of all pages as one answer. */
const recordsOf = (pages: readonly Answer[], lookup: Lookup): Answer => ({
  ...{ status: 200, headers: {}, text: pages.map(({ text }) => text).join('\n') },
  json: { [lookup]: pages.flatMap((page) => listIn(page, lookup)) },
});

/** A page without what belongs to its side alone: its records, and the value of its cursor. */
function formOf(page: Answer, lookup: Lookup): Answer {
  const json = isObject(page.json) ? { ...page.json } : page.json;
  if (isObject(json) && Array.isArray(json[lookup])) json[lookup] = [];
  if (isObject(json) && lastIdIn(page) !== undefined) json.last_id = typeof json.last_id === 'string' ? '-1' : -1;
  return { ...page, json };
}

/** What the last page with records says of further ones. */
function endOf(pages: readonly Answer[], lookup: Lookup): string {
  const last = pages.at(-1)!;
  const isEmpty = pages.length > 1 && listIn(last, lookup).length === 0;
  return isEmpty || hasNext(last) ? 'more follows' : 'nothing follows';
}
