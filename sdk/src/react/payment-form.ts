import {
  createElement as embed,
  type PaymentForm as Form,
  type PaymentFormConfig,
  type PaymentFormDetails,
  type PaymentFormStyle,
} from 'clientlib';
import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { paymentFormTable } from '../properties/tables.ts';
import { useLatest } from './use-latest.ts';

/** Properties of `PaymentForm`: the configuration of the form, its look, and its events. */
export interface PaymentFormProps extends PaymentFormConfig {
  /** The style of the form, by part. */
  formStyle?: PaymentFormStyle | undefined;
  /** Of the element around the form. */
  className?: string | undefined;
  /** Of the element around the form. */
  id?: string | undefined;
  onReady?: ((detail: PaymentFormDetails['ready']) => void) | undefined;
  onChange?: ((detail: PaymentFormDetails['change']) => void) | undefined;
  onFocus?: ((detail: PaymentFormDetails['focus']) => void) | undefined;
  onBlur?: ((detail: PaymentFormDetails['blur']) => void) | undefined;
  onSubmit?: ((detail: PaymentFormDetails['submit']) => void) | undefined;
  onEscape?: ((detail: PaymentFormDetails['escape']) => void) | undefined;
  onInvalid?: ((detail: PaymentFormDetails['invalid']) => void) | undefined;
  /** The form could not be loaded, or one of its methods is not configured. */
  onError?: ((detail: PaymentFormDetails['error']) => void) | undefined;
}

/** Properties that update a form that is shown; any other property creates a new form. */
const changeable = ['locale', 'texts', 'formStyle'];
const changeKey = ({ locale = '', texts = {}, formStyle: style = {} }: PaymentFormProps): string =>
  JSON.stringify({ locale, texts, style });

/** The properties for the events of the form. */
const handlers = {
  ready: 'onReady',
  change: 'onChange',
  focus: 'onFocus',
  blur: 'onBlur',
  submit: 'onSubmit',
  escape: 'onEscape',
  invalid: 'onInvalid',
  error: 'onError',
} as const;

/** Hands the events of a form to the newest properties. */
function forward(form: Form, latest: { readonly current: PaymentFormProps }): void {
  for (const event of Object.keys(handlers) as (keyof typeof handlers)[])
    form.on(event, (detail) => {
      const handle = latest.current[handlers[event]] as ((detail: unknown) => void) | undefined;
      if (handle) handle(detail);
      // An error that nobody handles shows in the console, as an unhandled one.
      else if (event === 'error') Promise.reject(detail);
    });
}

/**
 * The embedded payment form. Its `ref` is the form object to pay with. The form is made in the browser when the component
 * appears, and destroyed when the component goes. `locale`, `texts` and `formStyle` change the form that is shown; another
 * property creates a new one.
 *
 * @example
 * const form = useRef(null);
 * <PaymentForm ref={form} publicApiKey={key} onReady={() => setReady(true)} onSubmit={pay} />
 * await signup.paySignupInteractive(null, form.current, order);
 */
export const PaymentForm: ForwardRefExoticComponent<PaymentFormProps & RefAttributes<Form | null>> =
  forwardRef<Form | null, PaymentFormProps>(function PaymentForm(props, ref) {
    const { className, id } = props;
    const place = useRef<HTMLDivElement>(null);
    const latest = useLatest(props);
    const [form, setForm] = useState<Form | null>(null);
    // Lists and styles are new objects in each render; what counts is what is in them.
    const settings: Readonly<Record<string, unknown>> = { ...props };
    const lasting = Object.keys(paymentFormTable).filter((name) => !changeable.includes(name));
    const setup = JSON.stringify(Object.fromEntries(lasting.map((name) => [name, settings[name]])));
    const changes = changeKey(props);
    /** The changes that the form has received. */
    const shown = useRef('');

    useEffect(() => {
      const { formStyle, locale, texts } = latest.current;
      const config: PaymentFormConfig = { ...JSON.parse(setup), locale, texts };
      const { popupCreate, popupClose } = latest.current;
      if (popupCreate)
        config.popupCreate = (redirect, cancel) => latest.current.popupCreate?.(redirect, cancel);
      if (popupClose) config.popupClose = () => latest.current.popupClose?.();
      const made = embed('paymentForm', place.current as HTMLDivElement, config, formStyle);
      shown.current = changeKey(latest.current);
      forward(made, latest);
      setForm(made);
      return () => {
        setForm(null);
        made.destroy();
      };
    }, [setup, latest]);

    useEffect(() => {
      if (!form || shown.current === changes) return;
      shown.current = changes;
      form.update(JSON.parse(changes));
    }, [form, changes]);

    useImperativeHandle<Form | null, Form | null>(ref, () => form, [form]);
    return createElement('div', { ref: place, className, id });
  });
