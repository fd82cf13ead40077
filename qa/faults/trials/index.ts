import type { Trial } from '../trial';
import { AWAY } from './away';
import { CLOCK } from './clock';
import { FUZZ } from './fuzz';
import { NETWORK } from './network';
import { OVERLOAD } from './overload';
import { SESSIONS } from './sessions';
import { SOAK } from './soak';

/** The trials that count over hours come last. */
export const TRIALS: readonly Trial[] = [...AWAY, ...SESSIONS, ...NETWORK, CLOCK, ...OVERLOAD, SOAK, FUZZ];
