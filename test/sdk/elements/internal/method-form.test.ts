// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MethodForm, type MethodFormOptions } from '../../../../sdk/src/elements/internal/method-form.ts';
import { type Method, offer } from '../../../../sdk/src/elements/internal/offered-methods.ts';
import { en } from '../../../../sdk/src/elements/internal/texts/en.ts';
import { ClientLibError } from '../../../../sdk/src/errors/client-lib-error.ts';
import { paymentMethods } from '../../fake-service.ts';

const all = ['CreditCard:FakePSP', 'Debit:FakePSP', 'Debit:Alpha', 'November', 'Oscar', 'Lima'] as const;
const right = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' };

let told: [string, object][];
let invalid: ClientLibError[];
let form: MethodForm;

function show(...bearers: string[]): MethodForm {
  return showWith({}, ...bearers);
}

function showWith(options: MethodFormOptions, ...bearers: string[]): MethodForm {
  told = [];
  invalid = [];
  const { methods } = offer(paymentMethods as never, bearers, en);
  form = new MethodForm(
    methods as unknown as readonly [Method, ...Method[]],
    en,
    {
      event: (name, detail) => told.push([name, detail]),
      invalid: (error) => invalid.push(error),
    },
    options,
  );
  document.body.replaceChildren(form.root);
  return form;
}
afterEach(() => document.body.replaceChildren());

const input = (name: string) => form.root.querySelector(`#${name}`) as HTMLInputElement;
const names = () => [...form.root.querySelectorAll('.field input')].map(({ id }) => id);
const errorAt = (name: string) => form.root.querySelector(`#${name}-error`)?.textContent;
const spoken = () => form.root.querySelector('.spoken')?.textContent;
const isWrong = (name: string) => input(name).getAttribute('aria-invalid');

