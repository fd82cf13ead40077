/** One HTML file that loads nothing. */

import { needsText } from './lines';
import { escapeMarkup as escape } from './markup';
import { OUTCOMES, type Report, summaryOf } from './report';

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid #8886; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
  pre { overflow-x: auto; white-space: pre-wrap; word-break: break-all; background: #8882; padding: 0.6rem; }
  .broken { color: #c00; font-weight: bold; }
  .held { color: #080; }
  @media (prefers-color-scheme: dark) { .broken { color: #f77; } .held { color: #7d7; } }
`;

const table = (headings: readonly string[], rows: readonly string[][]): string =>
  `<table><thead><tr>${headings.map((heading) => `<th>${escape(heading)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('\n')}</tbody></table>`;

export function htmlOf(report: Report): string {
  const { clauses, profile, differences, baseUrl, version } = report;
  const sections = OUTCOMES.map((outcome) => {
    const rows = clauses
      .filter((verdict) => verdict.outcome === outcome)
      .map(({ id, text, evidence, reason }) => [
        `<code id="${escape(id)}">${escape(id)}</code>`,
        escape(text) +
          (evidence
            ? `<br>Expected: ${escape(evidence.expected)}<br>Was: ${escape(evidence.actual)}<pre>${escape(evidence.curl)}</pre>`
            : '') +
          (reason === undefined ? '' : `<br>${escape(needsText({ outcome, reason }))}`),
      ]);
    return rows.length === 0
      ? ''
      : `<h2 class="${outcome}">${escape(outcome)} (${rows.length})</h2>${table(['Clause', 'Meaning'], rows)}`;
  });
  const behaviours = Object.entries(profile).map(([id, { question, answer }]) => [
    `<code>${escape(id)}</code>`,
    escape(question),
    escape(answer),
  ]);
  const compared =
    differences === undefined
      ? ''
      : `<h2>Differences from the other profile (${differences.length})</h2>${table(
          ['Behaviour', 'Question', 'Here', 'There'],
          differences.map(({ id, question, here, there }) =>
            [`<code>${escape(id)}</code>`, question, here, there].map((cell, index) =>
              index === 0 ? cell : escape(cell),
            ),
          ),
        )}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escape(baseUrl)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Conformance of ${escape(baseUrl)}</h1>
<p>${escape(summaryOf(report))} Tested with Leasegate ${escape(version)}.</p>
${sections.join('\n')}
${compared}
<h2>Behaviour profile</h2>
<p>What the contract leaves open, and what this server does.</p>
${table(['Behaviour', 'Question', 'Answer'], behaviours)}
</body>
</html>
`;
}
