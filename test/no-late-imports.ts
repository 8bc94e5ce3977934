// For every test file: what a webhook and the fields of an address load when they are needed is loaded already, and what
// else is loading when a file ends is waited for. A sandbox may be closed and a page may be left while it loads, and it
// would stay broken for all files after it in the same worker.
import { afterAll, vi } from 'vitest';
import '../sandbox/src/service/delivery/signature.ts';
// Says why, if it does not load: a page goes on without it.
import '../sdk/src/drop-in/address/address-fields.ts';
import { loadAddress } from '../sdk/src/drop-in/load-address.ts';

await loadAddress();
afterAll(() => vi.dynamicImportSettled());
