/** Compares the lists of the documents with the code. */

import { stripVTControlCharacters } from 'node:util';

import { COMMANDS as CUTOVER } from '../../cutover/commands';
import { COMMANDS as INGEST } from '../../ingest/commands';
import { runCommandLine } from '../../src/cli/program';
import { CATALOGUE, type ErrorReason } from '../../src/errors';
import { type Setting, SETTING_GROUPS } from '../../src/config/setting-table';
import { listItems, section } from './markdown';
import { readText } from './repository';

const COMMANDS = { ...INGEST, ...CUTOVER };

describe('docs/operate/settings.md', () => {
  const page = readText('docs/operate/settings.md');
  const groups: [string, Readonly<Record<string, Setting<unknown>>>][] = Object.entries(SETTING_GROUPS);

  test('has a heading for each group of settings', () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(groups.map(([heading]) => heading));
  });

  test.each(groups)('%s: lists every setting with its default, and says what it means', (heading, group) => {
    const settings = Object.entries(group).map(([name, { default: value }]) =>
      value === undefined ? `\`${name}\`` : `\`${name}\` (${value === '' ? 'empty' : `\`${value}\``})`,
    );
    expect(listItems(section(page, heading)).map(([lead]) => lead)).toEqual(settings);
  });
});

describe('commands', () => {
  const rows = [...readText('docs/operate/commands.md').matchAll(/^- `(.*?)` /gm)].map(([, usage = '']) => usage);

  test('docs/operate/commands.md lists every command', async () => {
    const told = rows.map((usage) => usage.split(' ')[0]);
    expect(told.toSorted()).toEqual((await commandsOf([])).toSorted());
  });

  test.each(rows)('`%s` has these commands below it', async (usage) => {
    const [name = '', below = ''] = usage.split(' ');
    expect(below.includes('|') ? below.split('|') : []).toEqual(await commandsOf([name]));
  });
});

test('docs/use/errors.md lists every error of the catalogue, first those of the contract', () => {
  const ofContract: readonly ErrorReason[] = [
    'missingAuthorization',
    'expiredToken',
    'invalidAuthorization',
    'noTenantInformation',
    'bothGroupIdentifiers',
    'externalRefWithoutGroup',
    'notFound',
  ];
  expect(Object.keys(CATALOGUE).slice(0, ofContract.length)).toEqual(ofContract);
  expect(listItems(section(readText('docs/use/errors.md'), 'Every error')).map(([lead]) => lead)).toEqual(
    Object.values(CATALOGUE).map(({ status, type, code }) => `${status} \`${type}\` \`${code}\``),
  );
});

/** The program's own help for a command. */
async function help(words: readonly string[]): Promise<string> {
  let text = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    await runCommandLine([...words.filter((word) => word !== ''), '--help'], {}, '0', COMMANDS);
  } finally {
    write.mockRestore();
  }
  // A terminal would get colours.
  return stripVTControlCharacters(text);
}

async function commandsOf(words: readonly string[]): Promise<string[]> {
  const [, list = ''] = (await help(words)).split('Commands:\n');
  const [lines = ''] = list.split('\n\n');
  return [...lines.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name ?? '').filter((name) => name !== 'help');
}
