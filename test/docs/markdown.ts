/** Reads documents: their sections, tables, code and links. */

const FENCED = /^```(\w*)\n(.*?)^```$/gms;

/**
 * The text below a heading of level two or deeper, up to the next heading of the same or a higher level. @throws if
 * there is none
 */
export function section(markdown: string, title: string): string {
  const parts = markdown.split(/^(?=#{2,} )/m);
  const start = parts.findIndex((part) => headingOf(part)?.title === title);
  const level = headingOf(parts[start])?.level;
  if (level === undefined) throw new Error(`There is no section “${title}”.`);
  const rest = parts.slice(start + 1);
  const end = rest.findIndex((part) => (headingOf(part)?.level ?? Infinity) <= level);
  return [parts[start], ...(end < 0 ? rest : rest.slice(0, end))].join('');
}

function headingOf(part = ''): { level: number; title: string } | undefined {
  const [, marks, title] = /^(#{2,}) (.*)$/m.exec(part) ?? [];
  return marks === undefined || title === undefined || !part.startsWith(marks)
    ? undefined
    : { level: marks.length, title };
}

/** The cells of every row of the first table, without its header. `\|` is read as `|`. */
export function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^\|[ :|-]+\|$/.test(line));
  if (start < 0) throw new Error('There is no table.');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map(cellsOf);
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The fenced blocks of a language, in order. */
export function codeBlocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(FENCED)].filter(([, name]) => name === language).map(([, , code]) => code ?? '');
}

/** The texts between single backticks. */
export function codeSpans(markdown: string): string[] {
  return [...markdown.replace(FENCED, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');
}

/** The targets of links within the repository: a path, an anchor, or both. */
export function localLinks(markdown: string): { readonly path: string; readonly anchor: string | undefined }[] {
  const targets = [...markdown.replace(FENCED, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { path, anchor };
    });
}

/** The anchors of its headings, in the form of GitHub. */
export function anchors(markdown: string): string[] {
  const titles = [...markdown.replace(FENCED, '').matchAll(/^#+ (.*)$/gm)].map(([, title]) => title ?? '');
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
