import type {
  ClientLibPortalElement,
  ClientLibSignupElement,
  PortalAttributes,
  PortalDetails,
  SignupAttributes,
  SignupDetails,
} from 'clientlib/drop-in';
import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { useLatest } from './use-latest.ts';

/** Properties of the element that a component takes besides its attributes. */
type Own<Element, Names extends keyof Element> = { readonly [Name in Names]?: Element[Name] | undefined };

interface Common {
  readonly className?: string | undefined;
  readonly id?: string | undefined;
  /** Elements for the slots: `<p slot="terms">…</p>`. */
  readonly children?: ReactNode;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Properties of `Signup`: those of `<clientlib-signup>`, and its events. */
export interface SignupProps
  extends Common,
    Own<
      ClientLibSignupElement,
      'publicApiKey' | 'planVariantId' | 'planVariantIds' | 'paymentMethods' | 'locale' | 'texts' | 'customer'
    > {
  readonly onReady?: ((detail: SignupDetails['ready']) => void) | undefined;
  readonly onChange?: ((detail: SignupDetails['change']) => void) | undefined;
  readonly onSignedup?: ((detail: SignupDetails['signedup']) => void) | undefined;
}

/** Properties of `Portal`: those of `<clientlib-portal>`, and its events. */
export interface PortalProps
  extends Common,
    Own<ClientLibPortalElement, 'token' | 'tokenUrl' | 'paymentMethods' | 'locale' | 'texts'> {
  readonly onReady?: ((detail: PortalDetails['ready']) => void) | undefined;
  readonly onChanged?: ((detail: PortalDetails['changed']) => void) | undefined;
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
    }
  }
}

type Props = Readonly<Record<string, unknown>>;

const signup = {
  tag: 'clientlib-signup',
  properties: [
    'publicApiKey',
    'planVariantId',
    'planVariantIds',
    'paymentMethods',
    'locale',
    'texts',
    'customer',
  ],
  events: { ready: 'onReady', change: 'onChange', signedup: 'onSignedup', error: 'onError' },
} as const;

const portal = {
  tag: 'clientlib-portal',
  properties: ['token', 'tokenUrl', 'paymentMethods', 'locale', 'texts'],
  events: { ready: 'onReady', changed: 'onChanged', error: 'onError' },
} as const;

/** The tag. Loads the drop-in in the browser, and keeps properties and listeners those of the newest render. */
function useDropIn(
  { tag, properties, events }: typeof signup | typeof portal,
  props: Props & Common,
): ReactElement {
  const latest = useLatest(props);
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    const tell = (name: string, detail: unknown): void =>
      (latest.current[name] as ((detail: unknown) => void) | undefined)?.(detail);
    import('clientlib/drop-in').catch((error) => tell('onError', error));
    const element = ref.current as HTMLElement;
    const gone = new AbortController();
    const { signal } = gone;
    for (const [event, name] of Object.entries(events))
      element.addEventListener(event, (heard) => tell(name, (heard as CustomEvent).detail), { signal });
    return () => gone.abort();
  }, [latest, events]);

  // Two objects with the same content are the same setting.
  const settings = JSON.stringify(properties.map((name) => props[name] ?? null));
  useEffect(() => {
    const values: unknown[] = JSON.parse(settings);
    customElements.whenDefined(tag).then(() => {
      for (const [at, name] of properties.entries())
        if (ref.current)
          Object.assign(ref.current, { [name]: values[at] ?? (name === 'publicApiKey' ? '' : undefined) });
    });
  }, [settings, tag, properties]);

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