function type(name: string, value: string, { at = value.length, inputType = 'insertText' } = {}): void {
  const field = input(name);
  field.value = value;
  field.setSelectionRange(at, at);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
}
const typeAll = (fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) type(name, value);
};
const leave = (name: string) => input(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
const choose = (bearer: string) => {
  const radio = form.root.querySelector(`input[value="${bearer}"]`) as HTMLInputElement;
  radio.checked = true;
  radio.dispatchEvent(new Event('change'));
};
const lastOf = (name: string) => told.findLast(([event]) => event === name)?.[1];

describe('the fields of a method', () => {
  it.each([
    ['CreditCard:FakePSP', ['cardNumber', 'expiry', 'cvc', 'cardHolder'], ''],
    ['Debit:FakePSP', ['accountHolder', 'iban', 'bic'], en.mandate],
    ['Debit:Alpha', ['accountHolder', 'bankAccountNumber', 'bankRoutingCode'], en.mandate],
    ['November', ['emailAddress'], en.redirect],
    ['Lima', [], en.redirect],
    ['InvoicePayment', [], en.invoiceText],
  ])('%s has %j', (bearer, fields, text) => {
    show(bearer);
    expect(names()).toEqual(fields);
    expect(form.root.querySelector('.text')?.textContent ?? '').toBe(text);
    expect(form.root.querySelector('fieldset')).toBeNull();
  });

  it.each([
    ['CreditCard:FakePSP', {}, ['cardNumber', 'expiry', 'cvc', 'cardHolder']],
    ['CreditCard:FakePSP', { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123' }, ['cardHolder']],
    ['Debit:FakePSP', {}, ['accountHolder', 'iban', 'mandate']],
    ['Debit:FakePSP', { accountHolder: 'Ada Byron', iban: 'DE89370400440532013000' }, ['mandate']],
    ['Debit:Alpha', {}, ['accountHolder', 'bankAccountNumber', 'bankRoutingCode', 'mandate']],
    ['InvoicePayment', {}, []],
  ])('in a layout of its own, %s with %j needs the parts %j', (bearer, values, parts) => {
    show(bearer);
    typeAll(values);
    expect([...form.neededParts].sort()).toEqual([...parts].sort());
  });

  it('are labelled, autofilled by the browser and read out with hint, brand and error', () => {
    show('CreditCard:FakePSP');
    const attributes = (name: string) =>
      Object.fromEntries([...input(name).attributes].map(({ name: attribute, value }) => [attribute, value]));
    expect(attributes('cvc')).toEqual({
      id: 'cvc',
      name: 'cvc',
      type: 'text',
      class: 'code',
      autocomplete: 'cc-csc',
      inputmode: 'numeric',
      required: '',
      'aria-invalid': 'false',
      'aria-describedby': 'cvc-brand cvc-hint cvc-error',
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      dir: 'ltr',
    });
    expect(attributes('cardHolder')).toMatchObject({ autocapitalize: 'words', inputmode: 'text' });
    expect(attributes('cardHolder')).not.toHaveProperty('dir');
    expect(attributes('cardHolder')).not.toHaveProperty('class');
    expect(attributes('cardNumber')).toMatchObject({ placeholder: '1234 1234 1234 1234' });
    expect(attributes('expiry')).toMatchObject({ placeholder: 'MM / YY' });
    for (const name of names()) {
      const label = form.root.querySelector(`label[for=${name}]`);
      expect(label?.textContent).toBe(en.fields[name as 'cvc']);
      expect(input(name).parentElement?.className).toBe('control');
      for (const part of ['brand', 'hint', 'error'])
        expect(form.root.querySelector(`#${name}-${part}`)?.className).toBe(part);
    }
    expect([...form.root.querySelectorAll('.field')].map(({ className }) => className)).toEqual([
      'field',
      'field half',
      'field half',
      'field',
    ]);
  });

  it('mark optional ones', () => {
    show('Debit:FakePSP');
    expect(form.root.querySelector('label[for=bic]')?.textContent).toBe('BIC (optional)');
    expect(input('bic').required).toBe(false);
    expect(input('iban').required).toBe(true);
    show('Oscar');
    expect(input('emailAddress').required).toBe(true);
  });

  it('belong to a form that is never submitted, and is named', () => {
    show('CreditCard:FakePSP');
    expect(form.root.noValidate).toBe(true);
    expect(form.root.getAttribute('aria-label')).toBe(en.title);
    const submit = new Event('submit', { cancelable: true });
    form.root.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(true);
  });
});

describe('input', () => {
  it('is formatted for reading, and reported without its content', () => {
    show('CreditCard:FakePSP');
    type('cardNumber', '4111111111111111');
    expect(input('cardNumber').value).toBe('4111 1111 1111 1111');
    type('expiry', '1239');
    expect(input('expiry').value).toBe('12 / 39');
    type('cvc', '12345');
    expect(input('cvc').value).toBe('123');
    expect(lastOf('change')).toEqual({
      bearer: 'CreditCard:FakePSP',
      label: 'Card',
      field: 'cvc',
      complete: false,
      cardType: 'visa',
      empty: false,
      valid: true,
    });
    type('cvc', '1');
    expect(lastOf('change')).toMatchObject({ field: 'cvc', empty: false, valid: false });
    type('cvc', '');
    expect(lastOf('change')).toMatchObject({ field: 'cvc', empty: true, valid: false });
    type('cvc', '123');
    type('cardHolder', 'Ada');
    expect(lastOf('change')).toMatchObject({ field: 'cardHolder', complete: true });
    expect(form.typedValues).toEqual({
      cardNumber: '4111 1111 1111 1111',
      expiry: '12 / 39',
      cvc: '123',
      cardHolder: 'Ada',
    });
    expect(JSON.stringify(told)).not.toMatch(/4111|12 |123|Ada/);
  });

  it('of an optional field is valid where it is filled in, and not where it is empty', () => {
    show('Debit:FakePSP');
    type('bic', 'COBADEFF');
    expect(lastOf('change')).toMatchObject({ field: 'bic', empty: false, valid: true });
    type('bic', '');
    expect(lastOf('change')).toMatchObject({ field: 'bic', empty: true, valid: false });
  });

  it.each([
    ['Debit:FakePSP', 'iban', 'de89-3704 0044x', 'DE89 3704 0044 X'],
    ['Debit:FakePSP', 'iban', `DE${'0'.repeat(40)}`, `DE00 ${'0000 '.repeat(7)}00`],
    ['Debit:FakePSP', 'bic', 'coba-deffxxx1', 'COBADEFFXXX'],
    ['Debit:Alpha', 'bankAccountNumber', '12-345678901234567890', '12345678901234567'],
    ['Debit:Alpha', 'bankRoutingCode', '370 400 441', '370400441'],
    ['Debit:Alpha', 'bankRoutingCode', '3704004412', '370400441'],
    ['Oscar', 'emailAddress', 'Ada@Shop.test', 'Ada@Shop.test'],
  ])('%s, %s: "%s" is shown as "%s"', (bearer, name, typed, shown) => {
    show(bearer);
    type(name, typed);
    expect(input(name).value).toBe(shown);
  });

  it.each([
    ['378282246310005', '1234'],
    ['4111111111111111', '123'],
  ])('of the code is as long as the codes of %j', (cardNumber, code) => {
    show('CreditCard:FakePSP');
    typeAll({ cardNumber, cvc: '12345' });
    expect(input('cvc').value).toBe(code);
  });

  it.each([...['deleteContentBackward', 'deleteWordBackward', 'deleteSoftLineBackward', 'deleteByCut']])(
    'can be erased: %s',
    (inputType) => {
      show('CreditCard:FakePSP');
      type('expiry', '12 /', { inputType });
      expect(input('expiry').value).toBe('12');
      type('expiry', '12');
      expect(input('expiry').value).toBe('12 / ');
    },
  );

  it.each([
    ['in the middle', '41x11 1', 3, '4111 1', 2],
    ['behind a digit that begins a group', '411112 1', 6, '4111 121', 7],
    ['at the beginning', 'x4111', 0, '4111', 0],
    ['at the end', '41111', 5, '4111 1', 6],
  ])('keeps the cursor between the same characters: %s', (_, typed, at, shown, cursor) => {
    show('CreditCard:FakePSP');
    input('cardNumber').focus();
    type('cardNumber', typed, { at });
    expect(input('cardNumber').value).toBe(shown);
    expect(input('cardNumber').selectionStart).toBe(cursor);
    expect(input('cardNumber').selectionEnd).toBe(cursor);
  });

  it('that the browser fills in elsewhere moves no cursor: some browsers take the focus there', () => {
    show('CreditCard:FakePSP');
    const moved = vi.spyOn(input('cardNumber'), 'setSelectionRange');
    input('cvc').focus();
    input('cardNumber').value = '4111111111111111';
    input('cardNumber').dispatchEvent(new Event('input', { bubbles: true }));
    expect([input('cardNumber').value, moved.mock.calls]).toEqual(['4111 1111 1111 1111', []]);
  });

  it('is unchanged while characters are being composed', () => {
    show('CreditCard:FakePSP');
    const compose = (name: string, value: string) => {
      input(name).value = value;
      input(name).dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    };
    compose('cardNumber', '41111');
    expect(input('cardNumber').value).toBe('41111');
    expect(form.typedValues.cardNumber).toBe('41111');
    input('cardNumber').dispatchEvent(new Event('compositionend', { bubbles: true }));
    expect(input('cardNumber').value).toBe('4111 1');
    // The brand is known meanwhile, in whatever digits.
    compose('cardNumber', '３７８２');
    expect(form.root.querySelector('#cardNumber-brand')?.textContent).toBe('Amex');
    compose('cardHolder', 'José');
    expect(form.typedValues.cardHolder).toBe('José');
  });

  it.each([
    ['full-width', '４１１１１１１１１１１１１１１１', '１２／３９', '１２３'],
    ['Arabic', '٤١١١١١١١١١١١١١١١', '١٢٣٩', '١٢٣'],
    ['Persian', '۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱', '۱۲۳۹', '۱۲۳'],
  ])('takes %s digits for those of the card', (_, cardNumber, expiry, cvc) => {
    show('CreditCard:FakePSP');
    typeAll({ cardNumber, expiry, cvc, cardHolder: 'Ada' });
    const shown = { cardNumber: '4111 1111 1111 1111', expiry: '12 / 39', cvc: '123', cardHolder: 'Ada' };
    expect(form.typedValues).toEqual(shown);
    expect(form.check()).toBeUndefined();
  });

  it('takes full-width letters and digits for those of an IBAN', () => {
    show('Debit:FakePSP');
    typeAll({ accountHolder: 'Ada', iban: 'ｄｅ８９３７０４００４４０５３２０１３０００' });
    expect(input('iban').value).toBe('DE89 3704 0044 0532 0130 00');
    expect(form.check()).toBeUndefined();
  });

  it('shows the brand of the card, and where its code is printed', () => {
    show('CreditCard:FakePSP');
    const brand = () => form.root.querySelector('#cardNumber-brand')?.textContent;
    const hint = () => form.root.querySelector('#cvc-hint') as HTMLElement;
    expect(brand()).toBe('');
    expect(hint().textContent).toBe(en.cvcHint[3]);
    expect(hint().hidden).toBe(false);
    for (const [number, name] of [
      ['4', 'Visa'],
      ['55', 'Mastercard'],
      ['36', 'Diners'],
      ['3528', 'JCB'],
      ['6759', 'Maestro'],
      ['65', 'Discover'],
      ['62', 'UnionPay'],
    ] as const) {
      type('cardNumber', number);
      expect(brand()).toBe(name);
      expect(hint().textContent).toBe(en.cvcHint[3]);
    }
    type('cardNumber', '3782');
    expect(brand()).toBe('Amex');
    expect(hint().textContent).toBe(en.cvcHint[4]);
    expect(lastOf('change')).toMatchObject({ cardType: 'amex' });
    type('cardNumber', '9');
    expect(brand()).toBe('');
    expect(lastOf('change')).toMatchObject({ cardType: undefined });
  });

  it('shows a brand at the number and a hint at the code only', () => {
    show('CreditCard:FakePSP');
    type('cardNumber', '4');
    const filled = [...form.root.querySelectorAll('.brand, .hint')].filter((part) => part.textContent);
    expect(filled.map(({ id }) => id)).toEqual(['cardNumber-brand', 'cvc-hint']);
    expect((form.root.querySelector('#cardNumber-hint') as HTMLElement).hidden).toBe(true);
  });
});

describe('errors', () => {
  it('are shown at every field at once, and the first gets the focus', () => {
    show('CreditCard:FakePSP');
    typeAll({ cardNumber: '4111111111111111', expiry: '12/20', cvc: ' ', cardHolder: ' ' });
    expect(form.check()).toMatchObject({ errorCode: ['InvalidExpirationDate'], field: 'expiry' });
    expect(document.activeElement).toBe(input('expiry'));
    expect(names().map(isWrong)).toEqual(['false', 'true', 'true', 'true']);
    expect(names().map(errorAt)).toEqual(['', en.wrong.expiry, en.missing, en.missing]);
    expect(invalid.map(({ field, errorCode }) => [field, errorCode[0]])).toEqual([
      ['expiry', 'InvalidExpirationDate'],
      ['cvc', 'InvalidCardCvc'],
      ['cardHolder', 'InvalidCardHolder'],
    ]);
    expect(spoken()).toBe(`${en.fields.cardHolder}: ${en.missing}`);
  });

  it('are empty if everything is valid', () => {
    show('CreditCard:FakePSP');
    typeAll(right);
    expect(form.check()).toBeUndefined();
    expect(invalid).toEqual([]);
    expect(names().map(errorAt)).toEqual(['', '', '', '']);
  });

  it('are reported once, and again only after they were fixed', () => {
    show('CreditCard:FakePSP');
    typeAll({ ...right, cvc: '12' });
    form.check();
    form.check();
    expect(invalid).toHaveLength(1);
    type('cvc', '1');
    expect(isWrong('cvc')).toBe('true');
    type('cvc', '123');
    expect(isWrong('cvc')).toBe('false');
    expect(errorAt('cvc')).toBe('');
    type('cvc', '12');
    expect(isWrong('cvc')).toBe('false');
    form.check();
    expect(invalid).toHaveLength(2);
  });

  it('are shown when a filled-in field is left, and not while it is empty', () => {
    show('CreditCard:FakePSP');
    leave('cvc');
    expect(isWrong('cvc')).toBe('false');
    type('cvc', '12');
    expect(isWrong('cvc')).toBe('false');
    leave('cvc');
    expect(isWrong('cvc')).toBe('true');
    expect(spoken()).toBe(`${en.fields.cvc}: ${en.wrong.cvc}`);
    expect(told.filter(([name]) => name === 'blur')).toEqual([
      ['blur', { field: 'cvc' }],
      ['blur', { field: 'cvc' }],
    ]);
    expect(isWrong('cardNumber')).toBe('false');
  });

  it('can come from the provider', () => {
    show('CreditCard:FakePSP');
    typeAll(right);
    const error = new ClientLibError(['InvalidCardCvc'], 'The code is not that of the card.');
    form.reject(error);
    expect(names().map(isWrong)).toEqual(['false', 'false', 'true', 'false']);
    expect(document.activeElement).toBe(input('cvc'));
    expect(invalid).toEqual([error]);
    form.reject(new ClientLibError(['Rejected'], 'No.'));
    form.reject(new ClientLibError(['InvalidIban'], 'No.'));
    expect(invalid).toHaveLength(1);
  });

  it.each([
    ['CreditCard:FakePSP', ['InvalidCardType'], undefined, 'cardNumber'],
    ['CreditCard:FakePSP', ['InvalidCardNumber'], undefined, 'cardNumber'],
    ['CreditCard:FakePSP', ['InvalidExpirationDate'], undefined, 'expiry'],
    ['CreditCard:FakePSP', ['InvalidCardHolder'], undefined, 'cardHolder'],
    ['Debit:FakePSP', ['InvalidAccountHolder'], undefined, 'accountHolder'],
    ['Debit:FakePSP', ['InvalidIban'], undefined, 'iban'],
    ['Debit:FakePSP', ['InvalidBic'], undefined, 'bic'],
    ['Debit:Alpha', ['InvalidAccountNumber'], undefined, 'bankAccountNumber'],
    ['Debit:Alpha', ['InvalidBankCode'], undefined, 'bankRoutingCode'],
    ['Oscar', ['InvalidPaymentData'], 'emailAddress', 'emailAddress'],
  ] as const)('of %s by %j of %s is shown at %s', (bearer, codes, field, name) => {
    show(bearer);
    form.reject(new ClientLibError([...codes], 'No.', { field }));
    expect(names().filter((one) => isWrong(one) === 'true')).toEqual([name]);
  });
});

describe('the focus', () => {
  it('goes to the first wrong field, or the first empty required one, or the first', () => {
    show('Debit:FakePSP');
    const focused = () => {
      form.focus();
      return document.activeElement?.id;
    };
    expect(focused()).toBe('accountHolder');
    type('accountHolder', 'Ada');
    expect(focused()).toBe('iban');
    type('bic', 'X');
    leave('bic');
    expect(focused()).toBe('bic');
    typeAll({ iban: 'DE89370400440532013000', bic: '' });
    expect(isWrong('bic')).toBe('false');
    expect(focused()).toBe('accountHolder');
  });

  it('goes to the selected method if there is nothing to type', () => {
    show('Lima', 'InvoicePayment');
    form.focus();
    expect((document.activeElement as HTMLInputElement).value).toBe('Lima');
    show('Lima');
    expect(() => form.focus()).not.toThrow();
  });

  it('is reported when it enters and leaves a field', () => {
    show('CreditCard:FakePSP', 'Debit:FakePSP');
    input('cardNumber').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    leave('cardNumber');
    expect(told).toEqual([
      ['focus', { field: 'cardNumber' }],
      ['blur', { field: 'cardNumber' }],
    ]);
    told = [];
    const radio = form.root.querySelector('input[type=radio]') as HTMLInputElement;
    radio.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    radio.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    expect(told).toEqual([]);
  });

  const press = (target: Element, options: KeyboardEventInit): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...options });
    target.dispatchEvent(event);
    return event;
  };
  it('in a field, Enter is reported once as `submit`, however long it is held; other keys, and one that ends a composition, are not', () => {
    show('CreditCard:FakePSP');
    const enter = press(input('cvc'), { key: 'Enter' });
    expect(enter.defaultPrevented).toBe(true);
    expect(told).toEqual([['submit', { bearer: 'CreditCard:FakePSP' }]]);
    expect(press(input('cvc'), { key: 'Enter', repeat: true }).defaultPrevented).toBe(true);
    expect(press(input('cvc'), { key: 'a' }).defaultPrevented).toBe(false);
    expect(press(input('cvc'), { key: 'Enter', isComposing: true }).defaultPrevented).toBe(false);
    expect(press(form.root, { key: 'Enter' }).defaultPrevented).toBe(false);
    expect(told).toHaveLength(1);
  });

  it('in a field, Escape is reported as `escape`, but not one that ends a composition', () => {
    show('CreditCard:FakePSP');
    press(input('cvc'), { key: 'Escape', isComposing: true });
    press(input('cvc'), { key: 'Escape' });
    expect(told).toEqual([['escape', { bearer: 'CreditCard:FakePSP' }]]);
  });
});

