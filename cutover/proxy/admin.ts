/** The admin listener of the proxy. */

import type { RequestListener } from 'node:http';

import type { Counts } from '../compare/tally';
import type { Side } from '../contract/lookups';

/** What `/comparisons` says, for `leasegate cutover ready`. */
export interface Comparisons extends Counts {
  readonly serve: Side;
  /** The start of the proxy. */
  readonly since: string;
}

type Page = readonly [status: number, body: string | object];

/** @param pages by their paths; a text has the format of Prometheus, and an object becomes JSON */
export function adminListener(pages: Readonly<Record<string, () => Page>>): RequestListener {
  return ({ method, url = '' }, response) => {
    const path = url.split('?')[0]!;
    const page = method === 'GET' && Object.hasOwn(pages, path) ? pages[path] : undefined;
    const [status, body] = page?.() ?? [404, { problems: ['there is no such page'] }];
    const isText = typeof body === 'string';
    response.setHeader('Content-Type', isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json');
    response.writeHead(status).end(isText ? body : JSON.stringify(body));
  };
}
