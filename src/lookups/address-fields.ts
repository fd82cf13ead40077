import type { AddressCriteria } from '../model/criteria';
import type { Address } from '../model/records';
import { type Field, number, object, text } from './fields';

/** What a door calls each field of an address (contract 2.4). */
export type AddressNames = Readonly<Record<keyof Address, string>>;

/** An unknown key in an address is refused: ignoring it would silently widen the search (decision 21). */
export const address = (name: string, names: AddressNames): Field<AddressCriteria> =>
  object(name, {
    buildingName: text(names.buildingName),
    addressLine1: text(names.addressLine1),
    addressLine2: text(names.addressLine2),
    city: text(names.city),
    country: text(names.country),
    state: text(names.state),
    postalCode: text(names.postalCode),
    latitude: number(names.latitude),
    longitude: number(names.longitude),
  });
