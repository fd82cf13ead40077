import type { Server, ServerResponse } from 'node:http';

import { exchangeWatch } from './exchange-watch';

/**
 * The requests of a server whose exchange is not over, in the order in which they came.
 * @param over told of each whose exchange is
 */
export function openRequests(server: Server, over: () => void): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  const watch = exchangeWatch((response) => {
    open.delete(response);
    over();
  });
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    watch(response);
  });
  return open;
}
