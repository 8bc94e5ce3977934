import type { Consent, SignupOffer } from 'clientlib';
import type { SignupProperties } from '../attributes.ts';
import type { Scene } from '../drop-in-element.ts';
import { filled } from '../texts/languages.ts';
import { h, put } from '../view/dom.ts';
import { nextNotes, type Priced } from './summary.ts';

type Links = Pick<SignupProperties, 'termsUrl' | 'privacyUrl' | 'withdrawalUrl' | 'termsVersion' | 'consent'>;

/** The required terms directly above the button: seller, product, duration, cancellation and price. */
export class OrderTerms {
  readonly root: HTMLElement;
  /** The box, where the page asks for one. */
  readonly box: HTMLInputElement | undefined;
  private readonly _scene: Scene;
  private readonly _seller: string;
  private readonly _version: string | undefined;
  private readonly _text = h('div', { id: 'terms', class: 'terms-text' });
  private readonly _error = h('p', { class: 'error', part: 'error', id: 'consent-error' });
  private _givenAt = '';

  constructor(scene: Scene, { Name }: SignupOffer, links: Links) {
    const { texts } = scene;
    this._scene = scene;
    this._seller = Name;
    this._version = links.termsVersion;
    const link = (url: string | undefined, text: string): HTMLElement[] =>
      url ? [h('a', { href: url, target: '_blank', rel: 'noopener' }, text)] : [];
    const all = [
      ...link(links.termsUrl, texts.terms),
      ...link(links.privacyUrl, texts.privacy),
      ...link(links.withdrawalUrl, texts.withdrawal),
    ];
    if (links.consent === 'terms') this.box = this._makeBox();
    this.root = h(
      'div',
      { class: 'terms', part: 'terms' },
      this._text,
      all.length > 0 && h('p', { class: 'links' }, ...all),
      this.box && h('label', { class: 'consent', part: 'consent' }, this.box, h('span', {}, texts.consent)),
      this._error,
    );
  }

  /** The customer's consent, if the page asks for it and the box is checked. */
  get consent(): Consent | undefined {
    if (!this.box?.checked) return undefined;
    return {
      Text: this._scene.texts.consent,
      ...(this._version && { Version: this._version }),
      GivenAt: this._givenAt || new Date().toISOString(),
    };
  }

  show(priced: Priced): void {
    put(this._text, ...termSentences(priced, this._seller, this._scene).map((text) => h('p', {}, text)));
  }

  /** Shows whether the box is missing. @returns whether it is */
  check(): boolean {
    const isMissing = this.box?.checked === false;
    this._error.textContent = isMissing ? this._scene.texts.missing : '';
    this.box?.setAttribute('aria-invalid', `${isMissing}`);
    return isMissing;
  }

  private _makeBox(): HTMLInputElement {
    return h('input', {
      type: 'checkbox',
      name: 'consent',
      required: true,
      'aria-describedby': 'consent-error',
      change: () => {
        this._givenAt = new Date().toISOString();
        this.check();
      },
    });
  }
}

/** The terms in sentences: seller and plan, duration, renewal, notice, and what is due now and then. */
export function termSentences(priced: Priced, seller: string, scene: Scene): string[] {
  const { order, plan, terms, hasUse } = priced;
  const { texts, formats } = scene;
  const { variant, features, name } = plan;
  const { EndDateIfCancelledNow: end, LastPossibleCancellationDate: notice } = terms;
  const what = [name, ...features].join(', ');
  const due = `${texts.dueToday}: ${formats.money(order.TotalGross, order.Currency)}`;
  return [
    `${filled(texts.soldBy, { name: seller })} · ${what}`,
    [
      ...durationSentence(variant, end, scene),
      notice && variant.ContractPeriod && filled(texts.cancelBy, { date: formats.date(notice) }),
    ]
      .filter(Boolean)
      .join(' '),
    [
      [due, order.TotalVat > 0 && texts.inclVat, hasUse && texts.plusUse].filter(Boolean).join(', '),
      ...nextNotes(priced, scene),
    ].join('. '),
  ].filter(Boolean);
}

function durationSentence(
  { ContractPeriod, LaterContractPeriod, EndAfterFirstContractPeriod }: Priced['plan']['variant'],
  end: string | undefined,
  { texts, formats }: Scene,
): string[] {
  if (!ContractPeriod || !end) return [texts.runsOpen];
  const runs = filled(texts.runsFor, { period: formats.period(ContractPeriod), date: formats.date(end) });
  const later = formats.period(LaterContractPeriod ?? ContractPeriod);
  return [runs, EndAfterFirstContractPeriod ? texts.endsItself : filled(texts.renewsFor, { period: later })];
}