describe('a form that continues another one', () => {
  it('has what is typed and wrong, the cursor in the same place, and rests while the other does', () => {
    const before = show('CreditCard:FakePSP', 'Debit:FakePSP');
    typeAll({ ...right, cvc: '1' });
    before.check();
    input('cardHolder').focus();
    input('cardHolder').setSelectionRange(2, 5);
    before.isBusy = true;
    const next = show('CreditCard:FakePSP', 'Debit:FakePSP');
    document.body.replaceChildren(before.root);
    input('cardHolder');
    before.root.querySelector<HTMLInputElement>('#cardHolder')?.focus();
    before.root.querySelector<HTMLInputElement>('#cardHolder')?.setSelectionRange(2, 5);
    next.continue(before, () => document.body.replaceChildren(next.root));
    expect(next.typedValues).toMatchObject({ cardHolder: 'Ada Byron', cvc: '1' });
    expect(names().map(isWrong)).toEqual(['false', 'false', 'true', 'false']);
    expect(errorAt('cvc')).toBe(en.wrong.cvc);
    const { activeElement } = document;
    expect(activeElement).toBe(input('cardHolder'));
    const { selectionStart, selectionEnd } = input('cardHolder');
    expect([selectionStart, selectionEnd]).toEqual([2, 5]);
    expect([input('cvc').readOnly, next.root.getAttribute('aria-busy')]).toEqual([true, 'true']);
  });

  it('has no cursor and works where the other one has none and does', () => {
    const before = show('CreditCard:FakePSP');
    const next = show('CreditCard:FakePSP');
    next.continue(before, () => {});
    expect([document.activeElement, next.root.getAttribute('aria-busy')]).toEqual([document.body, null]);
  });
});

