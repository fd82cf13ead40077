import { LEASES, TENANTS, send } from './client';

/** An answer of either API. */
export interface PathAnswer {
  readonly path: string;
  readonly status: number;
  /** The type of the first error. */
  readonly type: string | undefined;
  readonly text: string;
}

const PATHS = [LEASES, TENANTS, '/graphql'];

/** Sends the same bytes as the body to each path. */
export function sendToAll(url: string, token: string, body: string | Uint8Array): Promise<PathAnswer[]> {
  return Promise.all(PATHS.map((path) => sendTo(url, { path, token, body })));
}

export async function sendTo(
  url: string,
  { path, token, body }: { path: string; token: string; body: unknown },
): Promise<PathAnswer> {
  const { status, text } = await send(url + path, { token, body });
  return { path, status, type: /"type":"(\w+)"/.exec(text)?.[1], text };
}
