import type { CustomerData } from 'clientlib';
import type {
  PartialTexts,
  PortalAttributes,
  PortalDetails,
  SignupAttributes,
  SignupDetails,
} from 'clientlib/drop-in';
import { type DefineComponent, defineComponent, h, onMounted, type PropType, shallowRef, watch } from 'vue';

/** The tags themselves in templates. */
declare module 'vue' {
  interface GlobalComponents {
    'clientlib-signup': DefineComponent<SignupAttributes>;
    'clientlib-portal': DefineComponent<PortalAttributes>;
  }
}

type DropInProps = Readonly<Record<string, unknown>>;

/** Loads the drop-in in the browser, and keeps the properties of the element those of the component. */
function dropInElement(tag: string, props: DropInProps, tell: (event: string, detail: unknown) => void) {
  const place = shallowRef<HTMLElement>();
  const set = async (): Promise<void> => {
    await customElements.whenDefined(tag);
    if (place.value) Object.assign(place.value, props);
  };
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

const common = {
  paymentMethods: Array as PropType<string[]>,
  locale: String,
  /** Texts in place of the element's, by name. */
  texts: Object as PropType<PartialTexts>,
};

/**
 * A whole signup, `<clientlib-signup>`.
 *
 * @example
 * <Signup :public-api-key="key" :plan-variant-id="plan" @signedup="(order) => welcome(order.OrderId)" />
 */
export const Signup = defineComponent({
  name: 'ClientLibSignup',
  props: {
    publicApiKey: { type: String, required: true },
    planVariantId: String,
    planVariantIds: Array as PropType<string[]>,
    /** What is known of the customer. */
    customer: Object as PropType<CustomerData>,
    ...common,
  },
  emits: {
    ready: (_detail: SignupDetails['ready']) => true,
    change: (_detail: SignupDetails['change']) => true,
    signedup: (_detail: SignupDetails['signedup']) => true,
    error: (_error: unknown) => true,
  },
  setup(props, { emit, slots }) {
    const tell = emit as (event: string, detail: unknown) => void;
    const { place, heard } = dropInElement('clientlib-signup', props, tell);
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
  props: { token: String, tokenUrl: String, ...common },
  emits: {
    ready: (_detail: PortalDetails['ready']) => true,
    changed: (_detail: PortalDetails['changed']) => true,
    error: (_error: unknown) => true,
  },
  setup(props, { emit, slots }) {
    const tell = emit as (event: string, detail: unknown) => void;
    const { place, heard } = dropInElement('clientlib-portal', props, tell);
    const listeners = { onReady: heard('ready'), onChanged: heard('changed'), onError: heard('error') };
    return () => h('clientlib-portal', { ref: place, ...listeners }, slots['default']?.());
  },
});
