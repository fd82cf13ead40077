/** What a test starts ends with it, the last first. What a file of tests writes ends with the file. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const started: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of started.splice(0).toReversed()) await close();
});

/** @param one may have ended already */
export function endsWithTest<Started extends { close(): Promise<void> }>(one: Started): Started {
  started.push(() => one.close());
  return one;
}

/** The paths of a new folder. */
export function newFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-cutover-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name) => join(folder, name);
}
