// @vitest-environment happy-dom
import type { OfferedComponent } from 'clientlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { BusyButton } from '../../../sdk/src/drop-in/view/busy-button.ts';
import { h, keepInput, put, say } from '../../../sdk/src/drop-in/view/dom.ts';
import { Extras } from '../../../sdk/src/drop-in/view/extras.ts';
import { showFailure } from '../../../sdk/src/drop-in/view/failure.ts';
import { Field } from '../../../sdk/src/drop-in/view/field.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';
import { MissingEntries } from '../../../sdk/src/drop-in/view/missing-entries.ts';
import { Shape } from '../../../sdk/src/drop-in/view/shape.ts';

/* The parts that signup, portal and the other elements are made of. */

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
  sessionStorage.clear();
});

const formats = new Formats('en');

describe('extras', () => {
  const component = (more: Partial<OfferedComponent>): OfferedComponent =>
    ({
      PlanGroupId: 'g',
      ComponentType: 'QuantityBased',
      FeePeriod: { Unit: 'Month', Quantity: 1 },
      ...more,
    }) as OfferedComponent;
  const all = [
    component({ Id: 'seat', Name: { _c: 'Seat' }, Description: { _c: 'One person' }, PricePerUnit: 4 }),
    component({
      Id: 'support',
      Name: { _c: 'Support' },
      Description: { _c: 'Support' },
      ComponentType: 'OnOff',
    }),
  ];
  const show = (components = all, changed = () => {}, quantities?: Map<string, number>) =>
    new Extras(components, {
      legend: 'Extras',
      currency: 'EUR',
      formats,
      changed,
      ...(quantities && { quantities }),
    });
  const inputs = ({ root }: Extras) => [...root.querySelectorAll<HTMLInputElement>('input')];
  const notes = ({ root }: Extras) => [...root.querySelectorAll('.note')].map((note) => note.textContent);

  it('say price and description, with VAT; no description that is the name, and no price that there is none of', () => {
    const extras = show();
    expect(notes(extras)).toEqual(['€4.00 / month · One person', '']);
    extras.withVat(1.19);
    expect(notes(extras)[0]).toBe('€4.76 / month · One person');
    expect(notes(show([component({ Id: 'free', Name: { _c: 'Free' }, PricePerUnit: 0 })]))).toEqual([
      '€0.00 / month',
    ]);
  });

  it.each([
    ['EUR', 4.5, '€5.36 / month'],
    ['EUR', 0.004, '€0.00 / month'],
    ['JPY', 99, '¥118 / month'],
    ['KWD', 1.125, 'KWD 1.339 / month'],
  ])('have the digits of their currency: %s, %d with 19 percent', (currency, PricePerUnit, shown) => {
    const one = component({ Id: 'seat', Name: { _c: 'Seat' }, PricePerUnit });
    const extras = new Extras([one], { legend: 'Extras', currency, formats, changed: () => {} });
    extras.withVat(1.19);
    expect(notes(extras).map((note) => note?.replace('\u00a0', ' '))).toEqual([shown]);
  });

  it('are what is booked at first, and each change counts at once', () => {
    const changed = vi.fn();
    const extras = show(
      all,
      changed,
      new Map([
        ['seat', 2],
        ['support', 1],
      ]),
    );
    expect(extras.chosen).toEqual([
      { ComponentId: 'seat', Quantity: 2 },
      { ComponentId: 'support', Quantity: 1 },
    ]);
    const [seat, support] = inputs(extras) as [HTMLInputElement, HTMLInputElement];
    seat.value = '3';
    seat.dispatchEvent(new Event('input'));
    support.checked = false;
    support.dispatchEvent(new Event('change'));
    expect([changed.mock.calls.length, extras.chosen]).toEqual([2, [{ ComponentId: 'seat', Quantity: 3 }]]);
  });

  it.each(['', '0', '-1'])('are not chosen by the number "%s"', (value) => {
    const extras = show();
    (inputs(extras)[0] as HTMLInputElement).value = value;
    expect(extras.chosen).toEqual([]);
  });

  it('are whole numbers from 0, and are hidden where there are none', () => {
    const { min, step, inputMode, type } = inputs(show())[0] as HTMLInputElement;
    expect([type, min, step, inputMode]).toEqual(['number', '0', '1', 'numeric']);
    expect([show([]).root.hidden, show().root.hidden]).toEqual([true, false]);
  });
});