describe('the code of a card', () => {
  it('is emptied for the next attempt, which the page hears, and nothing else is', () => {
    show('CreditCard:FakePSP');
    typeAll(right);
    told = [];
    form.clearCode();
    expect(input('cvc').value).toBe('');
    expect(form.typedValues).toMatchObject({
      cvc: '',
      cardNumber: '4111 1111 1111 1111',
      cardHolder: 'Ada Byron',
    });
    expect(told).toEqual([
      ['change', expect.objectContaining({ field: 'cvc', complete: false, empty: true, valid: false })],
    ]);
  });

  it('of a card that is not chosen is emptied too', () => {
    show('CreditCard:FakePSP', 'Debit:FakePSP');
    typeAll(right);
    choose('Debit:FakePSP');
    form.clearCode();
    choose('CreditCard:FakePSP');
    expect([input('cvc').value, input('expiry').value]).toEqual(['', '12 / 39']);
  });
});

describe('several methods', () => {
  it('are a choice, with the first selected', () => {
    show(...all);
    const radios = [...form.root.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map(({ value }) => value)).toEqual([...all]);
    expect(radios.map(({ name }) => name)).toEqual(all.map(() => 'method'));
    expect(radios.map((radio) => radio.getAttribute('checked'))).toEqual([
      '',
      ...all.slice(1).map(() => null),
    ]);
    expect(form.root.querySelector('fieldset.methods legend')?.textContent).toBe(en.methods);
    expect([...form.root.querySelectorAll('label.method .name')].map((label) => label.textContent)).toEqual([
      'Card',
      'Direct debit (FakePSP)',
      'Direct debit (Alpha)',
      'November',
      'Oscar',
      'Lima',
    ]);
    expect(names()).toEqual(['cardNumber', 'expiry', 'cvc', 'cardHolder']);
  });

  it('have fields of their own, which replace the previous ones, and keep the input', () => {
    show('CreditCard:FakePSP', 'Debit:FakePSP');
    typeAll(right);
    choose('Debit:FakePSP');
    expect(form.method.bearer).toBe('Debit:FakePSP');
    expect(names()).toEqual(['accountHolder', 'iban', 'bic']);
    expect(form.root.querySelectorAll('.text')).toHaveLength(1);
    expect(lastOf('change')).toEqual({
      bearer: 'Debit:FakePSP',
      label: 'Direct debit',
      field: undefined,
      complete: false,
      cardType: undefined,
    });
    expect(form.typedValues).toEqual({ accountHolder: '', iban: '', bic: '' });
    choose('CreditCard:FakePSP');
    expect(form.root.querySelectorAll('.text')).toHaveLength(0);
    expect(input('cardNumber').value).toBe('4111 1111 1111 1111');
    expect(form.root.querySelector('#cardNumber-brand')?.textContent).toBe('Visa');
    expect(lastOf('change')).toMatchObject({ complete: true, cardType: 'visa' });
    expect(form.root.lastElementChild?.className).toBe('spoken');
  });
});

