/** A report as lines for a terminal and as JUnit XML. */

import type { Group, Report } from './report';

export interface Styles {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export function linesOf(report: Report, { good, bad }: Styles): string[] {
  const { requests, same, ignored, different, notCompared, noise, seconds } = report;
  const different_ = `different     ${different}`;
  return [
    `${requests} requests in ${seconds.toFixed(1)} s`,
    `  same          ${same}`,
    `  ignored       ${ignored}${named(report.ignoredBy)}`,
    `  ${different > 0 ? bad(different_) : good(different_)}`,
    `  not compared  ${notCompared}${named(report.notComparedBecause)}`,
    `The left side was asked twice for ${noise.asked} of them, and differed from itself for ${noise.differed}.`,
    ...section('Differences', report.differences),
    ...section('Ignored', report.ignoredDifferences),
  ];
}

const named = (counts: Readonly<Record<string, number>>): string => {
  const entries = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return entries.length === 0 ? '' : ` (${entries.join(', ')})`;
};

function section(title: string, groups: readonly Group[]): string[] {
  if (groups.length === 0) return [];
  return ['', `${title}:`, ...groups.flatMap((group) => [`  ${headline(group)}`, `    ${exampleOf(group)}`])];
}

function headline({ operation, kind, path, rule, requests, differences }: Group): string {
  const by = rule === undefined ? '' : ` by ${rule}`;
  return `${kind} at ${path} of ${operation}${by}: ${requests} requests, ${differences} times`;
}

function exampleOf({ example: { line, left, right, record } }: Group): string {
  const where = record === undefined ? '' : `, record #${record}`;
  return `line ${line} of the tape${where}: left ${left}, right ${right}`;
}

/** A test case for each group of differences, and one for the replay as a whole. */
export function junitOf(report: Report): string {
  const failed = report.differences.length;
  const nothing = comparedNothing(report);
  const summary = escape(linesOf(report, { good: String, bad: String }).slice(0, 6).join('\n'));
  const totals = `tests="${failed + 1}" failures="${failed + (nothing ? 1 : 0)}" errors="0" time="${report.seconds.toFixed(3)}"`;
  const failure = nothing ? '<failure message="nothing was compared"/>' : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="leasegate replay" ${totals}>`,
    `  <testsuite name="leasegate replay" ${totals}>`,
    `    <testcase classname="replay" name="answers were compared">${failure}<system-out>${summary}</system-out></testcase>`,
    ...report.differences.map(
      (group) =>
        `    <testcase classname="replay" name="${escape(`${group.kind} at ${group.path} of ${group.operation}`)}"><failure message="${escape(headline(group))}">${escape(exampleOf(group))}</failure></testcase>`,
    ),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** A replay that compared nothing proves nothing. */
export function comparedNothing({ same, ignored, different }: Report): boolean {
  return same + ignored + different === 0;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
