/** What a test starts ends with it, the last first. What a file of tests writes ends with the file. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { COMMANDS } from '../../cutover/commands';
import { commandHere } from '../cli/command-here';
import type { Ended } from '../cli/leasegate';

const started: { close(): Promise<void> }[] = [];
let keeps = false;
let seen: string[] = [];

afterEach(async () => {
  for (const each of started.splice(0).toReversed()) await each.close();
  const words = {
    HOST: /127\.0\.0\.1:\d+/g,
    FOLDER: /\/\S*leasegate-cutover-\w+(?:\/\d+)?/g,
    LINE: /(?<=[2-9] requests, first )line \d+/g,
    TIME: /2\d{3}-\d\d-\d\dT[\d:.]+Z|\w{3}, [\w :]+ GMT/g,
  };
  const all = Object.entries(words).reduce((text, [word, form]) => text.replaceAll(form, word), seen.join('\n'));
  const text = [...new Set(all.split('\n'))].join('\n');
  seen = [];
  // Of bytes that are no text of ASCII, the numbers.
  const shown = text.replaceAll(/[^\r\n -~]/g, (character) => `%${character.charCodeAt(0)}`);
  if (text !== '') expect(shown).toMatchSnapshot();
});

/** Keeps what each test of a file sees, each line once: requests to services, counts of proxies, and what commands say. */
export const keepWhatIsSeen = (): unknown => (keeps = true);
export const isKept = (): boolean => keeps;
export const see = (...lines: readonly string[]): unknown => keeps && seen.push(...lines);

/** @param one may have ended already */
export function endsWithTest<Kind extends (typeof started)[number]>(one: Kind): Kind {
  started.push(one);
  return one;
}

/** Runs a command of the kit in the process of the test. */
export async function cutover(...words: readonly string[]): Promise<Ended> {
  const ended = await commandHere(words, {}, '', COMMANDS);
  // Without the fields that no record has, which are many.
  const stdout = ended.stdout.replaceAll(/^not testable +2\..*\n/gm, '');
  see(`${words.join(' ')}: ${ended.status}`, stdout, ended.stderr);
  return ended;
}

/** The paths of a new folder. */
export function newFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-cutover-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name) => join(folder, name);
}
