import { createRequire } from 'node:module';

/** ClientLib as `require('clientlib')` gives it. */
const library: typeof import('clientlib') = createRequire(import.meta.url)('../../sdk/dist/index.cjs');

export const {
  ClientLib,
  ClientLibError,
  configure,
  createElement,
  finalize,
  isReturn,
  Payment,
  Portal,
  Signup,
  validateVatId,
} = library;
