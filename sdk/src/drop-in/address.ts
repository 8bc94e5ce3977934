import type { showAddress as Show } from './address/address-fields.ts';

/** Shows the fields of an address as its country has them, once it is loaded. */
export let showAddress: typeof Show | undefined;

/** Loads what knows the addresses of countries. Without it the fields stand in the order of the account. */
export const loadAddress = (): Promise<void> =>
  import('./address/address-fields.ts').then(
    (part) => {
      showAddress = part.showAddress;
    },
    () => {},
  );
