/** The promises of section A that are counted: each at its full size, or a short one. */

import { freezeDatabase, killDatabase } from '../faults/away';
import { slowCrowd } from '../faults/clients';
import { rollOver, terminate } from '../faults/life';
import { holdLookups, killConnections } from '../faults/sessions';
import type { Trial } from '../trial';
import { FUZZ } from './fuzz';
import { NODES } from './nodes';
import { OVERLOAD } from './overload';
import { REFUSALS } from './refusals';
import { SOAK } from './soak';

const COUNTED: readonly Trial[] = [
  {
    name: 'SIGTERM',
    drive: '20 times, with 100 clients that keep their connections, every other time with two workers',
    expected: 'no request that was written is lost; status 0 within 5 s',
    run: (rig, findings, { short }) => terminate(rig, findings, short ? 4 : 20, 100),
  },
  {
    name: 'rolling restarts',
    drive: '10 times SIGHUP over 50,000 requests of 100 clients',
    expected: 'no request fails or is refused',
    run: (rig, findings, { short }) => rollOver(rig, findings, short ? 2 : 10, short ? 4_000 : 50_000),
  },
  {
    name: 'database kills',
    drive: '10 times `kill -9`, 3 s without it',
    expected: 'never 500; right answers 1 s after it accepts',
    run: (rig, findings, { short }) => killDatabase(rig, findings, short ? 2 : 10, short ? 1_000 : 3_000),
  },
  {
    name: 'killed connections',
    drive: '1,000 of ours killed by chance, idle or at work, under load',
    expected: 'no failed request',
    run: (rig, findings, { short }) => killConnections(rig, findings, short ? 100 : 1_000),
  },
  {
    name: 'freezes',
    drive: '5 times SIGSTOP for 10 s, in each 320 requests at once',
    expected: 'every request answered within 3 s; right 1 s after the thaw',
    run: (rig, findings, { short }) => freezeDatabase(rig, findings, short ? 1 : 5, short ? 4_000 : 10_000),
  },
  {
    name: 'nothing left after a 504',
    drive: 'lookups that wait for tables that another program holds',
    expected: 'no statement of ours on the server 500 ms after the last 504',
    run: holdLookups,
  },
  {
    name: 'slow clients',
    drive: '1,000 connections with a head, a body or a reader that takes for ever, for 20 s',
    expected: 'no normal request fails, p99 at most twice what it is without them',
    run: (rig, findings, { short }) => slowCrowd(rig, findings, short ? 200 : 1_000, short ? 3_000 : 20_000),
  },
];

export const TARGETS: readonly Trial[] = [...COUNTED, ...OVERLOAD, ...SOAK, ...FUZZ, ...REFUSALS, ...NODES];
