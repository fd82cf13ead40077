/** Reads documents: their sections, lists, code and links. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

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

/** The links of a document that lead to nothing below a folder. @param path of the document, from the folder */
export function brokenLinks(folder: string, path: string): string[] {
  const links = [
    ...textAt(folder, path)!
      .replace(FENCED, '')
      .matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g),
  ];
  return links.flatMap(([, link = '']) => {
    const [target = '', anchor] = link.split('#');
    const text = target === '' ? textAt(folder, path) : textAt(folder, join(path, '..', target));
    return text === undefined || (anchor !== undefined && !anchors(text).includes(anchor)) ? [link] : [];
  });
}

/** Empty for a folder, undefined for nothing. */
function textAt(folder: string, path: string): string | undefined {
  const found = statSync(join(folder, path), { throwIfNoEntry: false });
  return found?.isFile() ? readFileSync(join(folder, path), 'utf8') : found && '';
}

/** The anchors of its headings, in the form of GitHub. */
const anchors = (markdown: string): string[] =>
  [...markdown.replace(FENCED, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
