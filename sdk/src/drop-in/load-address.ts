import type { showAddress as Show } from './address/address-fields.ts';

/** Arranges address fields by country; undefined until {@link loadAddress} has loaded it. */
export let showAddress: typeof Show | undefined;

/** Loads the address data by country. If that fails, fields keep the order of the account. */
export const loadAddress = (): Promise<void> =>
  import('./address/address-fields.ts').then(
    (part) => {
      showAddress = part.showAddress;
    },
    () => {},
  );
