import type { Trial } from '../trial';
import { KILLED } from './killed';
import { OVERLOAD } from './overload';
import { SOAK } from './soak';

/** The trial that counts over hours comes last. */
export const TRIALS: readonly Trial[] = [KILLED, ...OVERLOAD, SOAK];
