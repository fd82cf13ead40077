/** The headers that announce the end of a REST path: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`. */

import type { RequestHandler } from 'express';

import type { RestOperation } from '../model/operations';

/** Milliseconds since 1970. */
type Dates = Partial<Readonly<Record<RestOperation, number>>>;

export interface Retirement {
  readonly deprecation: Dates;
  readonly sunset: Dates;
  /** A page that tells callers what to do. */
  readonly link?: string | undefined;
}

export const RETIREMENT_HEADERS = ['Deprecation', 'Sunset', 'Link'];

/** Sets the headers of one path, on errors as well. Empty if no date is set for the path. */
export function announceRetirement(
  operation: RestOperation,
  { deprecation, sunset, link }: Retirement,
): RequestHandler[] {
  const headers: [name: string, value: string][] = [];
  const relations: string[] = [];
  const deprecated = deprecation[operation];
  if (deprecated !== undefined) {
    headers.push(['Deprecation', `@${deprecated / 1000}`]);
    relations.push('deprecation');
  }
  const gone = sunset[operation];
  if (gone !== undefined) {
    headers.push(['Sunset', new Date(gone).toUTCString()]);
    relations.push('sunset');
  }
  if (headers.length === 0) return [];
  if (link !== undefined) headers.push(['Link', `<${link}>; rel="${relations.join(' ')}"`]);
  return [
    (_request, response, next) => {
      for (const [name, value] of headers) response.setHeader(name, value);
      next();
    },
  ];
}
