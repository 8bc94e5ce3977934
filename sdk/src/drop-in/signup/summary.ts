import type { Component, OrderPreview } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { filled } from '../texts/languages.ts';
import { h, put, say } from '../view/dom.ts';

/**
 * What is due now and next. While a new price is calculated the old one stays, so that nothing jumps; only what differs
 * is written.
 */
export class Summary {
  readonly root: HTMLElement;
  private readonly _scene: Scene;
  private readonly _lines = h('dl', { class: 'lines' });
  private readonly _next = h('p', { class: 'note', part: 'next' });
  /** Read out once a price has come to rest. */
  private _shown = '';

  constructor(scene: Scene) {
    this._scene = scene;
    const heading = h('h2', {}, scene.texts.summary);
    this.root = h(
      'section',
      { class: 'sum', part: 'summary', 'aria-live': 'polite' },
      heading,
      this._lines,
      this._next,
    );
    put(this._lines, h('dt', {}, scene.texts.loading), h('dd'));
    this.isBusy = true;
  }

  set isBusy(value: boolean) {
    this.root.setAttribute('aria-busy', `${value}`);
  }

  show(order: OrderPreview): void {
    const { texts, formats } = this._scene;
    const rows = this._rows(order);
    const shown = JSON.stringify(rows.map(([, , kind]) => kind));
    // The same rows with other amounts stay where they are.
    if (shown !== this._shown)
      put(this._lines, ...rows.flatMap(([, , kind]) => [h('dt', { class: kind }), h('dd', { class: kind })]));
    this._shown = shown;
    const cells = [...this._lines.children];
    for (const [at, [name, amount]] of rows.entries()) {
      say(cells[2 * at] as Element, name);
      say(cells[2 * at + 1] as Element, amount);
    }
    const { NextTotalGross, NextTotalGrossDate, Currency, TrialPeriod, IsTrial } = order;
    const trial = IsTrial && TrialPeriod ? `${texts.freeTrial}: ${formats.period(TrialPeriod)}. ` : '';
    const then =
      NextTotalGross === undefined || NextTotalGrossDate === undefined
        ? ''
        : filled(texts.thenDue, {
            amount: formats.money(NextTotalGross, Currency),
            date: formats.date(NextTotalGrossDate),
          });
    say(this._next, trial + then);
    this.isBusy = false;
  }

  /** Name, amount and class of each row. */
  private _rows(order: OrderPreview): [name: string, amount: string, kind: string][] {
    const { texts, formats } = this._scene;
    const { Currency, RecurringFee, SetupFee, ComponentSubscriptions, TotalVat, TotalGross } = order;
    const money = (amount: number): string => formats.money(amount, Currency);
    const row = ({ Name = '', Quantity, TotalNet }: Component): [string, string, string] => [
      Quantity > 1 ? `${Name} × ${new Intl.NumberFormat(formats.locale).format(Quantity)}` : Name,
      money(TotalNet),
      '',
    ];
    const setup = SetupFee && SetupFee.TotalNet !== 0 ? [{ ...SetupFee, Name: texts.setupFee }] : [];
    const parts = [
      ...(RecurringFee ? [RecurringFee] : []),
      ...setup,
      ...ComponentSubscriptions.filter(({ Quantity }) => Quantity > 0),
    ];
    const vat: [string, string, string][] = TotalVat ? [[texts.vat, money(TotalVat), 'quiet']] : [];
    return [...parts.map(row), ...vat, [texts.dueToday, money(TotalGross), 'total']];
  }
}
