/** The short versions of the cheap and reliable faults, on a private server. `npm run test:faults` runs all of them. */

import { Rig } from './rig/rig';
import { Findings, type Trial } from './trial';
import { TRIALS } from './trials';

/** Other test files run beside this one. */
const SLACK = 3;

let rig: Rig;

beforeAll(async () => {
  rig = await Rig.open(1);
}, 120_000);

afterAll(() => rig?.close());

test.each(TRIALS.filter(({ short }) => short).map((trial): [string, Trial] => [trial.name, trial]))(
  '%s',
  async (_name, trial) => {
    const findings = new Findings(SLACK);
    try {
      await trial.run(rig, findings, { short: true, times: 1, seed: 1 });
    } finally {
      await rig.endTrial();
    }
    expect(findings.failures).toEqual([]);
  },
  120_000,
);
