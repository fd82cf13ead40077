/** Compares all pages of a lookup, which each side may divide and order in its own way. */

import { type Answer, isObject, lastIdIn, listIn } from '../contract/answers';
import type { Lookup } from '../contract/lookups';
import { hasNext } from '../contract/pages';
import { findDifferences, WHOLE } from './compare-answers';
import { type Finding, stated } from './compare-values';

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
