export {
  Cancel,
  type DeclarationProps,
  Portal,
  type PortalProps,
  Pricing,
  type PricingProps,
  Signup,
  type SignupProps,
  Withdraw,
} from './drop-in.ts';
export { PaymentForm, type PaymentFormProps } from './payment-form.ts';
export { type Finalization, useFinalize } from './use-finalize.ts';
export { type PaymentMethods, usePaymentMethods } from './use-payment-methods.ts';
export { type Preview, usePreview } from './use-preview.ts';
