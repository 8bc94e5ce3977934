// @vitest-environment happy-dom
import type { CustomerData, OrderPreview } from 'clientlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Scene } from '../../../sdk/src/drop-in/drop-in-element.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import type { FieldText } from '../../../sdk/src/drop-in/texts/texts.ts';
import { asNamed, type CustomerForm } from '../../../sdk/src/drop-in/view/customer-form.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';

/* The fields of a customer, as browsers fill them in and as the service receives them. */

// Without the order of address fields by country, which another test in this worker may have loaded.
let Form: typeof CustomerForm;
beforeAll(async () => {
  vi.resetModules();
  ({ CustomerForm: Form } = await import('../../../sdk/src/drop-in/view/customer-form.ts'));
});

const formats = new Formats('en');
const scene = { texts: en, formats } as Scene;

/** What browsers fill in, the keyboard of phones, and whether two stand side by side. */
const kinds = {
  EmailAddress: ['email', 'email', false],
  FirstName: ['given-name', 'text', true],
  LastName: ['family-name', 'text', true],
  CompanyName: ['organization', 'text', true],
  VatId: ['off', 'text', true],
  PhoneNumber: ['tel', 'tel', false],
  AddressLine1: ['address-line1', 'text', false],
  AddressLine2: ['address-line2', 'text', false],
  Street: ['address-line1', 'text', false],
  HouseNumber: ['off', 'text', false],
  PostalCode: ['postal-code', 'text', false],
  City: ['address-level2', 'text', false],
  State: ['address-level1', 'text', false],
  Country: ['country', 'select-one', false],
} as const satisfies { readonly [name in FieldText]: unknown };

const ofCustomer = ['EmailAddress', 'FirstName', 'LastName', 'CompanyName', 'VatId', 'PhoneNumber'];
const nameOf = (field: string): string => (ofCustomer.includes(field) ? field : `Address.${field}`);

function show(fields: readonly (string | readonly [string])[], customer: CustomerData = {}): CustomerForm {
  const form = new Form({
    fields: fields.map((field) =>
      typeof field === 'string' ? { Name: field, Required: false } : { Name: field[0], Required: true },
    ) as ConstructorParameters<typeof CustomerForm>[0]['fields'],
    countries: ['US', 'AT', 'DE'],
    customer,
    scene,
    isVatId: (vatId) => /^DE\d+$/.test(vatId),
  });
  document.body.replaceChildren(form.root);
  return form;
}

const input = (form: CustomerForm, name: string) =>
  form.root.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const errorOf = (form: CustomerForm, name: string) =>
  input(form, name).closest('.field')?.querySelector('.error')?.textContent;
function type(form: CustomerForm, name: string, value: string): void {
  input(form, name).value = value;
  input(form, name).dispatchEvent(new Event('input', { bubbles: true }));
}
const leave = (form: CustomerForm, name: string) =>
  input(form, name).dispatchEvent(new Event('focusout', { bubbles: true }));
const business = (form: CustomerForm) => input(form, 'IsBusiness');

it.each(Object.entries(kinds))(
  '%s is filled in by browsers as what it is',
  (field, [autofill, kind, half]) => {
    const form = show([nameOf(field)]);
    const made = input(form, nameOf(field));
    expect([made.getAttribute('autocomplete'), made.type]).toEqual([autofill, kind]);
    expect(form.root.querySelector('.field')?.classList.contains('half')).toBe(half);
    expect(form.root.querySelector('.field label')?.textContent).toBe(
      `${en.fields[field as FieldText]} (${en.optional})`,
    );
  },
);

