import type { Command } from 'commander';
import type { Kysely } from 'kysely';

import { checkCommand } from '../../src/cli/check';
import { commandProgress, type OnLeases } from '../../src/cli/progress';
import type { Environment } from '../../src/config/settings';
import type { Tables } from '../../src/db/tables';
import { findDrift, findInvalidValues } from '../check/faults';

/** `leasegate check`, which ends with the checks of the stored records. */
export const completeCheckCommand = (environment: Environment): Command =>
  checkCommand(environment, [
    { what: 'repeated data', problems: drift },
    { what: 'stored values', problems: findInvalidValues },
  ]);

function drift(db: Kysely<Tables>): Promise<string[]> {
  const progress = commandProgress();
  const onProgress: OnLeases = (leases, total) => progress.update(leases, total, `${leases} leases compared`);
  return findDrift(db, { onProgress }).finally(() => progress.stop());
}
