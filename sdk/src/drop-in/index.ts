import { define } from './drop-in-element.ts';
import { ClientLibPortalElement } from './portal/portal-element.ts';
import { ClientLibSignupElement } from './signup/signup-element.ts';

export { ClientLibPortalElement, type PortalDetails, type PortalEvents } from './portal/portal-element.ts';
export { ClientLibSignupElement, type SignupDetails, type SignupEvents } from './signup/signup-element.ts';
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
