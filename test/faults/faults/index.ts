import type { Trial } from '../trial';
import { AWAY } from './away';
import { CLIENTS } from './clients';
import { CLOCK } from './clock';
import { KEY_SERVER } from './key-server';
import { LIFE } from './life';
import { NETWORK } from './network';
import { REPLICA } from './replica';
import { SESSIONS } from './sessions';
import { ENVIRONMENT } from './environment';

/** Every fault, in the order of the numbers. */
export const FAULTS: readonly Trial[] = [
  ...AWAY,
  ...SESSIONS,
  ...NETWORK,
  ...REPLICA,
  ...LIFE,
  ...CLIENTS,
  ...ENVIRONMENT,
  ...CLOCK,
  ...KEY_SERVER,
].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
