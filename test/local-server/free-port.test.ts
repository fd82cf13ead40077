import { once } from 'node:events';
import { createServer } from 'node:net';

import { freePort } from '../../tools/local-server/free-port';

test('a free port is not an ephemeral port', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('no port is given twice', async () => {
  const ports = new Set<number>();
  for (let count = 0; count < 800; count += 1) ports.add(await freePort());
  expect(ports.size).toBe(800);
});

test('the wanted port is returned when it is free, and another one when it is in use', async () => {
  const wanted = await freePort();
  expect(await freePort(wanted)).toBe(wanted);

  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort(wanted)).not.toBe(wanted);
  server.close();
});
