import type { ServerResponse } from 'node:http';

import type { Response } from 'express';

/** Every answer carries the id of its request. */
export function setRequestId(response: ServerResponse, id: string): void {
  response.setHeader('X-Request-Id', id);
}

export function requestIdOf(response: Response): string {
  return String(response.get('X-Request-Id'));
}
