import { type Cart, type ClientLibError, type CustomerData, type OrderPreview, Signup } from 'clientlib';
import {
  type MaybeRefOrGetter,
  onMounted,
  onUnmounted,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue';

/** The result of `usePreview`. */
export interface Preview {
  /** The newest price. While another one is calculated, the one before. */
  readonly order: ShallowRef<OrderPreview | undefined>;
  readonly error: ShallowRef<ClientLibError | undefined>;
  readonly isLoading: ShallowRef<boolean>;
}

/**
 * What an order would cost, now and next; asked when the component is mounted, and again when cart or customer change.
 * The first price comes at once, later ones 700 ms after the last change. Without a cart nothing is asked.
 *
 * @example
 * const { order } = usePreview(() => ({ PlanVariantId: plan.value }), () => ({ Address: { Country: country.value } }));
 */
export function usePreview(
  cart: MaybeRefOrGetter<Cart | null | undefined>,
  customer: MaybeRefOrGetter<CustomerData>,
): Preview {
  const signup = new Signup();
  const order = shallowRef<OrderPreview>();
  const error = shallowRef<ClientLibError>();
  const isLoading = shallowRef(Boolean(toValue(cart)));
  let controller = new AbortController();

  const ask = async (): Promise<void> => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const wanted = toValue(cart);
    error.value = undefined;
    isLoading.value = Boolean(wanted);
    if (!wanted) {
      order.value = undefined;
      return;
    }
    try {
      const { Order } = await signup.preview(wanted, toValue(customer), { signal });
      if (signal.aborted) return;
      order.value = Order;
    } catch (problem) {
      if (signal.aborted) return;
      error.value = problem as ClientLibError;
    }
    isLoading.value = false;
  };

  onMounted(ask);
  // Two objects with the same content are the same order.
  watch(() => JSON.stringify([toValue(cart), toValue(customer)]), ask);
  onUnmounted(() => controller.abort());
  return { order, error, isLoading };
}
