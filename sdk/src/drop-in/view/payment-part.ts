import { createElement, type PaymentForm, type PaymentFormConfig, type PaymentFormStyle } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { h } from './dom.ts';

/**
 * The payment form of ClientLib, in the colors and type that its place has here. What could not be loaded says so inside,
 * with a way to try again.
 */
export class PaymentPart {
  readonly root = h('div', { class: 'payment', part: 'payment' });
  private readonly _config: PaymentFormConfig;
  private readonly _scene: Scene;
  private readonly _heard: { submit: () => void; problem: (error: Error) => void };
  private _form: PaymentForm | undefined;

  constructor(
    config: PaymentFormConfig,
    scene: Scene,
    heard: { submit: () => void; problem: (error: Error) => void },
  ) {
    this._config = config;
    this._scene = scene;
    this._heard = heard;
  }

  /** The form to pay with; made when it is first asked for, which must be in the page. */
  get form(): PaymentForm {
    if (this._form) return this._form;
    const { texts, formats, signal } = this._scene;
    const again = h('button', { type: 'button', hidden: true }, texts.again);
    const failure = h('p', { role: 'alert', class: 'error' });
    const sample = h('input', { type: 'text', tabindex: -1, 'aria-hidden': 'true' });
    const scheme = h('span', { class: 'scheme' });
    this.root.append(sample, scheme);
    const style = styleOf(sample, scheme, this.root);
    sample.remove();
    scheme.remove();
    const config = { ...this._config, locale: formats.locale };
    const form = createElement('paymentForm', this.root, config, style, (error) => {
      failure.textContent = texts.failed;
      again.hidden = false;
      this._heard.problem(error);
    });
    this.root.append(failure, again);
    again.addEventListener('click', () => form.reload().catch(() => {}));
    form.on('ready', () => {
      failure.textContent = '';
      again.hidden = true;
    });
    form.on('submit', this._heard.submit);
    signal.addEventListener('abort', () => form.destroy());
    this._form = form;
    return form;
  }
}

/** How the form must look to look like its place. */
function styleOf(sample: HTMLElement, scheme: HTMLElement, place: HTMLElement): PaymentFormStyle {
  const input = getComputedStyle(sample);
  const around = getComputedStyle(place);
  const accent = around.getPropertyValue('--clientlib-accent').trim();
  const isDark = getComputedStyle(scheme).color === 'rgb(255, 255, 255)';
  const { fontFamily, fontSize, color } = around;
  const known = (rule: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(rule).filter(([, value]) => value));
  return {
    body: known({ colorScheme: isDark ? 'dark' : 'light', fontFamily, fontSize, color, accentColor: accent }),
    input: known({
      borderColor: input.borderTopColor,
      borderRadius: input.borderTopLeftRadius,
      backgroundColor: input.backgroundColor,
    }),
  };
}
