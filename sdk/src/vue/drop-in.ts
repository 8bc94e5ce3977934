import type {
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
import { type DefineComponent, defineComponent, h, onMounted, type Slot, shallowRef, watch } from 'vue';
import { declarationTable, portalTable, pricingTable, signupTable } from '../properties/tables.ts';
import { toProps } from './to-props.ts';

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

/** Events of an element as `emits` of a component. */
const toEmits = <Details>(...events: (keyof Details & string)[]) =>
  Object.fromEntries(events.map((event) => [event, () => true])) as unknown as {
    readonly [Event in keyof Details]: (detail: Details[Event]) => boolean;
  };

/** The tag. Loads the drop-in in the browser, keeps its properties those of the component, and passes its events on. */
function setUp(
  tag: string,
  events: object,
  props: DropInProps,
  { emit, slots }: { readonly emit: unknown; readonly slots: { readonly [name: string]: Slot | undefined } },
) {
  const tell = emit as (event: string, detail: unknown) => void;
  const place = shallowRef<HTMLElement>();
  const set = (): unknown => place.value && Object.assign(place.value, props);
  onMounted(() => {
    import('clientlib/drop-in').catch((error) => tell('error', error));
    set();
  });
  watch(() => JSON.stringify(props), set);
  const listeners = Object.fromEntries(
    Object.keys(events).map((event) => [
      `on${event.replace(/^./, (first) => first.toUpperCase())}`,
      ({ detail }: CustomEvent) => tell(event, detail),
    ]),
  );
  return () => h(tag, { ref: place, ...listeners }, slots['default']?.());
}

const signupEvents = toEmits<SignupDetails>('ready', 'change', 'step', 'signedup', 'error');

/**
 * A whole signup, `<clientlib-signup>`.
 *
 * @example
 * <Signup :public-api-key="key" :plan-variant-id="plan" @signedup="(order) => welcome(order.OrderId)" />
 */
export const Signup = defineComponent({
  name: 'ClientLibSignup',
  props: toProps<SignupComponentProps>(signupTable),
  emits: signupEvents,
  setup: (props, context) => setUp('clientlib-signup', signupEvents, props, context),
});

const portalEvents = toEmits<PortalDetails>('ready', 'changed', 'canceled', 'error');

/**
 * The self-service of a contract, `<clientlib-portal>`.
 *
 * @example
 * <Portal token-url="/portal-token" />
 */
export const Portal = defineComponent({
  name: 'ClientLibPortal',
  props: toProps<PortalComponentProps>(portalTable),
  emits: portalEvents,
  setup: (props, context) => setUp('clientlib-portal', portalEvents, props, context),
});

const pricingEvents = toEmits<PricingDetails>('ready', 'choose', 'error');

/**
 * The price table, `<clientlib-pricing>`.
 *
 * @example
 * <Pricing :public-api-key="key" signup-url="/join?plan={plan}" />
 */
export const Pricing = defineComponent({
  name: 'ClientLibPricing',
  props: toProps<PricingComponentProps>(pricingTable),
  emits: pricingEvents,
  setup: (props, context) => setUp('clientlib-pricing', pricingEvents, props, context),
});

const declarationEvents = toEmits<DeclarationDetails>('declared', 'error');

/**
 * The button to cancel without a login, `<clientlib-cancel>`.
 *
 * @example
 * <Cancel declare-url="/declarations" />
 */
export const Cancel = defineComponent({
  name: 'ClientLibCancel',
  props: toProps<DeclarationComponentProps>(declarationTable),
  emits: declarationEvents,
  setup: (props, context) => setUp('clientlib-cancel', declarationEvents, props, context),
});

/** The button to withdraw from a contract, `<clientlib-withdraw>`. */
export const Withdraw = defineComponent({
  name: 'ClientLibWithdraw',
  props: toProps<DeclarationComponentProps>(declarationTable),
  emits: declarationEvents,
  setup: (props, context) => setUp('clientlib-withdraw', declarationEvents, props, context),
});
