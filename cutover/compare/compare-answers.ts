/** Compares two answers of the REST operations by what they mean under the contract. Nothing here knows how they were obtained. */

import {
  type Answer,
  areOfContract,
  fieldOf,
  isObject,
  lastIdIn,
  listIn,
  NO_ANSWER,
  REFUSED,
  succeeded,
  UNAVAILABLE,
} from '../contract/answers';
import { hasNext, type Lookup } from '../contract/lookups';
import { compareObjects, DEFAULT_RULES, describe, type Difference, type Finding, stated } from './compare-values';
import type { RuleName } from './compare-values';

/** `same`: equal as JSON. `ignored`: equal by the rules. `not_compared`: nothing can be said, for a `reason`. */
export const OUTCOMES = ['same', 'ignored', 'different', 'not_compared'] as const;

export type Outcome = (typeof OUTCOMES)[number];

export interface Comparison {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly differences: readonly Difference[];
  readonly ignored: readonly { readonly rule: RuleName; readonly difference?: Difference }[];
  /** Of a lookup, the most records that a side gave; absent if both refused it. */
  readonly records?: number;
}

export const notCompared = (reason: string): Comparison => ({
  ...comparisonOf([], []),
  outcome: 'not_compared',
  reason,
});

export function comparisonOf(differences: readonly Difference[], ignored: Comparison['ignored']): Comparison {
  const outcome = differences.length > 0 ? 'different' : ignored.length > 0 ? 'ignored' : 'same';
  return { outcome, differences, ignored };
}

/** Of all pages of a lookup, or its only answer. @param rules those that apply; by default those that follow from the contract */
export function compareAnswers(
  left: readonly Answer[],
  right: readonly Answer[],
  lookup: Lookup,
  rules: ReadonlySet<RuleName> = DEFAULT_RULES,
): Comparison {
  const [old, ours] = [left[0]!.status, right[0]!.status];
  if (UNAVAILABLE.has(old)) return notCompared('old_unavailable');
  if (UNAVAILABLE.has(ours)) return notCompared('new_unavailable');
  if (REFUSED.has(old) && REFUSED.has(ours)) return notCompared('both_refused');
  // If one side alone has an answer, its callers notice the difference.
  if (!areOfContract(left, lookup) && !areOfContract(right, lookup)) return notCompared(NO_ANSWER);
  const findings = comparePages(left, right, lookup);
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
  const encodings = [left.encoding ?? 'utf-8', right.encoding ?? 'utf-8'] as const;
  if (encodings[0] !== encodings[1]) findings.push(stated('encoding', WHOLE, encodings, 'media-type-parameters'));
  if (left.text === right.text) return findings;
  if (!isObject(left.json) || !isObject(right.json))
    return [...findings, stated('not_json', WHOLE, [bodyForm(left), bodyForm(right)])];
  return [...findings, ...compareObjects(left.json, right.json, WHOLE)];
}

const bodyForm = ({ json }: Answer): string => (json === undefined ? 'not JSON' : describe(json));

export function mediaType({ headers }: Answer): string {
  const type = headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  if (type === undefined) return 'absent';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'not a media type';
}

/** Each side may divide and order its pages in its own way. */
function comparePages(left: readonly Answer[], right: readonly Answer[], lookup: Lookup): Finding[] {
  const forms = [...left.keys(), -1].flatMap((nth) => {
    const [own, other] = [left.at(nth), right.at(nth)];
    return own && other ? findDifferences(formOf(own, lookup), formOf(other, lookup)) : [];
  });
  // Each page may have the same finding.
  const once = new Map(
    forms.map((each) => [`${each.difference.kind} ${each.difference.path} ${each.rule ?? ''}`, each]),
  );
  const ends = [endOf(left, lookup), endOf(right, lookup)] as const;
  const end = ends[0] === ends[1] ? [] : [stated('more_follows', { ...WHOLE, path: '$.last_id' }, ends)];
  const haveLists = [...left, ...right].every(({ json }) => Array.isArray(fieldOf(json, lookup)));
  const records = haveLists ? findDifferences(recordsOf(left, lookup), recordsOf(right, lookup)) : [];
  return [...records, ...once.values(), ...end];
}

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
