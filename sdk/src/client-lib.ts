import { configure } from './configuration/configuration.ts';
import { createElement } from './elements/external.ts';
import { ClientLibError } from './errors/client-lib-error.ts';
import { validateVatId } from './input/vat-id.ts';
import { finalize, isReturn } from './operations/finalize.ts';
import { Payment } from './operations/payment.ts';
import { Portal } from './operations/portal.ts';
import { Signup } from './operations/signup.ts';

/** Everything under one name, as the script tag provides it. */
export const ClientLib = {
  Payment,
  Signup,
  Portal,
  finalize,
  isReturn,
  createElement,
  configure,
  validateVatId,
  ClientLibError,
};
