import type { Trial } from '../trial';
import { OVERLOAD } from './overload';
import { SESSIONS } from './sessions';
import { SOAK } from './soak';

/** The trial that counts over hours comes last. */
export const TRIALS: readonly Trial[] = [...SESSIONS, ...OVERLOAD, SOAK];
