import type { Asker } from '../oracle/generate/callers';
import { canary } from '../oracle/generate/texts';
import type { World } from '../oracle/world';

/** The marks of the groups that a caller may not see. */
export const hiddenMarks = ({ groups }: World, { sight }: Asker): readonly string[] =>
  sight === 'all' ? [] : groups.filter(({ identifier }) => !sight.includes(identifier)).map(({ id }) => canary(id));
