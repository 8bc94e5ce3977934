import { readReturnAddress } from '../configuration/address.ts';
import { type Folded, foldArgument, get, required } from '../input/record.ts';
import type { Popups } from '../types/payment-config.ts';

/** The configuration that `Payment` and the payment form share. */
export interface Account extends Popups {
  readonly publicApiKey: string;
  /** Absolute. */
  readonly providerReturnUrl: string | undefined;
}

/** Reads a configuration with names in any case; also returns all other fields unchanged, by names in lower case. */
export function readAccount(config: unknown, name: string): [Account, Folded] {
  const given = foldArgument(config, name);
  const publicApiKey = required(
    get(given, 'publicApiKey'),
    `${name}.publicApiKey`,
    'a key',
    'InvalidKey',
    config,
  );
  const returnUrl = get(given, 'providerReturnUrl');
  const account = {
    publicApiKey,
    providerReturnUrl: returnUrl && readReturnAddress(returnUrl),
    popupCreate: get(given, 'popupCreate'),
    popupClose: get(given, 'popupClose'),
  };
  return [account as Account, given];
}
