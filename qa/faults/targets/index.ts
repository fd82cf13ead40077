/** The promises that are counted: each at full size and at a short one. */

import { freezeDatabase, killDatabase } from '../faults/away';
import { slowCrowd } from '../faults/clients';
import { terminate } from '../faults/life';
import { holdLookups, killConnections } from '../faults/sessions';
import type { Trial } from '../trial';
import { FUZZ } from './fuzz';
import { OVERLOAD } from './overload';
import { REFUSALS } from './refusals';
import { SOAK } from './soak';

const COUNTED: readonly Trial[] = [
  {
    name: 'SIGTERM',
    shown: true,
    drive: '20 times, with 100 clients on keep-alive connections',
    expected: 'no sent request is lost; status 0 within 5 s',
    run: (rig, findings, { short }) => terminate(rig, findings, short ? 4 : 20, 100),
  },
  {
    name: 'database kills',
    drive: '`kill -9` 10 times, restarted after 3 s',
    expected: 'never 500; right answers 1 s after it accepts connections',
    run: (rig, findings, { short }) => killDatabase(rig, findings, short ? 2 : 10, short ? 1_000 : 3_000),
  },
  {
    name: 'killed connections',
    shown: true,
    drive: '1,000 random connections of the gateway are killed under load, idle or in use',
    expected: 'no failed request',
    run: (rig, findings, { short }) => killConnections(rig, findings, short ? 100 : 1_000),
  },
  {
    name: 'freezes',
    drive: 'SIGSTOP for 10 s, 5 times, each time with 320 requests at once',
    expected: 'every request is answered within 3 s; right answers 1 s after it resumes',
    run: (rig, findings, { short }) => freezeDatabase(rig, findings, short ? 1 : 5, short ? 4_000 : 10_000),
  },
  {
    name: 'nothing left after a 504',
    drive: 'lookups that wait for tables that another program has locked',
    expected: 'no statement of the gateway is left on the server 500 ms after the last 504',
    run: holdLookups,
  },
  {
    name: 'slow clients',
    drive: '1,000 connections that send a head or a body, or read an answer, extremely slowly, for 20 s',
    expected: 'no normal request fails; p99 at most twice as high as without them',
    run: (rig, findings, { short }) => slowCrowd(rig, findings, short ? 200 : 1_000, short ? 3_000 : 20_000),
  },
];

export const TARGETS: readonly Trial[] = [...COUNTED, ...OVERLOAD, ...SOAK, ...FUZZ, ...REFUSALS];
