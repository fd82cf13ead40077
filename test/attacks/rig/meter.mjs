/**
 * Loaded into a gateway before anything else (`NODE_OPTIONS=--import`): a server on the socket that ATTACK_METER names, which
 * answers each line with what the process has used so far. The answer comes from the event loop of the gateway, so it
 * comes after the work that was there before. The line `collect` first collects what nobody holds any more.
 */

import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const server = createServer((socket) => {
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (line) => {
    if (line === 'collect\n') collect();
    const { user, system } = process.cpuUsage();
    const { heapUsed, external, rss } = process.memoryUsage();
    socket.write(`${JSON.stringify({ cpuMs: (user + system) / 1000, heldBytes: heapUsed + external, rss })}\n`);
  });
});
server.listen(process.env.ATTACK_METER).unref();
