import type { ServerResponse } from 'node:http';

/** Every answer carries the id of its request. */
export function setRequestId(response: ServerResponse, id: string): void {
  response.setHeader('X-Request-Id', id);
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader('X-Request-Id'));
}
