import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';

import { CLIENT_LIMITS, createHttpServer } from '../../src/http/http-server';
import { startTestGateway } from '../support/gateway';

test('clients that never send their request do not delay the stop', async () => {
  const gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
  const sockets = ['', 'POST /leases/tenants/ HTTP/1.1\r\nHo'].map((begun) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(begun);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));

  await gateway.close();
  for (const socket of sockets) socket.destroy();
}, 60_000);

test('a refused client that keeps its half of the connection open is cut off', async () => {
  const server = createHttpServer(CLIENT_LIMITS, () => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  client
    .on('error', () => undefined)
    .resume()
    .write('nonsense\r\n\r\n');
  await once(client, 'end');
  // `close` waits until every connection has ended.
  await new Promise((resolve) => server.close(resolve));
  client.destroy();
});
