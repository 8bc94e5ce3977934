import { type ClientLibError, invalid } from '../../errors/client-lib-error.ts';
import { type Folded, get } from '../../input/record.ts';
import { isTexts } from '../../input/shape.ts';
import { draw, drawingsOfWays } from '../drawing.ts';
import { element } from './field-view.ts';

import { type Method, methodSubLabel } from './offered-methods.ts';
import type { Texts } from './texts/texts.ts';

/** The display of the methods, from the page's configuration. */
export interface MethodListOptions {
  /** `auto`: tabs if there are at most four methods and they fit side by side. */
  readonly layout?: 'accordion' | 'tabs' | 'auto' | undefined;
  /** Number of methods shown initially. Default: four, or all if there are at most five. */
  readonly visibleMethods?: number | undefined;
  /** Card schemes that the merchant accepts, as `cardType`. */
  readonly cardTypes?: readonly string[] | undefined;
}

const layouts = ['accordion', 'tabs', 'auto'] as const;

/** Reads the options of the page, with defaults for invalid ones. */
export function readListOptions(config: Folded): MethodListOptions & { readonly mistakes: ClientLibError[] } {
  const mistakes: ClientLibError[] = [];
  const read = <T>(name: string, isRight: (value: unknown) => value is T, expected: string) => {
    const value = get(config, name);
    if (value === undefined || value === null || isRight(value)) return value ?? undefined;
    mistakes.push(invalid('InvalidConfiguration', `config.${name}`, expected, value));
    return undefined;
  };
  const isLayout = (value: unknown) => layouts.includes(value as 'tabs');
  const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0;
  return {
    layout: read('layout', isLayout as Guard<(typeof layouts)[number]>, `one of ${layouts.join(', ')}`),
    visibleMethods: read('visibleMethods', isCount as Guard<number>, 'a whole number above 0'),
    cardTypes: read('cardTypes', isTexts as Guard<string[]>, 'a list of card types, such as ["visa"]'),
    mistakes,
  };
}

type Guard<T> = (value: unknown) => value is T;

/** The methods as rows of one box. The fields of the chosen one open inside its row. */
export class MethodList {
  readonly root: HTMLFieldSetElement;
  private readonly _rows: ReadonlyMap<Method, HTMLElement>;

  constructor(
    methods: readonly Method[],
    chosen: Method,
    texts: Texts,
    options: MethodListOptions,
    choose: (method: Method) => void,
  ) {
    this._rows = new Map(
      methods.map((method, at) => {
        const row = methodRow(method, at, methodSubLabel(method, texts));
        const radio = row.querySelector('input') as HTMLInputElement;
        radio.toggleAttribute('checked', method === chosen);
        radio.addEventListener('change', () => choose(method));
        return [method, row];
      }),
    );
    const rows = element('div', { class: 'ways' }, ...this._rows.values());
    this.root = element('fieldset', { class: 'methods' }, element('legend', {}, texts.methods), rows);
    this._hideOthers(chosen, rows, texts, options);
    this._arrange(options, methods.length);
  }

  /** Moves the fields into the row of a method. */
  open(method: Method, panel: HTMLElement): void {
    this._rows.get(method)?.append(panel);
  }

  private _hideOthers(
    chosen: Method,
    rows: HTMLElement,
    texts: Texts,
    { visibleMethods }: MethodListOptions,
  ): void {
    const { size } = this._rows;
    const visible = visibleMethods ?? (size > 5 ? 4 : size);
    const shown = [...this._rows.keys()].slice(0, visible);
    // The selected method is never hidden.
    if (!shown.includes(chosen)) shown.splice(-1, 1, chosen);
    const hidden = [...this._rows].filter(([method]) => !shown.includes(method)).map(([, row]) => row);
    if (hidden.length === 0) return;
    for (const row of hidden) row.hidden = true;
    const label = texts.moreMethods.replace('{n}', `${hidden.length}`);
    const more = element('button', { type: 'button', class: 'more' }, label);
    more.addEventListener('click', () => {
      for (const row of hidden) row.hidden = false;
      more.remove();
      hidden[0]?.querySelector('input')?.focus();
    });
    rows.append(more);
  }

  private _arrange({ layout }: MethodListOptions, count: number): void {
    const wide = matchMedia('(min-width: 560px)');
    const arrange = () => {
      const isTabs = layout === 'tabs' || (layout === 'auto' && wide.matches && count <= 4);
      this.root.classList.toggle('tabs', isTabs);
    };
    wide.addEventListener('change', arrange);
    arrange();
  }
}

function methodRow({ bearer, way, label }: Method, at: number, subLabel: string): HTMLElement {
  const name = `method-${at}`;
  const radio = element('input', {
    type: 'radio',
    name: 'method',
    value: bearer,
    'aria-labelledby': name,
    'aria-describedby': subLabel ? `${name}-more` : undefined,
  });
  const sub = subLabel ? [element('span', { class: 'sub', id: `${name}-more` }, subLabel)] : [];
  return element(
    'div',
    { class: 'way' },
    element(
      'label',
      { class: 'method' },
      radio,
      draw(drawingsOfWays[way]),
      element('span', { class: 'name', id: name }, label),
      ...sub,
    ),
  );
}
