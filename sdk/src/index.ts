export type { CallOptions, Completion, ErrorCallback, SuccessCallback } from './calls/completion.ts';
export { ClientLib } from './client-lib.ts';
export { configure } from './configuration/configuration.ts';
export { type CreateElement, createElement } from './elements/external.ts';
export type {
  PaymentForm,
  PaymentFormChanges,
  PaymentFormConfig,
  PaymentFormDetails,
  PaymentFormElement,
  PaymentFormEvent,
  PaymentFormField,
  PaymentFormFont,
  PaymentFormRule,
  PaymentFormStyle,
  PaymentFormTexts,
} from './elements/payment-form.ts';
export { ClientLibError, type ErrorFacts } from './errors/client-lib-error.ts';
export type { ErrorCode } from './errors/codes.ts';
export { validateVatId } from './input/vat-id.ts';
export { type Finalize, finalize, isReturn } from './operations/finalize.ts';
export { Payment } from './operations/payment.ts';
export { Portal } from './operations/portal.ts';
export { Signup } from './operations/signup.ts';
export type { AnyCase } from './types/any-case.ts';
export type { Cart, ComponentQuantity, UpgradeCart } from './types/cart.ts';
export type { Configuration } from './types/configuration.ts';
export type {
  BookedComponent,
  CancellationResult,
  Contract,
  ContractDetails,
  ContractPause,
  ContractPhase,
  InvoiceReference,
  LocalizedText,
  OfferedComponent,
  OfferedPlan,
  OfferedPlanVariant,
  PaymentBearer,
  PaymentChangeResult,
  Products,
  RecentInvoice,
  RevocationResult,
} from './types/contract.ts';
export type { Address, Customer, CustomerData, CustomFields } from './types/customer.ts';
export type {
  Consent,
  OrderResult,
  OrderStatus,
  PayableOrder,
  SelfServiceOrder,
  SyncOrderResult,
} from './types/order.ts';
export type {
  Component,
  CouponResult,
  LineItem,
  OrderPreview,
  Period,
  PreviewResult,
  RecurringFee,
  SignupTerms,
  UpgradePreviewResult,
} from './types/order-preview.ts';
export type { ChallengeRedirect, PaymentConfig } from './types/payment-config.ts';
export type {
  BearerData,
  CardData,
  DebitData,
  ProcessedPaymentData,
  SecretPaymentData,
  TetheredPaymentInformation,
} from './types/payment-data.ts';
export type { AvailablePaymentMethods, Environment, PaymentMethodDetails } from './types/payment-methods.ts';
export type { SignupField, SignupOffer } from './types/signup-offer.ts';
