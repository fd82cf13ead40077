/**
 * Loaded into a gateway first (`NODE_OPTIONS=--import`): a server on the socket that ATTACK_METER names. It answers
 * each line with the resources that the process has used so far. The answer comes from the gateway's event loop, so it
 * comes after earlier work. The line `collect` first collects garbage.
 */

import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const server = createServer((socket) => {
  // It does not keep a gateway that has stopped.
  socket
    .unref()
    .setEncoding('utf8')
    .on('error', () => undefined);
  socket.on('data', (line) => {
    if (line === 'collect\n') collect();
    const { user, system } = process.cpuUsage();
    const { heapUsed, external, rss } = process.memoryUsage();
    socket.write(`${JSON.stringify({ cpuMs: (user + system) / 1000, heldBytes: heapUsed + external, rss })}\n`);
  });
});
server.listen(process.env.ATTACK_METER).unref();