describe('the rows of the methods', () => {
  const rows = () => [...form.root.querySelectorAll<HTMLElement>('.way')];
  const visible = () => rows().filter(({ hidden }) => !hidden).length;
  const more = () => form.root.querySelector<HTMLButtonElement>('button.more');
  const bearerOfOpen = () =>
    form.root.querySelector('.panel')?.closest('.way')?.querySelector<HTMLInputElement>('[name=method]')
      ?.value;

  it('hold the fields of the chosen method', () => {
    show('CreditCard:FakePSP', 'Debit:FakePSP');
    expect(bearerOfOpen()).toBe('CreditCard:FakePSP');
    choose('Debit:FakePSP');
    expect(bearerOfOpen()).toBe('Debit:FakePSP');
    expect(form.root.querySelectorAll('.panel')).toHaveLength(1);
  });

  it('are named by the method, and described by what it means', () => {
    show('CreditCard:FakePSP', 'Lima');
    const parts = [...form.root.querySelectorAll('input[name=method]')].map((radio) =>
      ['aria-labelledby', 'aria-describedby'].map(
        (name) => document.getElementById(radio.getAttribute(name) ?? '')?.textContent,
      ),
    );
    expect(parts).toEqual([
      ['Card', undefined],
      ['Lima', en.leavesPage],
    ]);
  });

  it('are all shown up to five, and four with a button above that', () => {
    show(...all.slice(0, 5));
    expect([visible(), more()]).toEqual([5, null]);
    show(...all);
    expect([visible(), more()?.textContent]).toEqual([4, 'More ways to pay (2)']);
    more()?.click();
    expect([visible(), more()]).toEqual([6, null]);
    expect((document.activeElement as HTMLInputElement).value).toBe('Oscar');
    expect(form.method.bearer).toBe('CreditCard:FakePSP');
  });

  it('are as many as the page says, and the chosen one is among them', () => {
    showWith({ visibleMethods: 2 }, ...all);
    expect([visible(), more()?.textContent]).toEqual([2, 'More ways to pay (4)']);
    const { methods } = offer(paymentMethods as never, [...all], en);
    const chosen = methods.at(-1) as Method;
    showWith({ visibleMethods: 2, chosen }, ...all);
    expect(rows().map(({ hidden }) => hidden)).toEqual([false, true, true, true, true, true]);
  });

  it.each([
    ['accordion', false],
    ['tabs', true],
    ['auto', true],
  ] as const)('are arranged as %s', (layout, isTabs) => {
    showWith({ layout }, 'CreditCard:FakePSP', 'Lima');
    expect(form.root.querySelector('fieldset')?.classList.contains('tabs')).toBe(isTabs);
  });

  it.each([
    [4, true, true],
    [5, true, false],
    [4, false, false],
  ])('are tabs for `auto` where %i of them fit: in a wide frame %s', (count, isWide, isTabs) => {
    let change = (): void => {};
    const media = {
      matches: isWide,
      addEventListener: (_: string, listener: () => void) => (change = listener),
    };
    const match = vi.spyOn(window, 'matchMedia').mockReturnValue(media as never);
    showWith({ layout: 'auto' }, ...all.slice(0, count));
    const hasTabs = () => form.root.querySelector('fieldset')?.classList.contains('tabs');
    expect([match.mock.calls, hasTabs()]).toEqual([[['(min-width: 560px)']], isTabs]);
    media.matches = !isWide;
    change();
    expect(hasTabs()).toBe(count < 5 && !isWide);
    match.mockRestore();
  });

  it.each([[['CreditCard:FakePSP']], [['CreditCard:FakePSP', 'Debit:FakePSP']]] as const)(
    'name the cards that the page accepts below the number: %s',
    (bearers) => {
      showWith({ cardTypes: ['visa', 'mastercard', 'local'] }, ...bearers);
      const hint = form.root.querySelector<HTMLElement>('#cardNumber-hint');
      expect([hint?.hidden, hint?.textContent]).toEqual([false, 'Visa, Mastercard, local']);
      expect(input('cardNumber').getAttribute('aria-describedby')).toContain('cardNumber-hint');
    },
  );

  it('say nothing of accepted cards that the page does not name', () => {
    show('CreditCard:FakePSP');
    expect(form.root.querySelector<HTMLElement>('#cardNumber-hint')?.hidden).toBe(true);
  });
});

