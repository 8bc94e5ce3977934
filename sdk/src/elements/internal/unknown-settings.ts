import { type ClientLibError, invalid } from '../../errors/client-lib-error.ts';
import type { Folded } from '../../input/record.ts';
import { nearestName } from '../../input/unknown-names.ts';
import type { PaymentFormConfig } from '../payment-form.ts';

/** All settings; the compiler reports a missing one. */
const settings: { readonly [name in keyof Required<PaymentFormConfig>]: true } = {
  publicApiKey: true,
  paymentMethods: true,
  selectedMethod: true,
  layout: true,
  visibleMethods: true,
  cardTypes: true,
  locale: true,
  texts: true,
  fonts: true,
  providerReturnUrl: true,
  popupCreate: true,
  popupClose: true,
};
const names = Object.keys(settings);

/** Returns an error for each unknown setting of the page, with the nearest name. */
export const unknownSettings = (config: Folded): ClientLibError[] =>
  Object.keys(config)
    .filter((name) => !names.some((known) => known.toLowerCase() === name))
    .map((name) =>
      invalid(
        'InvalidConfiguration',
        `config.${name}`,
        `a setting of the form, such as ${nearestName(name, names)}`,
      ),
    );