it('known data can be named in any case, at each level; what nobody knows stays as it is', () => {
  const all = {
    ...Object.fromEntries(ofCustomer.map((name) => [name, name])),
    ...{ Tag: 'crm-7', Locale: 'de', CustomFields: { size: 'M' }, other: 1 },
    Address: Object.fromEntries(
      Object.keys(kinds)
        .filter((name) => !ofCustomer.includes(name))
        .map((name) => [name, name]),
    ),
  };
  const inCase = (data: object, change: (name: string) => string): object =>
    Object.fromEntries(
      Object.entries(data).map(([name, value]) => [
        name === 'other' ? name : change(name),
        name === 'Address' ? inCase(value, change) : value,
      ]),
    );
  for (const change of [String, (name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()])
    expect(asNamed(inCase(all, change) as CustomerData)).toEqual(all);
});

describe('data', () => {
  it('is as typed, with what was known before; what is emptied goes, of custom fields too', () => {
    const form = show(['LastName', 'PhoneNumber', 'CustomFields.Size', 'Address.City'], {
      LastName: 'King',
      PhoneNumber: '1',
      Tag: 'crm-7',
      CustomFields: { Size: 'M', Color: 'red' },
      Address: { City: 'Bonn', Street: 'Weg' },
    } as CustomerData);
    expect(input(form, 'CustomFields.Size').value).toBe('M');
    for (const name of ['PhoneNumber', 'CustomFields.Size', 'Address.City']) type(form, name, '');
    type(form, 'LastName', ' Byron ');
    expect(form.data).toEqual({
      LastName: 'Byron',
      PhoneNumber: undefined,
      Tag: 'crm-7',
      CustomFields: { Size: null, Color: 'red' },
      Address: { City: undefined, Street: 'Weg' },
    });
  });

  it('that determines the price has a VAT id once it is one, and what a business is', () => {
    const form = show(['Address.Country', 'CompanyName', 'VatId']);
    business(form).click();
    type(form, 'Address.Country', 'AT');
    type(form, 'CompanyName', 'Engines');
    type(form, 'VatId', 'DE');
    const priced = { Address: { Country: 'AT' }, CompanyName: 'Engines' };
    expect(form.priceData).toEqual({ ...priced, VatId: undefined });
    type(form, 'VatId', 'DE12');
    expect(form.priceData).toEqual({ ...priced, VatId: 'DE12' });
  });
});

it('a custom field is a plain one, whatever its name', () => {
  const form = show(['CustomFields.City', 'CustomFields.Country', 'CustomFields.EmailAddress']);
  const made = [...form.root.querySelectorAll<HTMLInputElement>('.field input')];
  expect(made.map(({ type: kind, autocomplete }) => [kind, autocomplete])).toEqual(
    made.map(() => ['text', 'off']),
  );
  expect([...form.root.querySelectorAll('.field label')].map(({ textContent }) => textContent)).toEqual(
    ['City', 'Country', 'EmailAddress'].map((name) => `${name} (${en.optional})`),
  );
  expect(made.map(({ id, name }) => [id, name])).toEqual([
    ['CustomFields-City', 'CustomFields.City'],
    ['CustomFields-Country', 'CustomFields.Country'],
    ['CustomFields-EmailAddress', 'CustomFields.EmailAddress'],
  ]);
});

it('what is required is not called optional, and what is known is filled in', () => {
  const form = show([['LastName'], 'PhoneNumber'], { LastName: 'King' });
  expect([...form.root.querySelectorAll('.field label')].map(({ textContent }) => textContent)).toEqual([
    en.fields.LastName,
    `${en.fields.PhoneNumber} (${en.optional})`,
  ]);
  expect([input(form, 'LastName').value, input(form, 'LastName').required]).toEqual(['King', true]);
  expect([input(form, 'PhoneNumber').value, input(form, 'PhoneNumber').required]).toEqual(['', false]);
});

describe('countries', () => {
  const options = (form: CustomerForm) => [...form.root.querySelectorAll('option')].map(({ value }) => value);

  it('stand by name, under none where the country is not known', () => {
    expect(options(show(['Address.Country'], { Address: { Country: 'DE' } }))).toEqual(['AT', 'DE', 'US']);
    for (const customer of [{}, { Address: {} }, { Address: { City: 'Bonn', Country: '' } }]) {
      const form = show(['Address.Country'], customer);
      expect([options(form)[0], input(form, 'Address.Country').value]).toEqual(['', '']);
    }
  });
});

describe('what is wrong', () => {
  it('is said when a field is left, not while it is empty, and not while a button is pressed', () => {
    const form = show([['LastName'], ['EmailAddress']]);
    leave(form, 'LastName');
    expect(errorOf(form, 'LastName')).toBe('');
    type(form, 'EmailAddress', 'ada');
    const active = vi.spyOn(document, 'querySelector').mockReturnValue(document.body);
    leave(form, 'EmailAddress');
    expect(errorOf(form, 'EmailAddress')).toBe('');
    active.mockRestore();
    leave(form, 'EmailAddress');
    expect(errorOf(form, 'EmailAddress')).toBe(en.wrong);
    type(form, 'EmailAddress', 'ada@shop.test');
    expect(errorOf(form, 'EmailAddress')).toBe('');
  });

  it('stays said when the field is emptied and left', () => {
    const form = show([['EmailAddress']]);
    type(form, 'EmailAddress', 'ada');
    leave(form, 'EmailAddress');
    type(form, 'EmailAddress', '');
    leave(form, 'EmailAddress');
    expect(errorOf(form, 'EmailAddress')).toBe(en.missing);
  });

  it('is listed by a check, each with the way to its field', () => {
    const form = show([['EmailAddress'], ['LastName'], 'PhoneNumber']);
    expect(form.isComplete).toBe(false);
    type(form, 'EmailAddress', 'ada');
    const found = form.check();
    expect(found.map(({ label }) => label)).toEqual([en.fields.EmailAddress, en.fields.LastName]);
    found[1]?.focus();
    expect(document.activeElement).toBe(input(form, 'LastName'));
    type(form, 'LastName', 'King');
    expect(found.map((entry) => entry.isWrong())).toEqual([true, false]);
    type(form, 'EmailAddress', 'ada@shop.test');
    expect([form.check(), form.isComplete]).toEqual([[], true]);
  });

  it('by the service is said at the field, also in one that is folded away; elsewhere if there is none', () => {
    const form = show(['LastName', 'CompanyName', 'VatId', 'Address.City']);
    expect(form.reject('Address.City', 'No.')).toBe(true);
    expect(document.activeElement).toBe(input(form, 'Address.City'));
    expect(form.reject('Order.Customer.VatId', 'No.')).toBe(true);
    expect([business(form).checked, errorOf(form, 'VatId')]).toEqual([true, 'No.']);
    expect([form.reject('PhoneNumber', 'No.'), form.reject(undefined, 'No.')]).toEqual([false, false]);
    // The name of a field is no end of another one.
    expect(form.reject('City', 'No.')).toBe(false);
  });
});

describe('who buys as a business', () => {
  it('ticks a box before the fields of companies, which are not sent without it', () => {
    const form = show(['LastName', 'CompanyName', 'VatId']);
    const order = [...form.root.children].map((child) => child.querySelector('input')?.name);
    expect(order).toEqual(['LastName', 'IsBusiness', 'CompanyName', 'VatId']);
    business(form).click();
    type(form, 'CompanyName', 'Engines');
    expect(form.data.CompanyName).toBe('Engines');
    business(form).click();
    expect(form.data.CompanyName).toBeUndefined();
  });

  it('and thinks better of it is not held up by what nobody sees any more', () => {
    const form = show([['LastName'], 'CompanyName', 'VatId']);
    type(form, 'LastName', 'Byron');
    business(form).click();
    type(form, 'VatId', 'none');
    expect([form.isComplete, form.check().map(({ label }) => label)]).toEqual([false, [en.fields.VatId]]);
    business(form).click();
    expect([form.isComplete, form.check()]).toEqual([true, []]);
  });

  it('is asked by the box only where both may be left out, and is one at once if the page knows either', () => {
    expect(show([['CompanyName'], 'VatId']).root.querySelector('[name=IsBusiness]')).toBeNull();
    const ticked = [{}, { VatId: 'DE12' }, { CompanyName: 'Engines' }].map(
      (customer) => business(show(['CompanyName', 'VatId'], customer)).checked,
    );
    expect(ticked).toEqual([false, true, true]);
  });

  it('stays one when the service refuses the id again', () => {
    const form = show(['CompanyName', 'VatId']);
    for (const text of ['No.', 'Still no.']) form.reject('VatId', text);
    expect([business(form).checked, errorOf(form, 'VatId')]).toEqual([true, 'Still no.']);
  });

  it('reads nothing of an id that is not there, or is none', () => {
    for (const VatId of ['', 'DE']) {
      const form = show(['VatId'], { VatId });
      form.showVat({ Total: 20, TotalVat: 0 } as OrderPreview);
      expect(form.root.querySelector('.note')?.textContent).toBe('');
    }
  });

  it.each([
    [20, 0, `${en.vatIdAccepted} · ${en.reverseCharge}`],
    [20, 4, en.vatIdAccepted],
    [0, 0, en.vatIdAccepted],
  ])('reads of a price of %d with %d of VAT what the id does', (Total, TotalVat, note) => {
    const form = show(['VatId'], { VatId: 'DE12' });
    const say = () => form.showVat({ Total, TotalVat } as OrderPreview);
    const read = () => form.root.querySelector('.note')?.textContent;
    say();
    expect(read()).toBe(note);
    form.reject('VatId', 'No.');
    say();
    expect(read()).toBe('');
  });
});
