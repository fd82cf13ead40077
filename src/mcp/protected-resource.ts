/** Who may address `/mcp`, and where a client obtains a token for it (RFC 9728). */

import type { RequestHandler } from 'express';

import type { Settings } from '../config/settings';
import { ServiceError } from '../errors';

export type ResourceSettings = Pick<Settings, 'corsOrigins' | 'jwt' | 'publicUrl'>;

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
    // With any other character, such as `@`, the host would be only a part of the text.
    const host = /^[\w.:[\]-]+$/.test(headers.host ?? '') ? hostnameOf(`http://${headers.host}`) : undefined;
    const { origin } = headers;
    if (host === undefined || !hosts.has(host)) throw new ServiceError('foreignRequest');
    if (origin !== undefined && !origins.has(origin) && !isLoopback(origin)) throw new ServiceError('foreignRequest');
    next();
  };
}

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** OpenID Connect requires every provider to know it. No further scope is checked. */
const SCOPE = 'openid';

/** What a client without a token learns of `/mcp`. Without `resource` there is only the challenge. */
export function resourceMetadata({ jwt: { authorizationServer, resource }, publicUrl }: ResourceSettings) {
  const location = resource === undefined ? '' : `, resource_metadata="${publicUrl}${WELL_KNOWN}"`;
  return {
    challenge: `, scope="${SCOPE}"${location}`,
    /** RFC 9728 appends the path of the resource. Clients also try the path without it. */
    paths: resource === undefined ? [] : [WELL_KNOWN, `${WELL_KNOWN}/mcp`],
    document: {
      resource,
      resource_name: 'Leasegate',
      bearer_methods_supported: ['header'],
      scopes_supported: [SCOPE],
      authorization_servers: authorizationServer && [authorizationServer],
    },
  };
}
