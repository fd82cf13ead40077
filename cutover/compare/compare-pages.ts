/** Compares what the pages of a lookup have outside their records. Each side may have other pages. */

import { type Answer, fieldOf, isObject, lastIdIn, type Lookup } from '../contract/answers';
import { hasNext } from '../contract/pages';
import { mediaType, WHOLE } from './compare-answers';
import { type Finding, isUnknown, shownName, stated } from './compare-values';
import { describe, type DifferenceKind } from './differences';
import type { RuleName } from './rules';

type Form = readonly [DifferenceKind, path: string, (page: Answer) => string | undefined, rule?: RuleName];

const lastIdType = ({ json }: Answer): string => typeof fieldOf(json, 'last_id');

/** All pages of a side should have the same ones; undefined on a page that says nothing of it. */
const formsOf = (lookup: Lookup): readonly Form[] => [
  ['media_type', '$', ({ headers }) => mediaType(headers['content-type'])],
  ['missing_value', `$.${lookup}`, ({ json }) => listForm(fieldOf(json, lookup))],
  ['missing_value', '$.*', ({ json }) => fieldNames(json, [lookup, 'last_id'])],
  ['type', '$.last_id', (page) => (hasNext(page) ? lastIdType(page) : undefined), 'numbers-as-text'],
  ['type', '$.last_id', (page) => (lastIdIn(page) === '-1' ? lastIdType(page) : undefined), 'numbers-as-text'],
];

export const comparePages = (old: readonly Answer[], ours: readonly Answer[], lookup: Lookup): Finding[] =>
  formsOf(lookup).flatMap(([kind, path, formOf, rule]) => {
    const formsIn = (pages: readonly Answer[]): string =>
      [...new Set(pages.flatMap((page) => formOf(page) ?? []))].toSorted().join(', ');
    const [left, right] = [formsIn(old), formsIn(ours)];
    const isSilent = left === '' || right === '';
    return isSilent || left === right ? [] : [stated(kind, { ...WHOLE, path }, [left, right], rule)];
  });

const listForm = (list: Answer['json']): string => (Array.isArray(list) ? 'list' : describe(list));

function fieldNames(json: Answer['json'], except: readonly string[]): string {
  const fields = Object.entries(isObject(json) ? json : {});
  const names = fields.filter(([name, value]) => !except.includes(name) && !isUnknown(value));
  return (
    names
      .map(([name]) => shownName(name))
      .toSorted()
      .join(' ') || 'no more fields'
  );
}
