/** What the server knows of the connections that gateways have to one database. */

import { onServer } from '../support/database';
import { type ServerThread, threadsOf } from '../support/server-threads';
import { servingUser } from '../support/serving-account';

/** The connections of gateways to the database of `databaseUrl`. */
export async function gatewayThreads(databaseUrl: string): Promise<ServerThread[]> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const threads = await onServer((server) => threadsOf(server, name));
  return threads.filter(({ user }) => user === servingUser());
}
