import { ServiceError } from '../errors';

/**
 * The token of an `Authorization` header. The scheme word is case-insensitive; another scheme, or `Bearer` with nothing
 * after it, is no bearer token (decision 25).
 * @throws {ServiceError} `missing_authorization` (contract 5.2)
 */
export function bearerToken(authorization: string | undefined): string {
  const token = /^bearer +(?<token>.*[^ \t])[ \t]*$/is.exec(authorization ?? '')?.groups?.token;
  if (token === undefined) throw new ServiceError('missingAuthorization');
  return token;
}
