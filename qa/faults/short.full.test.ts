/**
 * The short versions of the cheap and reliable faults and targets, on a private server. `npm run test:faults` runs all
 * of them.
 */

import { FAULTS } from './faults';
import { Rig } from './rig/rig';
import { TARGETS } from './targets';
import { Findings, type Trial } from './trial';

/** Other test files run beside this one. */
const SLACK = 3;

const SHORT = [...FAULTS, ...TARGETS].filter(({ short }) => short);

let rig: Rig;

beforeAll(async () => {
  rig = await Rig.open(1);
}, 120_000);

afterAll(() => rig?.close());

test.each(SHORT.map((trial): [string, Trial] => [trial.name, trial]))(
  '%s',
  async (_name, trial) => {
    const findings = new Findings(SLACK);
    try {
      await trial.run(rig, findings, { short: true, seed: 1 });
    } finally {
      await rig.endTrial();
    }
    expect(findings.failures).toEqual([]);
  },
  120_000,
);
