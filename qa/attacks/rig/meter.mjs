/**
 * Loaded into a gateway first (`NODE_OPTIONS=--import`): a server on the socket that ATTACK_METER names. It answers
 * each line with the resources that the process has used so far. The answer comes from the gateway's event loop, so it
 * comes after earlier work. The line `collect` first collects garbage, and gives free pages back to the system, which `gc` keeps.
 */

import { Session } from 'node:inspector';
import { createServer } from 'node:net';

const session = new Session();
session.connect();

const server = createServer((socket) => {
  // It does not keep a gateway that has stopped.
  socket
    .unref()
    .setEncoding('utf8')
    .on('error', () => undefined);
  socket.on('data', (line) => {
    const answer = () => {
      const { user, system } = process.cpuUsage();
      const { heapUsed, external, rss } = process.memoryUsage();
      socket.write(`${JSON.stringify({ cpuMs: (user + system) / 1000, heldBytes: heapUsed + external, rss })}\n`);
    };
    if (line === 'collect\n') session.post('HeapProfiler.collectGarbage', answer);
    else answer();
  });
});
server.listen(process.env.ATTACK_METER).unref();
