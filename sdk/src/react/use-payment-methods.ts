import { type AvailablePaymentMethods, type ClientLibError, Payment, type PaymentConfig } from 'clientlib';
import { useEffect, useState } from 'react';
import { useLatest } from './use-latest.ts';

/** The result of `usePaymentMethods`. */
export interface PaymentMethods {
  /** To pay with, once the methods are loaded. */
  readonly payment: Payment | undefined;
  /** The configured methods as bearers: `['CreditCard:…', 'InvoicePayment']`. Empty while they load. */
  readonly bearers: readonly string[];
  /** The configured methods in detail, by provider. */
  readonly methods: AvailablePaymentMethods;
  readonly error: ClientLibError | undefined;
  readonly isLoading: boolean;
}

const loading: PaymentMethods = {
  payment: undefined,
  bearers: [],
  methods: {},
  error: undefined,
  isLoading: true,
};

/**
 * Loads the payment methods of the account, in the browser, and again when key or return address change.
 *
 * @example
 * const { payment, bearers, error } = usePaymentMethods({ publicApiKey, providerReturnUrl: '/thank-you' });
 */
export function usePaymentMethods(config: PaymentConfig): PaymentMethods {
  const { publicApiKey, providerReturnUrl } = config;
  const latest = useLatest(config);
  const [state, setState] = useState(loading);

  useEffect(() => {
    const { popupCreate, popupClose } = latest.current;
    const controller = new AbortController();
    const { signal } = controller;
    setState(loading);
    const payment = new Payment(
      {
        publicApiKey,
        providerReturnUrl,
        // The page's own frame for 3-D Secure, by the callbacks of the newest render.
        ...(popupCreate && {
          popupCreate: (redirect, cancel) => latest.current.popupCreate?.(redirect, cancel),
        }),
        ...(popupClose && { popupClose: () => latest.current.popupClose?.() }),
      },
      { signal },
    );
    payment.ready.then(
      () => {
        if (signal.aborted) return;
        const bearers = payment.getAvailablePaymentMethodEnum();
        const methods = payment.getAvailablePaymentMethods();
        setState({ payment, bearers, methods, error: undefined, isLoading: false });
      },
      (error) => signal.aborted || setState({ ...loading, error, isLoading: false }),
    );
    return () => controller.abort();
  }, [publicApiKey, providerReturnUrl, latest]);

  return state;
}
