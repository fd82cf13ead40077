import { claims, headers } from './content-forgeries';
import { forms, otherSchemes } from './form-forgeries';
import type { Forgery, Target } from './forgery';
import { keyIds, otherAlgorithms, strangersKeys, unsigned } from './key-forgeries';
import { signatures } from './signature-forgeries';

/** Every crafted token, for each key that the gateway trusts. */
export function forgeries(target: Target): Forgery[] {
  const crafted = [unsigned, otherAlgorithms, strangersKeys, keyIds, headers, claims, forms, signatures];
  return [
    ...target.signers.flatMap((signer) => crafted.flatMap((craft) => craft(target, signer))),
    ...otherSchemes(target),
  ];
}
