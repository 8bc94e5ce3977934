// The tags of the drop-in in templates of Svelte 5. Written by hand, as Svelte is none of the packages that build this.
import type {
  ClientLibCancelElement,
  ClientLibPortalElement,
  ClientLibPricingElement,
  ClientLibSignupElement,
  ClientLibWithdrawElement,
  DeclarationAttributes,
  DeclarationProperties,
  PortalAttributes,
  PortalEvents,
  PortalProperties,
  PricingAttributes,
  PricingEvents,
  PricingProperties,
  Receipt,
  SignupAttributes,
  SignupEvents,
  SignupProperties,
} from 'clientlib/drop-in';
import type { HTMLAttributes } from 'svelte/elements';

export * from 'clientlib/drop-in';

/** `onsignedup={(event) => …}`. */
type Handlers<Events> = {
  readonly [Event in keyof Events & string as `on${Event}`]?: ((event: Events[Event]) => void) | undefined;
};

type Tag<Element extends EventTarget, Events, Attributes> = Omit<
  HTMLAttributes<Element>,
  keyof Handlers<Events>
> &
  Handlers<Events> &
  Attributes;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'clientlib-signup': Tag<
      ClientLibSignupElement,
      SignupEvents,
      SignupAttributes & Partial<SignupProperties>
    >;
    'clientlib-portal': Tag<
      ClientLibPortalElement,
      PortalEvents,
      PortalAttributes & Partial<PortalProperties>
    >;
    'clientlib-pricing': Tag<
      ClientLibPricingElement,
      PricingEvents,
      PricingAttributes & Partial<PricingProperties>
    >;
    'clientlib-cancel': Tag<
      ClientLibCancelElement,
      { declared: CustomEvent<Receipt> },
      DeclarationAttributes & Partial<DeclarationProperties>
    >;
    'clientlib-withdraw': Tag<
      ClientLibWithdrawElement,
      { declared: CustomEvent<Receipt> },
      DeclarationAttributes & Partial<DeclarationProperties>
    >;
  }
}
