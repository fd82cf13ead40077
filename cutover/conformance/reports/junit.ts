/** A JUnit report: a test case for each clause. */

import type { Verdict } from '../verdicts';
import type { Report } from './report';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

export function junitOf(report: Report): string {
  const { clauses, counts } = report;
  const skipped = counts['not testable'] + counts['not applicable'];
  const totals = `tests="${clauses.length}" failures="${counts.broken}" errors="0" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="leasegate conformance" ${totals}>`,
    `  <testsuite name="contract revision ${report.contractRevision}" ${totals}>`,
    ...clauses.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ id, text, outcome, evidence, reason }: Verdict): string {
  const start = `    <testcase classname="contract ${id.split('.')[0]}" name="${escapeMarkup(`${id} ${text}`)}"`;
  if (evidence !== undefined) {
    const { curl, expected, actual } = evidence;
    const message = escapeMarkup(`expected ${expected}; was ${actual}`);
    return `${start}><failure message="${message}">${escapeMarkup(curl)}</failure></testcase>`;
  }
  if (outcome === 'held') return `${start}/>`;
  return `${start}><skipped message="${escapeMarkup(`${outcome}: ${reason ?? ''}`)}"/></testcase>`;
}
