/** Reads documents: their sections, lists, code and links. */

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

/** The items of the first list, each parted at its first colon. @throws if there is no list, or an item has no colon */
export function listItems(markdown: string): [lead: string, text: string][] {
  const [list] = /(?:^- .*\n)+/m.exec(markdown) ?? [];
  if (list === undefined) throw new Error('There is no list.');
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, lead, text] = /^- (.*?): (.+)$/.exec(line) ?? [];
      if (lead === undefined || text === undefined) throw new Error(`This item has no colon: ${line}`);
      return [lead, text];
    });
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
