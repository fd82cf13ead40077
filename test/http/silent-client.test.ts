import { once } from 'node:events';
import { connect } from 'node:net';

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
