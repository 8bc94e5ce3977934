// The entries of clientlib beside the main one: must compile on every TypeScript that we support. See types.test.ts.
import { type PaymentForm as Form, type OrderPreview, Signup } from 'clientlib';
import 'clientlib/custom-element';
import { PaymentForm, useFinalize, usePaymentMethods, usePreview } from 'clientlib/react';
import {
  useFinalize as useVueFinalize,
  usePreview as useVuePreview,
  PaymentForm as VuePaymentForm,
} from 'clientlib/vue';
import { verifyWebhook } from 'clientlib/webhooks';
import { createElement, createRef } from 'react';
import { h } from 'vue';

export function ReactPage() {
  const form = createRef<Form>();
  const { order } = usePreview({ PlanVariantId: 'x' }, { Address: { Country: 'DE' } });
  const { bearers, payment } = usePaymentMethods({ publicApiKey: 'x' });
  const { status, error } = useFinalize();
  const price: OrderPreview | undefined = order;
  const first: string | undefined = bearers[0];
  const isFailed: boolean = status === 'failed' && error?.retryable === true;
  const pay = () =>
    new Signup().paySignupInteractive(null, form.current as Form, {
      OrderId: 'x',
      GrossTotal: 1,
      Currency: 'EUR',
    });
  return createElement(PaymentForm, {
    ref: form,
    publicApiKey: [first, price?.Currency, isFailed, payment?.environment].join(),
    formStyle: { input: { borderRadius: '4px' } },
    onSubmit: ({ bearer }) => void [bearer, pay()],
    onInvalid: ({ errorCode }) => void errorCode[0],
  });
}

export const VuePage = {
  setup() {
    // biome-ignore lint/correctness/useHookAtTopLevel: a composable of Vue, which belongs here.
    const { order, isLoading } = useVuePreview(() => ({ PlanVariantId: 'x' }), {
      Address: { Country: 'DE' },
    });
    // biome-ignore lint/correctness/useHookAtTopLevel: a composable of Vue, which belongs here.
    const { status, retry } = useVueFinalize();
    const total: number | undefined = order.value?.TotalGross;
    return () =>
      h(VuePaymentForm, {
        publicApiKey: `${total} ${isLoading.value} ${status.value}`,
        onReady: ({ methods }) => void [methods.split(' '), retry()],
      });
  },
};

export async function webhooks(request: Request): Promise<string | undefined> {
  const event = await verifyWebhook(request, ['whsec_a', 'whsec_b']);
  return event.Event === 'OrderSucceeded' ? event.OrderId : undefined;
}

export function element(): Form | undefined {
  const made = document.createElement('clientlib-payment-form');
  made.paymentMethods = ['InvoicePayment'];
  made.formStyle = { body: { color: 'red' } };
  return made.paymentForm;
}
