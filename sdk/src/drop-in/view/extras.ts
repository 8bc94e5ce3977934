import type { ComponentQuantity, OfferedComponent } from 'clientlib';
import { h } from './dom.ts';
import type { Formats } from './formats.ts';

/** Components with quantities: a number to type, or a box to tick where there is one at most. */
export class Extras {
  readonly root: HTMLElement;
  private readonly _inputs: readonly { readonly id: string; readonly input: HTMLInputElement }[];

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
    const made = components.map((component) => ({
      id: component.Id,
      ...rowOf(component, quantities?.get(component.Id) ?? 0, currency, formats),
    }));
    for (const { input } of made)
      input.addEventListener(input.type === 'checkbox' ? 'change' : 'input', changed);
    const rows = made.map(({ row }) => row);
    this._inputs = made;
    this.root = h(
      'fieldset',
      { part: 'components', hidden: rows.length === 0 },
      h('legend', {}, legend),
      h('div', { class: 'choices' }, ...rows),
    );
  }

  /** What is chosen, as a cart has it. */
  get chosen(): ComponentQuantity[] {
    return this._inputs.flatMap(({ id, input }) => {
      const Quantity = input.type === 'checkbox' ? Number(input.checked) : input.valueAsNumber;
      return Quantity > 0 ? { ComponentId: id, Quantity } : [];
    });
  }
}

/** A component with its price, and the input for how much of it. */
function rowOf(
  { ComponentType, Name, Description, PricePerUnit, FeePeriod }: OfferedComponent,
  booked: number,
  currency: string,
  formats: Formats,
): { readonly row: HTMLElement; readonly input: HTMLInputElement } {
  const isOnOff = ComponentType === 'OnOff';
  const input = isOnOff
    ? h('input', { type: 'checkbox', checked: booked > 0 })
    : h('input', { type: 'number', min: 0, max: 1_000_000, step: 1, value: booked, inputmode: 'numeric' });
  const price = PricePerUnit === undefined ? '' : formats.rate(PricePerUnit, currency, FeePeriod);
  const name = formats.localized(Name);
  const description = formats.localized(Description);
  const note = [price, description !== name && description].filter(Boolean).join(' · ');
  const label = h('span', { class: 'name' }, name);
  const row = h(
    'label',
    { class: isOnOff ? 'choice' : 'choice count', part: 'component' },
    ...(isOnOff ? [input, label] : [label, input]),
    note && h('span', { class: 'note' }, note),
  );
  return { row, input };
}