describe('a field', () => {
  it.each(['LastName', 'Address.City', 'CustomFields.Size of shoe (EU)'])(
    'has its label, its note and its error tied to it: %s',
    (name) => {
      const input = h('input');
      const field = new Field(name, 'City', input, 'optional');
      document.body.append(field.root);
      expect(field.root.querySelector(`label[for=${input.id}]`)?.textContent).toBe('City (optional)');
      field.note = 'Good.';
      field.showMistake('Wrong.');
      const read = (input.getAttribute('aria-describedby') ?? '').split(' ');
      expect(read.map((id) => document.getElementById(id)?.textContent)).toEqual(['Wrong.', 'Good.']);
      expect([input.name, field.isWrong]).toEqual([name, true]);
      field.showMistake('');
      expect([field.isWrong, input.getAttribute('aria-invalid')]).toEqual([false, 'false']);
    },
  );
});

describe('a text', () => {
  it('is written only where it differs', () => {
    const place = h('p', {}, 'same');
    const [before] = place.childNodes;
    say(place, 'same');
    expect(place.firstChild).toBe(before);
    say(place, 'other');
    expect(place.textContent).toBe('other');
  });

  it('of what has been left out is nothing; numbers and true are attributes', () => {
    const made = h(
      'input',
      { min: 0, required: true, disabled: false, name: undefined },
      undefined,
      false,
      '',
    );
    expect(made.outerHTML).toBe('<input min="0" required="">');
    put(made);
    expect(made.childNodes).toHaveLength(0);
  });
});

describe('the main button', () => {
  it('keeps label and focus while it works, says so once, and shows a check at the end', () => {
    const button = new BusyButton('Pay', 'Working', 'due terms');
    document.body.append(button.root, button.status);
    button.root.focus();
    button.isBusy = true;
    const state = () => [
      button.root.getAttribute('aria-busy'),
      button.root.getAttribute('aria-disabled'),
      button.root.disabled,
      button.root.querySelector('.spinner') !== null,
      button.status.textContent,
    ];
    expect(state()).toEqual(['true', 'true', false, true, 'Working']);
    expect([button.root.textContent, document.activeElement]).toEqual(['Pay', button.root]);
    button.isBusy = false;
    expect(state()).toEqual(['false', 'false', false, false, '']);
    button.isBusy = true;
    button.showDone();
    expect([button.root.querySelector('.glyph') !== null, button.status.textContent]).toEqual([true, '']);
  });
});

describe('a failure', () => {
  it.each([
    [en.failed, 1],
    [en.notSetUp, 0],
  ])('"%s" has %d way to try again', (text, ways) => {
    const again = vi.fn();
    showFailure(document.body, text, en, again);
    expect(document.querySelector('[role=alert]')?.textContent).toBe(text);
    const buttons = document.querySelectorAll('button');
    for (const button of buttons) button.click();
    expect([buttons.length, again.mock.calls.length]).toEqual([ways, ways]);
  });

  it('leaves the focus in its element when the customer tries again: the button goes', () => {
    const top = h('div', { tabindex: -1 });
    document.body.append(top);
    showFailure(top, en.failed, en, () => put(top, 'Loading'));
    const button = top.querySelector('button');
    button?.focus();
    button?.click();
    expect([top.textContent, document.activeElement]).toEqual(['Loading', top]);
  });
});

describe('what is missing', () => {
  it('has a link for each entry, which goes when it is right, and is hidden when nothing is', () => {
    const missing = new MissingEntries(en);
    const wrong = new Set(['City', 'Street']);
    const focused: string[] = [];
    const entries = [...wrong].map((label) => ({
      label,
      focus: () => focused.push(label),
      isWrong: () => wrong.has(label),
    }));
    missing.show(entries);
    expect([missing.root.hidden, missing.root.textContent]).toEqual([
      false,
      'Missing or wrong (2): City Street',
    ]);
    const [, street] = missing.root.querySelectorAll('button');
    missing.update();
    expect(missing.root.querySelectorAll('button')[1]).toBe(street);
    street?.click();
    wrong.delete('City');
    missing.update();
    expect([focused, missing.root.textContent]).toEqual([['Street'], 'Missing or wrong (1): Street']);
    wrong.clear();
    missing.update();
    expect(missing.root.hidden).toBe(true);
  });
});

