import { type Cart, type ClientLibError, type CustomerData, type OrderPreview, Signup } from 'clientlib';
import { useEffect, useState } from 'react';

/** The result of `usePreview`. */
export interface Preview {
  /** The newest price. While another one is calculated, the one before. */
  readonly order: OrderPreview | undefined;
  readonly error: ClientLibError | undefined;
  readonly isLoading: boolean;
}

/**
 * What an order would cost, now and next; asked again when cart or customer change, which may be new objects in each
 * render. The first price comes at once, later ones 700 ms after the last change. Without a cart nothing is asked.
 *
 * @example
 * const { order, error } = usePreview({ PlanVariantId: plan, CouponCode: coupon }, { Address: { Country: country } });
 */
export function usePreview(cart: Cart | null | undefined, customer: CustomerData): Preview {
  const [signup] = useState(() => new Signup());
  const [state, setState] = useState<Preview>({
    order: undefined,
    error: undefined,
    isLoading: Boolean(cart),
  });
  // Two objects with the same content are the same order.
  const wanted = JSON.stringify([cart ?? null, customer]);

  useEffect(() => {
    const [Cart, Customer]: [Cart | null, CustomerData] = JSON.parse(wanted);
    if (!Cart) return setState({ order: undefined, error: undefined, isLoading: false });
    const controller = new AbortController();
    const { signal } = controller;
    setState(({ order }) => ({ order, error: undefined, isLoading: true }));
    signup.preview(Cart, Customer, { signal }).then(
      ({ Order }) => signal.aborted || setState({ order: Order, error: undefined, isLoading: false }),
      (error) => signal.aborted || setState(({ order }) => ({ order, error, isLoading: false })),
    );
    return () => controller.abort();
  }, [signup, wanted]);

  return state;
}
