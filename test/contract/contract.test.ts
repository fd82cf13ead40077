/** Runs every case of `cases/` against our own gateway, or against CONTRACT_BASE_URL. */

import { caseFiles, readCases } from './cases';
import { runContractCase, whyNotApplicable } from './runner';
import { planTarget } from './target';

const plan = planTarget(process.env);
const cases = readCases();
let target: Awaited<ReturnType<typeof plan.open>> | undefined;

beforeAll(async () => {
  target = await plan.open();
}, 120_000);

afterAll(async () => {
  await target?.close();
});

describe.each(caseFiles())('contract %s', (file) => {
  for (const contractCase of cases.filter((each) => each.file === file)) {
    const title = `${contractCase.id}: ${contractCase.title}`;
    const reason = whyNotApplicable(contractCase, plan);
    if (reason !== undefined) {
      it.skip(`${title} (not applicable: ${reason})`, () => undefined);
      continue;
    }
    it(title, async () => {
      if (target === undefined) throw new Error('there is no target');
      expect(await runContractCase(contractCase, target)).toEqual({ id: contractCase.id, outcome: 'passed' });
    });
  }
});