describe('payer data of the page', () => {
  it('fills in empty fields, also in methods that are not selected', () => {
    show('CreditCard:FakePSP', 'Debit:FakePSP', 'November');
    form.fillPayer('Ada Byron', 'ada@shop.test');
    expect(input('cardHolder').value).toBe('Ada Byron');
    expect(input('cardNumber').value).toBe('');
    choose('Debit:FakePSP');
    expect(input('accountHolder').value).toBe('Ada Byron');
    choose('November');
    expect(input('emailAddress').value).toBe('ada@shop.test');
  });

  it('follows the page while the customer types the name there, until it is typed here', () => {
    show('CreditCard:FakePSP', 'Debit:FakePSP');
    form.fillPayer('Ada', '');
    form.fillPayer('Ada Byron', '');
    expect(input('cardHolder').value).toBe('Ada Byron');
    expect(form.typedValues.cardHolder).toBe('Ada Byron');
    type('cardHolder', 'A. Byron');
    form.fillPayer('Ada King', '');
    expect(input('cardHolder').value).toBe('A. Byron');
    choose('Debit:FakePSP');
    expect(input('accountHolder').value).toBe('Ada King');
  });

  it('follows the page in other words too, and replaces what is typed in none', () => {
    const before = show('CreditCard:FakePSP', 'November');
    form.fillPayer('Ada', 'ada@shop.test');
    choose('November');
    type('emailAddress', 'own@shop.test');
    show('CreditCard:FakePSP', 'November').continue(before, () => {});
    form.fillPayer('Ada Byron', 'other@shop.test');
    expect(input('cardHolder').value).toBe('Ada Byron');
    choose('November');
    expect(input('emailAddress').value).toBe('own@shop.test');
  });

  it('is not wrong any more where the field was found empty', () => {
    show('CreditCard:FakePSP');
    form.check();
    expect(input('cardHolder').getAttribute('aria-invalid')).toBe('true');
    form.fillPayer('Ada Byron', '');
    expect(input('cardHolder').getAttribute('aria-invalid')).toBe('false');
    expect(form.root.querySelector('#cardHolder-error')?.textContent).toBe('');
    expect(input('cardNumber').getAttribute('aria-invalid')).toBe('true');
  });

  it('is not said to be wrong before the customer has come by', () => {
    show('Oscar');
    form.fillPayer('', 'ada');
    expect([input('emailAddress').value, input('emailAddress').getAttribute('aria-invalid')]).toEqual([
      'ada',
      'false',
    ]);
    expect(form.root.querySelector('[aria-live]')?.textContent).toBe('');
  });

  it('replaces no input, and nothing with nothing', () => {
    show('CreditCard:FakePSP', 'November');
    type('cardHolder', 'Grace');
    form.fillPayer('Ada Byron', '');
    expect(input('cardHolder').value).toBe('Grace');
    expect(form.typedValues.cardHolder).toBe('Grace');
    choose('November');
    expect(input('emailAddress').value).toBe('');
    form.fillPayer('', 'ada@shop.test');
    expect(form.typedValues).toEqual({ emailAddress: 'ada@shop.test' });
  });
});

describe('while data is being sent', () => {
  it('nothing can be changed', () => {
    show('CreditCard:FakePSP', 'Debit:FakePSP');
    const inputs = () =>
      [...form.root.querySelectorAll<HTMLInputElement>('input[name=method], .field input')].sort(
        (one, other) => Number(other.type === 'radio') - Number(one.type === 'radio'),
      );
    const states = () => inputs().map(({ readOnly, disabled }) => [readOnly, disabled]);
    form.isBusy = true;
    expect(form.root.getAttribute('aria-busy')).toBe('true');
    expect(states()).toEqual([
      [false, false],
      [false, true],
      ...inputs()
        .slice(2)
        .map(() => [true, false]),
    ]);
    form.isBusy = false;
    expect(form.root.getAttribute('aria-busy')).toBe('false');
    expect(states()).toEqual(inputs().map(() => [false, false]));
  });
});
