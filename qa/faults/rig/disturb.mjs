/**
 * Loaded into a gateway first (`NODE_OPTIONS=--import`): on SIGUSR2 it follows the order in the file that FAULT_ORDERS
 * names. `block 3000` blocks the event loop for 3 s. `throw 5` makes the business day, which both transports need,
 * throw for the next five requests. `reject` leaves a rejected promise unhandled.
 */

import { readFileSync } from 'node:fs';

let throwing = 0;
const { getTime } = Date.prototype;

Date.prototype.getTime = function () {
  if (throwing > 0 && new Error().stack.includes('local-date')) {
    throwing -= 1;
    throw new TypeError('thrown on purpose');
  }
  return getTime.call(this);
};

const ORDERS = {
  block: (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  throw: (times) => (throwing = times),
  reject: () => void Promise.reject(new Error('rejected on purpose')),
};

process.on('SIGUSR2', () => {
  const [order, amount] = readFileSync(process.env.FAULT_ORDERS, 'utf8').trim().split(' ');
  ORDERS[order](Number(amount));
});
