import type {
  ClientLibCancelElement,
  ClientLibPortalElement,
  ClientLibPricingElement,
  ClientLibSignupElement,
  ClientLibWithdrawElement,
  DeclarationAttributes,
  PortalAttributes,
  PortalComponentProps,
  PortalDetails,
  PricingAttributes,
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
import { portalTable, signupTable, type Table } from '../properties/tables.ts';
import { useLatest } from './use-latest.ts';

interface Common {
  readonly className?: string | undefined;
  readonly id?: string | undefined;
  /** Elements for the slots: `<p slot="terms">…</p>`. */
  readonly children?: ReactNode;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Properties of `Signup`: those of `<clientlib-signup>`, and its events. */
export interface SignupProps extends Common, SignupComponentProps {
  readonly onReady?: ((detail: SignupDetails['ready']) => void) | undefined;
  readonly onChange?: ((detail: SignupDetails['change']) => void) | undefined;
  readonly onSignedup?: ((detail: SignupDetails['signedup']) => void) | undefined;
}

/** Properties of `Portal`: those of `<clientlib-portal>`, and its events. */
export interface PortalProps extends Common, PortalComponentProps {
  readonly onReady?: ((detail: PortalDetails['ready']) => void) | undefined;
  readonly onChanged?: ((detail: PortalDetails['changed']) => void) | undefined;
  readonly onCanceled?: ((detail: PortalDetails['canceled']) => void) | undefined;
}

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

/** What a component is made of. */
interface DropIn {
  readonly tag: string;
  readonly table: Table;
  /** The property for each event. */
  readonly events: { readonly [event: string]: string };
}

const signup: DropIn = {
  tag: 'clientlib-signup',
  table: signupTable,
  events: { ready: 'onReady', change: 'onChange', signedup: 'onSignedup', error: 'onError' },
};

const portal: DropIn = {
  tag: 'clientlib-portal',
  table: portalTable,
  events: { ready: 'onReady', changed: 'onChanged', canceled: 'onCanceled', error: 'onError' },
};

/** The tag. Loads the drop-in in the browser, and keeps properties and listeners those of the newest render. */
function useDropIn({ tag, table, events }: DropIn, props: Props & Common): ReactElement {
  const latest = useLatest(props);
  const place = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const tell = (name: string, detail: unknown): void =>
      (latest.current[name] as ((detail: unknown) => void) | undefined)?.(detail);
    import('clientlib/drop-in').catch((error) => tell('onError', error));
    const element = place.current as HTMLElement;
    const gone = new AbortController();
    const { signal } = gone;
    for (const [event, name] of Object.entries(events))
      element.addEventListener(event, (heard) => tell(name, (heard as CustomEvent).detail), { signal });
    return () => gone.abort();
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

/**
 * A whole signup, `<clientlib-signup>`. It is loaded in the browser when the component is mounted; on a server it is an
 * empty tag.
 *
 * @example
 * <Signup publicApiKey={key} planVariantId={plan} onSignedup={(order) => welcome(order.OrderId)} />
 */
export function Signup(props: SignupProps): ReactElement {
  return useDropIn(signup, props as unknown as Props & Common);
}

/**
 * The self-service of a contract, `<clientlib-portal>`. It is loaded in the browser when the component is mounted; on a
 * server it is an empty tag.
 *
 * @example
 * <Portal tokenUrl="/portal-token" />
 */
export function Portal(props: PortalProps): ReactElement {
  return useDropIn(portal, props as unknown as Props & Common);
}
