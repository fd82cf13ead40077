import { type Case, CASES, caseTitle } from './cases';
import type { CaseFigure, Figures } from './measure';
import { TITLES } from './servers';

const WIDTH = 760;
const AREA = { left: 232, right: 690, top: 62 };
const BAR = 15;
const STEP = 20;
const GAP = 30;

/**
 * Colours for light and dark screens, by a media query. No CSS variables, because some SVG viewers do not support them.
 */
const inColours = (ground: string, text: string, title: string, floor: string, own: string, peer: string) => `
  .ground { fill: ${ground}; } .floor { stroke: ${floor}; } text { fill: ${text}; } .title, .case { fill: ${title}; }
  .own { fill: ${own}; } .peer { fill: ${peer}; }`;
const STYLE = `
  text { font: 13px system-ui, sans-serif; } .title { font-size: 16px; } .title, .case { font-weight: 600; }
  .floor { stroke-dasharray: 4 4; }
  ${inColours('#ffffff', '#3b4252', '#1f2430', '#8892a6', '#0b6e99', '#d9a066')}
  @media (prefers-color-scheme: dark) {
  ${inColours('#171a21', '#c3cad9', '#eef1f7', '#6d778c', '#5cc3ea', '#a8743c')}
  }`;

/** An SVG of the CPU time as a ratio to the floor: a bar for each server and case, and a line for the floor at 1. */
export function plot({ cases, bytes }: Figures): string {
  const shown = CASES.filter((one) => bytes.has(one)).map((one) => ({
    one,
    figures: cases.filter(({ one: own, server }) => own === one && server !== 'floor'),
  }));
  const most = Math.max(1, ...shown.flatMap(({ figures }) => figures.map(({ ratio }) => ratio)));
  const across = (ratio: number) => AREA.left + (ratio / most) * (AREA.right - AREA.left);
  let y = AREA.top;
  const groups = shown.map(({ one, figures }) => {
    const top = y;
    y += GAP + figures.length * STEP;
    return group(one, figures, top, across);
  });
  const floor = Math.round(across(1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 30}" role="img" aria-label="CPU time of a request as a ratio to a bare server, case by case">
  <style>${STYLE}
  </style>
  <rect class="ground" width="${WIDTH}" height="${y + 30}" rx="8"/>
  <text class="title" x="24" y="34">CPU time of a request, as a ratio to a bare server</text>
${groups.join('\n')}
  <line class="floor" x1="${floor}" y1="${AREA.top - 4}" x2="${floor}" y2="${y - 8}"/>
  <text x="${floor}" y="${y + 10}" text-anchor="middle">1 = node:http + mysql2</text>
</svg>
`;
}

function group(one: Case, figures: readonly CaseFigure[], top: number, across: (ratio: number) => number): string {
  const bars = figures.map(({ server, ratio }, nth) => {
    const y = top + GAP - 8 + nth * STEP;
    const right = Math.round(across(ratio));
    return (
      `  <text x="${AREA.left - 10}" y="${y + 12}" text-anchor="end">${TITLES[server]}</text>` +
      `<rect class="${server === 'leasegate' ? 'own' : 'peer'}" x="${AREA.left}" y="${y}" width="${right - AREA.left}" height="${BAR}" rx="2"/>` +
      `<text x="${right + 6}" y="${y + 12}">${ratio.toFixed(1)}</text>`
    );
  });
  return [`  <text class="case" x="24" y="${top + 12}">${caseTitle(one)}</text>`, ...bars].join('\n');
}
