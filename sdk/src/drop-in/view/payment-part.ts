import {
  createElement,
  type PaymentForm,
  type PaymentFormConfig,
  type PaymentFormDetails,
  type PaymentFormStyle,
} from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { h, say } from './dom.ts';

/** Width of the ring around a focused field, and a bit, in pixels. */
const RING = 4;

/** Makes each slot's name one of its own: a portal can show two forms at once. */
let lastSlot = 0;

/** Callbacks for the customer's actions and for errors in the form. */
interface Heard {
  submit(): void;
  problem(error: Error): void;
  change?(detail: PaymentFormDetails['change']): void;
}

/**
 * The payment form of ClientLib, in the colors and type that its place has here. What could not be loaded says so inside,
 * with a way to try again.
 *
 * The frame stands among the element's own children, in a slot of the shadow root: Chromium's autofill does not find frames
 * in shadow roots, and would fill in no card.
 */
export class PaymentPart {
  readonly root = h('div', { class: 'payment', part: 'payment' });
  private readonly _config: PaymentFormConfig;
  private readonly _failure = h('p', { role: 'alert', class: 'error' });
  private readonly _again = h('button', { type: 'button', hidden: true });
  private _scene: Scene;
  private readonly _heard: Heard;
  private _form: PaymentForm | undefined;
  /** The chosen way to pay. */
  chosen: Pick<PaymentFormDetails['change'], 'bearer' | 'label'> = { bearer: '', label: '' };

  constructor(config: PaymentFormConfig, scene: Scene, heard: Heard) {
    this._config = config;
    this._scene = scene;
    this._heard = heard;
  }

  /** The form to pay with; made when it is first asked for, which must be in the page. */
  get form(): PaymentForm {
    if (this._form) return this._form;
    const { _failure: failure, _again: again } = this;
    const { formTexts, formats, signal, host } = this._scene;
    const samples = samplesIn(this.root);
    const style = readStyle(samples, this.root);
    lastSlot++;
    const slot = `payment-form-${lastSlot}`;
    const place = h('div', { slot });
    host.append(place);
    this.root.append(h('slot', { name: slot }));
    const config = { ...this._config, locale: formats.locale, texts: formTexts };
    const form = createElement('paymentForm', place, config, style, () => {
      again.hidden = false;
      this._say();
    });
    shield(place);
    this.root.append(failure, again);
    again.addEventListener('click', () => {
      form.reload().then(form.focus, () => {});
      shield(place);
    });
    followTheme(form, samples, this.root);
    this._listen(form);
    whenGone(this.root, signal, () => {
      form.destroy();
      place.remove();
    });
    this._form = form;
    return form;
  }

  private _listen(form: PaymentForm): void {
    const { submit, problem, change } = this._heard;
    form.on('change', (detail) => {
      this.chosen = detail;
      change?.(detail);
    });
    form.on('ready', (detail) => {
      this.chosen = detail;
      this._again.hidden = true;
      this._say();
    });
    form.on('submit', submit);
    form.on('error', problem);
  }

  /** Shows the same in other words, with what is typed. */
  reword(scene: Scene): this {
    this._scene = scene;
    this._form?.update({ locale: scene.formats.locale, texts: scene.formTexts ?? {} });
    this._say();
    return this;
  }

  private _say(): void {
    const { texts } = this._scene;
    say(this._failure, this._again.hidden ? '' : texts.failed);
    say(this._again, texts.again);
  }
}

/** Their looks are transitions of no time, so that an event shows when the page or the system changes its theme. */
function followTheme(form: PaymentForm, samples: Samples, root: HTMLElement): void {
  let style = readStyle(samples, root);
  root.addEventListener('transitionend', ({ target }) => {
    const next = readStyle(samples, root);
    const isSample = Object.values(samples).includes(target as HTMLElement);
    if (!isSample || JSON.stringify(next) === JSON.stringify(style)) return;
    style = next;
    form.update({ style });
  });
}

/** The form goes with its slot: when a panel closes, when the customer has paid, when the element goes or begins anew. */
function whenGone(root: HTMLElement, signal: AbortSignal, leave: () => void): void {
  const end = (): void => {
    gone.disconnect();
    signal.removeEventListener('abort', end);
    leave();
  };
  const gone = new MutationObserver(() => root.isConnected || end());
  gone.observe(root.getRootNode(), { childList: true, subtree: true });
  signal.addEventListener('abort', end);
}

/** Keeps the page's style sheets from the place and the frame in it, which stand outside of the shadow root. */
function shield(place: HTMLElement): void {
  place.style.cssText = `all:unset;display:block;margin:-${RING}px`;
  const frame = place.firstElementChild as HTMLElement | null;
  if (frame) frame.style.cssText = `all:initial;${frame.style.cssText}`;
}

/** Elements that the page styles with custom properties and parts, from which the form's style is read. */
type Samples = ReturnType<typeof samplesIn>;

function samplesIn(root: HTMLElement) {
  const hidden = { 'aria-hidden': 'true' };
  const samples = {
    input: h('input', { ...hidden, type: 'text', class: 'sample', part: 'input', disabled: true }),
    label: h('label', { ...hidden, class: 'sample', part: 'label' }),
    error: h('p', { ...hidden, class: 'error sample', part: 'error' }),
    scheme: h('span', { ...hidden, class: 'scheme sample' }),
  };
  root.append(...Object.values(samples));
  return samples;
}

const ofText = ['fontSize', 'fontWeight', 'letterSpacing', 'textTransform', 'color'] as const;
const ofSides = ['Top', 'Right', 'Bottom', 'Left'] as const;

/** The form's style, matching its surroundings. */
function readStyle({ input, label, error, scheme }: Samples, place: HTMLElement): PaymentFormStyle {
  const field = getComputedStyle(input);
  const around = getComputedStyle(place);
  const { color: ink, borderTopColor: accentColor } = getComputedStyle(scheme);
  const danger = getComputedStyle(error).color;
  const { fontFamily, fontSize, color } = around;
  const pick = (style: CSSStyleDeclaration, names: readonly (keyof CSSStyleDeclaration)[]) =>
    known(Object.fromEntries(names.map((name) => [name, `${style[name] ?? ''}`])));
  const sides = ofSides.flatMap((side) => [`padding${side}`, `border${side}Width`] as const);
  return {
    // Room for the ring of a focused field, which the frame would cut off; the place is as much wider.
    body: known({
      colorScheme: ink === 'rgb(255, 255, 255)' ? 'dark' : 'light',
      fontFamily,
      fontSize,
      color,
      accentColor,
      padding: `${RING}px`,
    }),
    label: pick(getComputedStyle(label), ofText),
    input: {
      ...pick(field, [...ofText, 'fontFamily', 'minHeight', 'backgroundColor', ...sides]),
      ...known({ borderColor: field.borderTopColor, borderRadius: field.borderTopLeftRadius }),
    },
    inputInvalid: known({ borderColor: danger }),
    error: known({ color: danger }),
  };
}

/** Without what a browser does not say. */
const known = (rule: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value));
