import { createElement, type PaymentForm, type PaymentFormConfig, type PaymentFormStyle } from 'clientlib';
import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The embedded payment form in an element of ours. Made when the component appears and destroyed when it goes, twice
 * under StrictMode: the form is made to bear that.
 */
export function usePaymentForm(
  config: PaymentFormConfig,
  style: PaymentFormStyle = {},
): {
  place: RefObject<HTMLDivElement | null>;
  form: PaymentForm | undefined;
  failed: boolean;
} {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef({ config, style });
  const [form, setForm] = useState<PaymentForm>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (place.current === null) return;
    let gone = false;
    const made = createElement(
      'paymentForm',
      place.current,
      first.current.config,
      first.current.style,
      () => !gone && setFailed(true),
    );
    made.ready.then(
      () => !gone && setForm(made),
      () => {},
    );
    return () => {
      gone = true;
      setForm(undefined);
      made.destroy();
    };
  }, []);

  return { place, form, failed };
}
