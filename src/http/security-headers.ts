/** What keeps the pages to themselves: they hold a token. */

import type { OutgoingHttpHeaders } from 'node:http';

/** Nothing from another host, nothing inline, nothing made into code, no page within another. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // Icons that the two libraries keep in their style sheets.
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const PAGE_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Content-Security-Policy': Object.entries(POLICY)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // `/graphql` is a page or an answer.
  Vary: 'Accept',
  // Asked for again each time, at the cost of a 304.
  'Cache-Control': 'no-cache',
};

export const ASSET_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Cache-Control': 'public, max-age=31536000, immutable',
};
