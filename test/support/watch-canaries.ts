/** In every test file, the test during which a canary is found fails. */

import { canariesSeen, endWatch, watchAnswers } from './canary-watch';

function expectNone(): void {
  const seen = canariesSeen();
  if (seen.length > 0) throw new Error(`the canary of a group that nobody may see got out in\n${seen.join('\n\n')}`);
}

watchAnswers();
afterEach(expectNone);
afterAll(() => {
  endWatch();
  expectNone();
});
