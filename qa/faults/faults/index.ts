import type { Trial } from '../trial';
import { AWAY } from './away';
import { CLIENTS } from './clients';
import { CLOCK } from './clock';
import { HOSTS } from './hosts';
import { KEY_SERVER } from './key-server';
import { LIFE } from './life';
import { NETWORK } from './network';
import { SESSIONS } from './sessions';
import { ENVIRONMENT } from './environment';

/** Every fault, in the order of the numbers. */
export const FAULTS: readonly Trial[] = [
  ...AWAY,
  ...SESSIONS,
  ...NETWORK,
  ...HOSTS,
  ...LIFE,
  ...CLIENTS,
  ...ENVIRONMENT,
  ...CLOCK,
  ...KEY_SERVER,
].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
