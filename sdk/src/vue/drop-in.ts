import type {
  DeclarationAttributes,
  PortalAttributes,
  PortalComponentProps,
  PortalDetails,
  PricingAttributes,
  SignupAttributes,
  SignupComponentProps,
  SignupDetails,
} from 'clientlib/drop-in';
import { type DefineComponent, defineComponent, h, onMounted, shallowRef, watch } from 'vue';
import { portalTable, signupTable } from '../properties/tables.ts';
import { propsOf } from './props-of.ts';

/** The tags themselves in templates. */
declare module 'vue' {
  interface GlobalComponents {
    'clientlib-signup': DefineComponent<SignupAttributes>;
    'clientlib-portal': DefineComponent<PortalAttributes>;
    'clientlib-pricing': DefineComponent<PricingAttributes>;
    'clientlib-cancel': DefineComponent<DeclarationAttributes>;
    'clientlib-withdraw': DefineComponent<DeclarationAttributes>;
  }
}

type DropInProps = Readonly<Record<string, unknown>>;

/** Loads the drop-in in the browser, and keeps the properties of the element those of the component. */
function dropInElement(props: DropInProps, tell: (event: string, detail: unknown) => void) {
  const place = shallowRef<HTMLElement>();
  const set = (): unknown => place.value && Object.assign(place.value, props);
  onMounted(() => {
    import('clientlib/drop-in').catch((error) => tell('error', error));
    set();
  });
  watch(() => JSON.stringify(props), set);
  const heard =
    (event: string) =>
    ({ detail }: CustomEvent) =>
      tell(event, detail);
  return { place, heard };
}

/**
 * A whole signup, `<clientlib-signup>`.
 *
 * @example
 * <Signup :public-api-key="key" :plan-variant-id="plan" @signedup="(order) => welcome(order.OrderId)" />
 */
export const Signup = defineComponent({
  name: 'ClientLibSignup',
  props: propsOf<SignupComponentProps>(signupTable),
  emits: {
    ready: (_detail: SignupDetails['ready']) => true,
    change: (_detail: SignupDetails['change']) => true,
    signedup: (_detail: SignupDetails['signedup']) => true,
    error: (_error: unknown) => true,
  },
  setup(props, { emit, slots }) {
    const tell = emit as (event: string, detail: unknown) => void;
    const { place, heard } = dropInElement(props, tell);
    const listeners = {
      onReady: heard('ready'),
      onChange: heard('change'),
      onSignedup: heard('signedup'),
      onError: heard('error'),
    };
    return () => h('clientlib-signup', { ref: place, ...listeners }, slots['default']?.());
  },
});

/**
 * The self-service of a contract, `<clientlib-portal>`.
 *
 * @example
 * <Portal token-url="/portal-token" />
 */
export const Portal = defineComponent({
  name: 'ClientLibPortal',
  props: propsOf<PortalComponentProps>(portalTable),
  emits: {
    ready: (_detail: PortalDetails['ready']) => true,
    changed: (_detail: PortalDetails['changed']) => true,
    canceled: (_detail: PortalDetails['canceled']) => true,
    error: (_error: unknown) => true,
  },
  setup(props, { emit, slots }) {
    const tell = emit as (event: string, detail: unknown) => void;
    const { place, heard } = dropInElement(props, tell);
    const listeners = {
      onReady: heard('ready'),
      onChanged: heard('changed'),
      onCanceled: heard('canceled'),
      onError: heard('error'),
    };
    return () => h('clientlib-portal', { ref: place, ...listeners }, slots['default']?.());
  },
});
