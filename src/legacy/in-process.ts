import { type ClientRequest, request, type RequestOptions, type Server } from 'node:http';
import { duplexPair } from 'node:stream';

/** Begins a request to a server of this process that need not listen: two streams take the place of a connection. */
export function openTo(server: Server): (options: RequestOptions) => ClientRequest {
  const createConnection = () => {
    const [near, far] = duplexPair();
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    server.emit('connection', far);
    return near;
  };
  return (options) => request({ ...options, createConnection });
}
