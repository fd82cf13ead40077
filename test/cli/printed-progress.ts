/** In place of `src/cli/progress.ts`: prints each report of a command, which otherwise shows those of every ten seconds. */

import type { commandProgress as original } from '../../src/cli/progress';

export const commandProgress: typeof original = () => ({
  update: (...shown) => console.error('progress', ...shown),
  stop: () => console.error('no progress'),
  seconds: () => 2,
});
