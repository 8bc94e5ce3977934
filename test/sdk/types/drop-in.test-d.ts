// What pages in TypeScript write of the elements, their events and their settings compiles. Nothing of this runs.
import type {
  ClientLibCancelElement,
  ClientLibPortalElement,
  ClientLibPricingElement,
  ClientLibSignupElement,
  ClientLibWithdrawElement,
  Declaration,
  DeclarationAttributes,
  DeclarationComponentProps,
  DeclarationDetails,
  DeclarationProperties,
  FieldText,
  PartialTexts,
  PortalAttributes,
  PortalComponentProps,
  PortalDetails,
  PortalEvents,
  PortalProperties,
  PricingAttributes,
  PricingComponentProps,
  PricingDetails,
  PricingEvents,
  PricingProperties,
  Receipt,
  SignupAttributes,
  SignupComponentProps,
  SignupDetails,
  SignupEvents,
  SignupProperties,
  Texts,
} from 'clientlib/drop-in';

// Each event of each element, with what a listener reads of it.
declare const signup: { [event in keyof SignupDetails]: SignupEvents[event] };
export const ofSignup = [
  signup.ready.detail.offer.Country.length,
  [signup.change.detail.cart.PlanVariantId, signup.change.detail.order.TotalGross.toFixed()],
  [signup.signedup.detail.OrderId, signup.signedup.detail.Consent?.GivenAt.length],
  [signup.error.detail.errorCode[0], signup.error.detail.field?.length],
];
const { detail } = signup.step;
if (detail.step === 'plan' || detail.step === 'attempt') detail.planVariantId.trim();
if (detail.step === 'method') detail.bearer.trim();
if (detail.step === 'coupon') !detail.isAccepted;
if (detail.step === 'declined') detail.errorCode.trim();

declare const portal: { [event in keyof PortalDetails]: PortalEvents[event] };
export const ofPortal = [
  portal.ready.detail.details.Contract.Currency.length,
  portal.changed.detail.details.Contract.Currency.length,
  [portal.canceled.detail.EndDate.length, portal.canceled.detail.Reason?.length],
  portal.error.detail.retryable === true,
];

declare const pricing: { [event in keyof PricingDetails]: PricingEvents[event] };
export const ofPricing = [
  pricing.ready.detail.offer.TimeZone,
  [pricing.choose.detail.PlanVariantId.length, pricing.choose.detail.CouponCode?.length],
  pricing.error.detail.errorCode[0],
];

declare const declaration: DeclarationDetails;
export const receipt: Receipt = declaration.declared;
export const ofDeclaration = [receipt.ReceivedAt.length, declaration.error.errorCode[0]];
const required = { Name: 'A', EmailAddress: 'a@b.test', Contract: 'C', Locale: 'en' };
export const declarations: Declaration[] = [
  { Kind: 'Withdrawal', ...required },
  { Kind: 'Cancellation', ...required, IsExtraordinary: true, Reason: 'Moved', EndDate: '2026-03-31' },
];

// The element of each tag, with its settings.
declare const made: HTMLElementTagNameMap;
export const elements: [
  ClientLibSignupElement,
  ClientLibPortalElement,
  ClientLibPricingElement,
  ClientLibCancelElement,
  ClientLibWithdrawElement,
] = [
  made['clientlib-signup'],
  made['clientlib-portal'],
  made['clientlib-pricing'],
  made['clientlib-cancel'],
  made['clientlib-withdraw'],
];
declare const ofSignupElement: SignupProperties;
declare const ofPortalElement: PortalProperties;
declare const ofPricingElement: PricingProperties;
declare const ofDeclarationElement: DeclarationProperties;
export const settings = [
  [ofSignupElement.customer?.LastName, ofSignupElement.planVariantIds?.length, ofSignupElement.hideCoupon],
  [ofPortalElement.tokenUrl, ofPortalElement.texts?.fields?.City],
  [ofPricingElement.signupUrl, ofPricingElement.highlightPlan],
  [ofDeclarationElement.declareUrl.length, ofDeclarationElement.open],
];

// What one kind of element has and the others have not.
const key = { publicApiKey: 'a' };
const attribute = { 'public-api-key': 'a' };
const texts = {
  subscribe: 'Join',
  fields: { City: 'Town' },
  paymentForm: { card: 'Card' },
} satisfies PartialTexts;
export const components: [
  SignupComponentProps,
  PortalComponentProps,
  PricingComponentProps,
  DeclarationComponentProps,
] = [
  { ...key, customer: { LastName: 'King' }, portalUrl: '/account', texts },
  { tokenUrl: '/token', task: 'plan', returnUrl: '/', texts },
  { ...key, signupUrl: '/join', planVariantIds: ['b'], texts },
  { declareUrl: '/declare', open: true, texts },
];
export const attributes: [SignupAttributes, PortalAttributes, PricingAttributes, DeclarationAttributes] = [
  { ...attribute, 'hide-coupon': '', 'portal-url': '/account' },
  { 'token-url': '/token', 'return-url': '/' },
  { ...attribute, 'signup-url': '/join' },
  { 'declare-url': '/declare', open: '' },
];
// @ts-expect-error: only a price table leads to a signup
export const wrongProp: SignupComponentProps = { ...key, signupUrl: '/join' };
// @ts-expect-error: a price table knows no customer
export const wrongCustomer: PricingComponentProps = { ...key, customer: {} };
// @ts-expect-error: a portal has a token in place of a key
export const wrongKey: PortalAttributes = { 'public-api-key': 'a' };
// @ts-expect-error: a declaration goes somewhere
export const nowhere: DeclarationComponentProps = { open: true };
// @ts-expect-error: a slip in the name of a text
export const wrongText: PartialTexts = { subscripe: 'Join' };
export const fields: readonly FieldText[] = ['City', 'VatId'];
export const words: (keyof Texts)[] = ['subscribe', 'fields'];
