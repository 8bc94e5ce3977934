// The tags of the drop-in in templates of Svelte 5. Written by hand, as Svelte is none of the packages that build this.
import type {
  ClientLibPortalElement,
  ClientLibSignupElement,
  PortalAttributes,
  PortalEvents,
  SignupAttributes,
  SignupEvents,
} from 'clientlib/drop-in';
import type { HTMLAttributes } from 'svelte/elements';

export * from 'clientlib/drop-in';

/** `onsignedup={(event) => …}`. */
type Handlers<Events> = {
  readonly [Event in keyof Events & string as `on${Event}`]?: ((event: Events[Event]) => void) | undefined;
};

/** Properties of the element that are no attributes. */
type Own<Element, Names extends keyof Element> = { readonly [Name in Names]?: Element[Name] | undefined };

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
      SignupAttributes & Own<ClientLibSignupElement, 'texts' | 'customer'>
    >;
    'clientlib-portal': Tag<
      ClientLibPortalElement,
      PortalEvents,
      PortalAttributes & Own<ClientLibPortalElement, 'texts'>
    >;
  }
}
