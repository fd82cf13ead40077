/**
 * The target of a request without scheme and authority. A client may send them (RFC 9112, 3.2.2), and a server behind this one
 * would take the authority for its `Host`.
 */
export const originForm = (target: string): string => {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
};
