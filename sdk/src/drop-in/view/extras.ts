import type { ComponentQuantity, OfferedComponent } from 'clientlib';
import { h, say } from './dom.ts';
import type { Formats } from './formats.ts';

interface Row {
  readonly id: string;
  readonly row: HTMLElement;
  readonly input: HTMLInputElement;
  /** Says what it costs, with VAT by this factor. */
  price(factor: number): void;
}

/** Components with quantities: a number to type, or a box to tick where there is one at most. */
export class Extras {
  readonly root: HTMLElement;
  private readonly _rows: readonly Row[];

  /** @param quantities What is booked already, by component. */
  constructor(
    components: readonly OfferedComponent[],
    setup: {
      readonly legend: string;
      readonly currency: string;
      readonly formats: Formats;
      readonly quantities?: ReadonlyMap<string, number>;
      readonly changed: () => void;
    },
  ) {
    const { legend, currency, formats, quantities, changed } = setup;
    this._rows = components.map((component) =>
      extraRow(component, quantities?.get(component.Id) ?? 0, currency, formats),
    );
    for (const { input } of this._rows)
      input.addEventListener(input.type === 'checkbox' ? 'change' : 'input', changed);
    const rows = this._rows.map(({ row }) => row);
    this.withVat(1);
    this.root = h(
      'fieldset',
      { part: 'components', hidden: rows.length === 0 },
      h('legend', {}, legend),
      h('div', { class: 'choices' }, ...rows),
    );
  }

  /** Shows prices with VAT. @param factor 1.19 for 19 percent */
  withVat(factor: number): void {
    for (const row of this._rows) row.price(factor);
  }

  /** The selection in the format of a cart. */
  get chosen(): ComponentQuantity[] {
    return this._rows.flatMap(({ id, input }) => {
      const Quantity = input.type === 'checkbox' ? Number(input.checked) : input.valueAsNumber;
      return Quantity > 0 ? { ComponentId: id, Quantity } : [];
    });
  }
}

/** A component with its price, and the input for how much of it. */
function extraRow(
  { Id: id, ComponentType, Name, Description, PricePerUnit, FeePeriod }: OfferedComponent,
  booked: number,
  currency: string,
  formats: Formats,
): Row {
  const isOnOff = ComponentType === 'OnOff';
  const input = isOnOff
    ? h('input', { type: 'checkbox', checked: booked > 0 })
    : h('input', { type: 'number', min: 0, max: 1_000_000, step: 1, value: booked, inputmode: 'numeric' });
  const name = formats.localized(Name);
  const description = formats.localized(Description);
  const note = h('span', { class: 'note' });
  const price = (factor: number): void => {
    const rate = PricePerUnit === undefined ? '' : formats.rate(PricePerUnit * factor, currency, FeePeriod);
    say(note, [rate, description !== name && description].filter(Boolean).join(' · '));
  };
  const label = h('span', { class: 'name' }, name);
  const row = h(
    'label',
    { class: isOnOff ? 'choice' : 'choice count', part: 'component' },
    ...(isOnOff ? [input, label] : [label, input]),
    note,
  );
  return { id, row, input, price };
}
