import { ServiceError } from '../errors';
import { unknownFields } from '../lookups/fields';

/** @param known the names of the fields that the operation has @throws {ServiceError} `invalid_request` */
export function refuseUnknownFields(body: object, known: readonly string[]): void {
  if (unknownFields(body, known).length > 0)
    throw new ServiceError('invalidRequest', { message: `The body must hold nothing but ${known.join(', ')}.` });
}
