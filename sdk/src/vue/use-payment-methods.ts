import { type AvailablePaymentMethods, type ClientLibError, Payment, type PaymentConfig } from 'clientlib';
import {
  type MaybeRefOrGetter,
  onMounted,
  onUnmounted,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import { newestPopups } from './newest-popups.ts';

/** The result of `usePaymentMethods`. */
export interface PaymentMethods {
  /** To pay with, once the methods are loaded. */
  readonly payment: ShallowRef<Payment | undefined>;
  /** The configured methods as bearers: `['CreditCard:…', 'InvoicePayment']`. Empty while they load. */
  readonly bearers: ShallowRef<readonly string[]>;
  /** The configured methods in detail, by provider. */
  readonly methods: ShallowRef<AvailablePaymentMethods>;
  readonly error: ShallowRef<ClientLibError | undefined>;
  readonly isLoading: ShallowRef<boolean>;
}

/**
 * Loads the payment methods of the account when the component is mounted, and again when key or return address change.
 *
 * @example
 * const { payment, bearers, error } = usePaymentMethods({ publicApiKey, providerReturnUrl: '/thank-you' });
 */
export function usePaymentMethods(config: MaybeRefOrGetter<PaymentConfig>): PaymentMethods {
  const payment = shallowRef<Payment>();
  const bearers = shallowRef<readonly string[]>([]);
  const methods = shallowRef<AvailablePaymentMethods>({});
  const error = shallowRef<ClientLibError>();
  const isLoading = shallowRef(true);
  let controller = new AbortController();

  const load = async (): Promise<void> => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    payment.value = undefined;
    bearers.value = [];
    methods.value = {};
    error.value = undefined;
    isLoading.value = true;
    const made = new Payment({ ...toValue(config), ...newestPopups(() => toValue(config)) }, { signal });
    try {
      await made.ready;
      if (signal.aborted) return;
      bearers.value = made.getAvailablePaymentMethodEnum();
      methods.value = made.getAvailablePaymentMethods();
      payment.value = made;
    } catch (problem) {
      if (signal.aborted) return;
      error.value = problem as ClientLibError;
    }
    isLoading.value = false;
  };

  onMounted(load);
  watch(() => {
    const { publicApiKey, providerReturnUrl } = toValue(config);
    return `${publicApiKey} ${providerReturnUrl}`;
  }, load);
  onUnmounted(() => controller.abort());
  return { payment, bearers, methods, error, isLoading };
}
