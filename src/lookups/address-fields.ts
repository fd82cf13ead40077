import type { AddressQuestion } from '../model/questions';
import type { Address } from '../model/records';
import type { Fields } from './fields';

/** What a door calls each field of an address (contract 2.4). */
export type AddressNames = Readonly<Record<keyof Address, string>>;

/**
 * The field `address` of a request. An unknown key in it is refused: ignoring it would silently widen the search
 * (decision 21).
 * @throws {ServiceError} `invalid_request`
 */
export function readAddress(fields: Fields, names: AddressNames): AddressQuestion | undefined {
  const address = fields.object('address', Object.values(names));
  return (
    address && {
      buildingName: address.text(names.buildingName),
      addressLine1: address.text(names.addressLine1),
      addressLine2: address.text(names.addressLine2),
      city: address.text(names.city),
      country: address.text(names.country),
      state: address.text(names.state),
      postalCode: address.text(names.postalCode),
      latitude: address.number(names.latitude),
      longitude: address.number(names.longitude),
    }
  );
}
