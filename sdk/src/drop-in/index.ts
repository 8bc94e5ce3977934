import { define } from './drop-in-element.ts';
import { ClientLibPortalElement } from './portal/portal-element.ts';
import { ClientLibSignupElement } from './signup/signup-element.ts';

export type {
  PortalAttributes,
  PortalComponentProps,
  PortalProperties,
  SignupAttributes,
  SignupComponentProps,
  SignupProperties,
} from './attributes.ts';
export { ClientLibPortalElement } from './portal/portal-element.ts';
export type { PortalDetails, PortalEvents } from './portal/portal-events.ts';
export { ClientLibSignupElement } from './signup/signup-element.ts';
export type { SignupDetails, SignupEvents } from './signup/signup-events.ts';
export type { PartialTexts } from './texts/languages.ts';
export type { FieldText, Texts } from './texts/texts.ts';

// Importing defines the elements.
define('clientlib-signup', ClientLibSignupElement);
define('clientlib-portal', ClientLibPortalElement);

declare global {
  interface HTMLElementTagNameMap {
    'clientlib-signup': ClientLibSignupElement;
    'clientlib-portal': ClientLibPortalElement;
  }
}
