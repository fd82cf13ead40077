/** Who may address `/mcp`, and where a client obtains a token for it (RFC 9728). */

import type { IncomingMessage } from 'node:http';

import type { RequestHandler } from 'express';

import type { Settings } from '../config/settings';
import { ServiceError } from '../errors';

export type ResourceSettings = Pick<Settings, 'basePath' | 'corsOrigins' | 'jwt' | 'publicUrl'>;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests for a host that is neither loopback nor that of `PUBLIC_URL`, and those of pages of other origins than these and
 * `CORS_ORIGINS`. A page whose host name is pointed at a gateway in the reader's own network gets nothing from it.
 */
export function refuseForeign({ corsOrigins, publicUrl }: ResourceSettings): RequestHandler {
  const own = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  const hosts = new Set(own === undefined ? LOOPBACK : [...LOOPBACK, own.hostname]);
  const origins = new Set(own === undefined ? corsOrigins : [...corsOrigins, own.origin]);
  const isLoopback = (origin: string) => LOOPBACK.includes(hostnameOf(origin) ?? '');
  return ({ headers }, _response, next) => {
    // Other characters could make the answer name another address than this one.
    const host = /^[\w.:[\]-]+$/.test(headers.host ?? '') ? hostnameOf(`http://${headers.host}`) : undefined;
    const { origin } = headers;
    if (host === undefined || !hosts.has(host)) throw new ServiceError('foreignRequest');
    if (origin !== undefined && !origins.has(origin) && !isLoopback(origin)) throw new ServiceError('foreignRequest');
    next();
  };
}

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

/** An issuer may be any text. */
const isWebAddress = (issuer = ''): boolean => /^https?:/.test(issuer) && URL.canParse(issuer);

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

export function resourceMetadata({ basePath, jwt: { issuer }, publicUrl }: ResourceSettings) {
  const baseOf = ({ headers }: IncomingMessage): string =>
    URL.canParse(publicUrl) ? publicUrl : `http://${headers.host}${basePath}`;
  return {
    /** RFC 9728 appends the path of the resource. Clients also try the path without it. */
    paths: [WELL_KNOWN, `${WELL_KNOWN}/mcp`],
    challenge: (request: IncomingMessage): string => `, resource_metadata="${baseOf(request)}${WELL_KNOWN}"`,
    documentFor: (request: IncomingMessage) => ({
      resource: `${baseOf(request)}/mcp`,
      resource_name: 'Leasegate',
      bearer_methods_supported: ['header'],
      ...(isWebAddress(issuer) && { authorization_servers: [issuer] }),
    }),
  };
}
