import { ClientLibCancelElement, ClientLibWithdrawElement } from './declarations/declaration-elements.ts';
import { define } from './drop-in-element.ts';
import { ClientLibPortalElement } from './portal/portal-element.ts';
import { ClientLibPricingElement } from './pricing/pricing-element.ts';
import { ClientLibSignupElement } from './signup/signup-element.ts';

export type {
  DeclarationAttributes,
  DeclarationComponentProps,
  DeclarationProperties,
  PortalAttributes,
  PortalComponentProps,
  PortalProperties,
  PricingAttributes,
  PricingComponentProps,
  PricingProperties,
  SignupAttributes,
  SignupComponentProps,
  SignupProperties,
} from './attributes.ts';
export type { Declaration, DeclarationDetails, Receipt } from './declarations/declaration.ts';
export { ClientLibCancelElement, ClientLibWithdrawElement } from './declarations/declaration-elements.ts';
export { ClientLibPortalElement } from './portal/portal-element.ts';
export type { PortalDetails, PortalEvents } from './portal/portal-events.ts';
export { ClientLibPricingElement } from './pricing/pricing-element.ts';
export type { PricingDetails, PricingEvents } from './pricing/pricing-events.ts';
export { ClientLibSignupElement } from './signup/signup-element.ts';
export type { SignupDetails, SignupEvents } from './signup/signup-events.ts';
export type { PartialTexts } from './texts/languages.ts';
export type { FieldText, Texts } from './texts/texts.ts';

// Importing defines the elements.
define('clientlib-signup', ClientLibSignupElement);
define('clientlib-portal', ClientLibPortalElement);
define('clientlib-pricing', ClientLibPricingElement);
define('clientlib-cancel', ClientLibCancelElement);
define('clientlib-withdraw', ClientLibWithdrawElement);

declare global {
  interface HTMLElementTagNameMap {
    'clientlib-signup': ClientLibSignupElement;
    'clientlib-portal': ClientLibPortalElement;
    'clientlib-pricing': ClientLibPricingElement;
    'clientlib-cancel': ClientLibCancelElement;
    'clientlib-withdraw': ClientLibWithdrawElement;
  }
}
