/**
 * Loaded into a gateway first (`NODE_OPTIONS=--import`): counts the answers of its public listener by status, with the
 * milliseconds that each took in the gateway. On SIGUSR2 it writes them to the file that FAULT_REPORT names and starts
 * again.
 */

import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const began = new WeakMap();
let taken = {};

subscribe('http.server.request.start', ({ request }) => began.set(request, performance.now()));
subscribe('http.server.response.finish', ({ request, response }) => {
  if (request.method !== 'POST') return;
  (taken[response.statusCode] ??= []).push(Math.round((performance.now() - began.get(request)) * 100) / 100);
});

process.on('SIGUSR2', () => {
  const report = JSON.stringify(taken);
  taken = {};
  writeFileSync(`${process.env.FAULT_REPORT}.new`, report);
  renameSync(`${process.env.FAULT_REPORT}.new`, process.env.FAULT_REPORT);
});
