/** Runs every case of `cases/` against our own gateway. */

import { caseFiles, readCases } from './cases';
import { problemsOf } from './runner';
import { openTarget } from './target';

const cases = readCases();
let target: Awaited<ReturnType<typeof openTarget>>;

beforeAll(async () => {
  target = await openTarget();
}, 120_000);

afterAll(() => target.close());

describe.each(caseFiles())('contract %s', (file) => {
  const ofFile = cases.filter((each) => each.file === file);
  test.each(ofFile)('$id: $title', async (contractCase) => {
    expect(await problemsOf(contractCase, target)).toEqual([]);
  });
});
