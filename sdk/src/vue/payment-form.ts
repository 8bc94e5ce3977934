import {
  createElement,
  type PaymentForm as Form,
  type PaymentFormConfig,
  type PaymentFormDetails,
  type PaymentFormEvent,
  type PaymentFormStyle,
} from 'clientlib';
import { defineComponent, getCurrentInstance, h, onMounted, onUnmounted, shallowRef, watch } from 'vue';
import { paymentFormTable } from '../properties/tables.ts';
import { newestPopups } from './newest-popups.ts';
import { toProps } from './to-props.ts';

/** The configuration of the form, and its look by part. */
type PaymentFormProps = PaymentFormConfig & { formStyle?: PaymentFormStyle | undefined };

/** Properties that update a form that is shown; any other property creates a new form. */
const pickChanges = ({ locale = '', texts = {}, formStyle: style = {} }: Partial<PaymentFormProps>) => ({
  locale,
  texts,
  style,
});
const unchanged = { locale: '', texts: {}, formStyle: {} };

const events = ['ready', 'change', 'focus', 'blur', 'submit', 'escape', 'invalid', 'error'] as const;

/**
 * The embedded payment form. Its template ref has `form`, the object to pay with. The form is made when the component is
 * mounted, and destroyed with the component. `locale`, `texts` and `formStyle` change the form that is shown; another property
 * creates a new one.
 *
 * @example
 * <PaymentForm ref="payment" :public-api-key="key" @ready="isReady = true" @submit="pay" />
 * await signup.paySignupInteractive(null, payment.value.form, order);
 */
export const PaymentForm = defineComponent({
  name: 'PaymentForm',
  props: toProps<PaymentFormProps>(paymentFormTable),
  emits: {
    ready: (_detail: PaymentFormDetails['ready']) => true,
    change: (_detail: PaymentFormDetails['change']) => true,
    focus: (_detail: PaymentFormDetails['focus']) => true,
    blur: (_detail: PaymentFormDetails['blur']) => true,
    submit: (_detail: PaymentFormDetails['submit']) => true,
    escape: (_detail: PaymentFormDetails['escape']) => true,
    invalid: (_detail: PaymentFormDetails['invalid']) => true,
    error: (_detail: PaymentFormDetails['error']) => true,
  },
  setup(props, { emit, expose }) {
    const self = getCurrentInstance();
    const place = shallowRef<HTMLElement>();
    const form = shallowRef<Form>();

    const make = (): void => {
      form.value?.destroy();
      const { formStyle, ...config } = props;
      const made = createElement(
        'paymentForm',
        place.value as HTMLElement,
        { ...config, ...newestPopups(() => props) },
        formStyle,
      );
      const send = emit as (event: PaymentFormEvent, detail: unknown) => void;
      for (const event of events) {
        made.on(event, (detail) => {
          // Without an error listener, report the error as an unhandled rejection.
          if (event === 'error' && !self?.vnode.props?.['onError']) Promise.reject(detail);
          send(event, detail);
        });
      }
      form.value = made;
    };

    onMounted(make);
    watch(() => JSON.stringify({ ...props, ...unchanged }), make);
    watch(
      () => JSON.stringify(pickChanges(props)),
      () => form.value?.update(pickChanges(props)),
    );
    onUnmounted(() => form.value?.destroy());
    expose({ form });
    return () => h('div', { ref: place });
  },
});
