export { Cancel, Portal, Pricing, Signup, Withdraw } from './drop-in.ts';
export { PaymentForm } from './payment-form.ts';
export { type Finalization, useFinalize } from './use-finalize.ts';
export { type PaymentMethods, usePaymentMethods } from './use-payment-methods.ts';
export { type Preview, usePreview } from './use-preview.ts';