describe('what is typed', () => {
  const form = (...children: HTMLElement[]) => {
    const made = h('form', {}, ...children);
    document.body.append(made);
    return made;
  };

  it('is in the same form in other words, with the focus and what a box opens', () => {
    const before = form(
      h('input', { class: 'sample' }),
      h('input', { name: 'city' }),
      h('input', { type: 'checkbox' }),
      h('select', {}, h('option', { value: 'a' }), h('option', { value: 'b' })),
    );
    const [, city, box] = before.querySelectorAll('input');
    Object.assign(city ?? {}, { value: 'Bonn' });
    Object.assign(box ?? {}, { checked: true });
    (before.querySelector('select') as HTMLSelectElement).value = 'b';
    city?.focus();
    const restore = keepInput(before);
    const heard: string[] = [];
    const listeners = { input: () => heard.push('input'), change: () => heard.push('change') };
    const after = form(
      h('input', { name: 'city', ...listeners }),
      h('input', { type: 'checkbox', ...listeners }),
      h('select', {}, h('option', { value: 'a' }), h('option', { value: 'b' })),
    );
    restore(after);
    const [again, ticked] = after.querySelectorAll('input');
    expect([again?.value, ticked?.checked, after.querySelector('select')?.value, heard]).toEqual([
      ...['Bonn', true, 'b'],
      ['input', 'change'],
    ]);
    expect(document.activeElement).toBe(again);
  });

  it('is left alone where there was nothing yet', () => {
    const restore = keepInput(form());
    const after = form(h('input', { value: 'kept' }));
    restore(after);
    expect(after.querySelector('input')?.value).toBe('kept');
  });

  it('keeps the focus also where fields have come below', () => {
    const before = form(h('input', { name: 'city' }));
    before.querySelector('input')?.focus();
    const restore = keepInput(before);
    const after = form(h('input', { name: 'city' }), h('input', { name: 'state' }));
    restore(after);
    expect(document.activeElement).toBe(after.querySelector('input'));
  });
});

describe('the shape of what was shown last', () => {
  const heightOf = (height: number) =>
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ height } as DOMRect);
  const content = () =>
    h('form', {}, h('div', { class: 'side' }), h('div', { class: 'payment' }), h('div', { class: 'end' }));

  it('is kept for the next time, part by part, until all is there', () => {
    heightOf(640);
    new Shape('one', document.body).reserve(content())();
    const next = content();
    const settle = new Shape('one', document.body).reserve(next);
    const heights = () => [next, ...next.children].map((part) => (part as HTMLElement).style.minHeight);
    expect(heights()).toEqual(['640px', '640px', '640px', '640px']);
    settle();
    expect(heights()).toEqual(['', '', '', '']);
    const other = content();
    new Shape('other', document.body).reserve(other);
    expect(other.style.minHeight).toBe('');
  });

  it('is of one width', () => {
    heightOf(640);
    const width = vi.spyOn(document.body, 'clientWidth', 'get').mockReturnValue(400);
    new Shape('one', document.body).reserve(content())();
    const heightIn = (pixels: number) => {
      width.mockReturnValue(pixels);
      const next = content();
      new Shape('one', document.body).reserve(next);
      return next.style.minHeight;
    };
    expect([400, 800, 400].map(heightIn)).toEqual(['640px', '', '640px']);
  });

  it('is not kept of what is not shown', () => {
    new Shape('one', document.body).reserve(content())();
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['form', '1200px'],
    ['cards', ''],
  ] as const)('is a guess at first, and says that it loads only if it takes long: %s', (kind, height) => {
    vi.useFakeTimers();
    const gone = new AbortController();
    const shape = new Shape('one', document.body);
    const skeleton = shape.skeleton(kind, 'Loading', gone.signal);
    const status = () => skeleton.querySelector('[role=status]')?.textContent;
    expect([skeleton.style.height, skeleton.getAttribute('aria-busy')]).toEqual([height, 'true']);
    vi.advanceTimersByTime(399);
    expect(status()).toBe('');
    vi.advanceTimersByTime(1);
    expect(status()).toBe('Loading');
    const left = shape.skeleton(kind, 'Loading', gone.signal);
    gone.abort();
    vi.advanceTimersByTime(1000);
    expect(left.querySelector('[role=status]')?.textContent).toBe('');
  });
});
