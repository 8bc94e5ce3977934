import type {
  ClientLibCancelElement,
  ClientLibPortalElement,
  ClientLibPricingElement,
  ClientLibSignupElement,
  ClientLibWithdrawElement,
  DeclarationAttributes,
  DeclarationComponentProps,
  DeclarationDetails,
  PortalAttributes,
  PortalComponentProps,
  PortalDetails,
  PricingAttributes,
  PricingComponentProps,
  PricingDetails,
  SignupAttributes,
  SignupComponentProps,
  SignupDetails,
} from 'clientlib/drop-in';
import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import {
  declarationTable,
  portalTable,
  pricingTable,
  signupTable,
  type Table,
} from '../properties/tables.ts';
import { useLatest } from './use-latest.ts';

interface Common {
  readonly className?: string | undefined;
  readonly id?: string | undefined;
  /** Elements for the slots: `<p slot="terms">…</p>`. */
  readonly children?: ReactNode;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The listener of each event: `onReady` of `ready`. */
type Listeners<Details> = {
  readonly [Event in Exclude<keyof Details, 'error'> & string as `on${Capitalize<Event>}`]?:
    | ((detail: Details[Event]) => void)
    | undefined;
};

/** Properties of `Signup`: those of `<clientlib-signup>`, and its events. */
export interface SignupProps extends Common, SignupComponentProps, Listeners<SignupDetails> {}

/** Properties of `Portal`: those of `<clientlib-portal>`, and its events. */
export interface PortalProps extends Common, PortalComponentProps, Listeners<PortalDetails> {}

/** Properties of `Pricing`: those of `<clientlib-pricing>`, and its events. */
export interface PricingProps extends Common, PricingComponentProps, Listeners<PricingDetails> {}

/** Properties of `Cancel` and `Withdraw`: those of `<clientlib-cancel>`, and its events. */
export interface DeclarationProps extends Common, DeclarationComponentProps, Listeners<DeclarationDetails> {}

/** With `class`, as React 18 takes `className` of such a tag for an attribute of that name. */
type Tag<Element, Attributes> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  Attributes & { readonly class?: string | undefined };

/** The tags themselves in JSX, for React 18 and 19. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'clientlib-signup': Tag<ClientLibSignupElement, SignupAttributes>;
      'clientlib-portal': Tag<ClientLibPortalElement, PortalAttributes>;
      'clientlib-pricing': Tag<ClientLibPricingElement, PricingAttributes>;
      'clientlib-cancel': Tag<ClientLibCancelElement, DeclarationAttributes>;
      'clientlib-withdraw': Tag<ClientLibWithdrawElement, DeclarationAttributes>;
    }
  }
}

type Props = Readonly<Record<string, unknown>>;

type Tell = (event: string, detail: unknown) => void;

/** Listens to the events of an element, until the function that it returns is called. */
function listen(element: HTMLElement, events: readonly string[], tell: Tell): () => void {
  const gone = new AbortController();
  for (const event of events)
    element.addEventListener(event, (heard) => tell(event, (heard as CustomEvent).detail), gone);
  return () => gone.abort();
}

/** The tag. Loads the drop-in in the browser, and keeps properties and listeners those of the newest render. */
function useDropIn(tag: string, table: Table, events: readonly string[], props: Props & Common) {
  const latest = useLatest(props);
  const place = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const tell: Tell = (event, detail) => {
      const name = `on${event.replace(/^./, (first) => first.toUpperCase())}`;
      (latest.current[name] as ((detail: unknown) => void) | undefined)?.(detail);
    };
    import('clientlib/drop-in').catch((error) => tell('error', error));
    return listen(place.current as HTMLElement, events, tell);
  }, [latest, events]);

  // Two objects with the same content are the same setting.
  const settings = JSON.stringify(Object.keys(table).map((name) => props[name] ?? null));
  // Refs are set before the element starts, which it does once React has put everything into the page.
  const ref = useCallback(
    (element: HTMLElement | null): void => {
      place.current = element;
      if (element === null) return;
      const values: unknown[] = JSON.parse(settings);
      for (const [at, name] of Object.keys(table).entries())
        Object.assign(element, { [name]: values[at] ?? undefined });
    },
    [settings, table],
  );

  const { className, id, children } = props;
  // React 18 would name the attribute `classname`.
  return createElement(tag, { ref, class: className, id }, children);
}

/** A component of a tag: loaded in the browser when it is mounted; on a server an empty tag. */
const dropIn =
  <ComponentProps extends Common>(tag: string, table: Table, ...events: string[]) =>
  (props: ComponentProps): ReactElement =>
    useDropIn(tag, table, events, props as Props & ComponentProps);

/**
 * A whole signup, `<clientlib-signup>`.
 *
 * @example
 * <Signup publicApiKey={key} planVariantId={plan} onSignedup={(order) => welcome(order.OrderId)} />
 */
export const Signup = dropIn<SignupProps>(
  'clientlib-signup',
  signupTable,
  ...['ready', 'change', 'step', 'signedup', 'error'],
);

/**
 * The self-service of a contract, `<clientlib-portal>`.
 *
 * @example
 * <Portal tokenUrl="/portal-token" />
 */
export const Portal = dropIn<PortalProps>(
  'clientlib-portal',
  portalTable,
  ...['ready', 'changed', 'canceled', 'error'],
);

/**
 * The price table, `<clientlib-pricing>`.
 *
 * @example
 * <Pricing publicApiKey={key} signupUrl="/join?plan={plan}" />
 */
export const Pricing = dropIn<PricingProps>('clientlib-pricing', pricingTable, 'ready', 'choose', 'error');

/**
 * The button to cancel without a login, `<clientlib-cancel>`.
 *
 * @example
 * <Cancel declareUrl="/declarations" />
 */
export const Cancel = dropIn<DeclarationProps>('clientlib-cancel', declarationTable, 'declared', 'error');

/** The button to withdraw from a contract, `<clientlib-withdraw>`. */
export const Withdraw = dropIn<DeclarationProps>('clientlib-withdraw', declarationTable, 'declared', 'error');
