import type { Customer, CustomerData, OrderPreview, SignupField } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { showAddress } from '../load-address.ts';
import type { FieldText } from '../texts/texts.ts';
import { h } from './dom.ts';
import { Field } from './field.ts';
import type { MissingEntry } from './missing-entries.ts';

interface Kind {
  readonly autocomplete: string;
  readonly type?: 'email' | 'tel';
  /** Class for its width in the grid. */
  readonly width?: string;
}

const kinds: { readonly [name in FieldText]: Kind } = {
  EmailAddress: { autocomplete: 'email', type: 'email' },
  FirstName: { autocomplete: 'given-name', width: 'half' },
  LastName: { autocomplete: 'family-name', width: 'half' },
  CompanyName: { autocomplete: 'organization', width: 'half' },
  VatId: { autocomplete: 'off', width: 'half' },
  PhoneNumber: { autocomplete: 'tel', type: 'tel' },
  AddressLine1: { autocomplete: 'address-line1' },
  AddressLine2: { autocomplete: 'address-line2' },
  Street: { autocomplete: 'address-line1' },
  HouseNumber: { autocomplete: 'off' },
  PostalCode: { autocomplete: 'postal-code' },
  City: { autocomplete: 'address-level2' },
  State: { autocomplete: 'address-level1' },
  Country: { autocomplete: 'country' },
};

/** Fields of companies alone, behind a box where the account does not require them. */
const ofCompanies = ['CompanyName', 'VatId'];

const names = [...Object.keys(kinds), 'Address', 'CustomFields', 'Tag', 'Locale'];

/** Customer data by the names of the service: pages write them in any case, as everywhere. */
export function asNamed(customer: CustomerData): CustomerData {
  const entries = Object.entries(customer).map(([name, value]) => {
    const known = names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
    return [known, known === 'Address' && value ? asNamed(value as CustomerData) : value];
  });
  return Object.fromEntries(entries);
}

/** The data for the form. */
export interface CustomerFormSetup {
  readonly fields: readonly SignupField[];
  readonly countries: readonly string[];
  /** Known data. */
  readonly customer: CustomerData;
  readonly scene: Scene;
  readonly isVatId: (vatId: string) => boolean;
}

/** The fields of customer data that the account asks for. What it does not ask for stays as it was. */
export class CustomerForm {
  readonly root: HTMLElement;
  private readonly _setup: CustomerFormSetup;
  private readonly _fields = new Map<string, Field>();
  /** Ticked by who buys as a business. */
  private readonly _business = h('input', {
    type: 'checkbox',
    name: 'IsBusiness',
    autocomplete: 'off',
  });

  constructor(setup: CustomerFormSetup) {
    this._setup = setup;
    this.root = h('div', { class: 'fields' });
    for (const asked of setup.fields) {
      const field = this._make(asked);
      this._fields.set(asked.Name, field);
      this.root.append(field.root);
    }
    this._askForBusiness();
    showAddress?.(this._fields, setup);
    this.root.addEventListener('focusout', ({ target }) => {
      const [name, field] = this._findEntry(target);
      // A button that is being pressed must not move away; the one that submits checks everything itself.
      const isPressing = (this.root.getRootNode() as ParentNode).querySelector('button:active') !== null;
      // An empty field is not wrong yet: the customer may only be on the way.
      if (name && field && !isPressing && (field.value || field.isWrong))
        field.showMistake(this._mistakeIn(name, field));
    });
    this.root.addEventListener('input', ({ target }) => {
      const [name, field] = this._findEntry(target);
      // Let go as soon as it is right: when the field is left, what goes would move what the customer presses.
      if (name && field?.isWrong && !this._mistakeIn(name, field)) field.showMistake('');
    });
  }

  /** Customer data as typed, with what was known before. */
  get data(): CustomerData {
    const { customer } = this._setup;
    const custom: Values = { ...customer.CustomFields };
    const data: Values & { Address: Values } = { ...customer, Address: { ...customer.Address } };
    for (const [name, { value, root }] of this._fields) {
      const [group, inner] = splitName(name);
      if (group === 'CustomFields') custom[inner] = value || null;
      else (group ? data[group] : data)[inner] = root.hidden ? undefined : value || undefined;
    }
    if (Object.keys(custom).length > 0) data['CustomFields'] = custom;
    return data as CustomerData;
  }

  /** The input that determines the price; a VAT id once it looks like one. */
  get priceData(): CustomerData {
    const { Address, VatId = '', CompanyName } = this.data;
    const Country = Address?.Country;
    return { Address: { Country }, CompanyName, VatId: this._setup.isVatId(VatId) ? VatId : undefined };
  }

  /** Shows all that is wrong, and returns it. */
  check(): MissingEntry[] {
    for (const [name, field] of this._fields) field.showMistake(this._mistakeIn(name, field));
    return [...this._fields.values()]
      .filter(({ isWrong }) => isWrong)
      .map((field) => ({
        label: field.label,
        focus: () => field.input.focus(),
        isWrong: () => field.isWrong,
      }));
  }

  /** Says at the VAT id that it counts, and what it does to the price. */
  showVat({ Total, TotalVat }: OrderPreview): void {
    const { texts } = this._setup.scene;
    const field = this._fields.get('VatId');
    const isAccepted = this.priceData.VatId !== undefined && !field?.isWrong;
    const effect = Total > 0 && TotalVat === 0 ? ` · ${texts.reverseCharge}` : '';
    if (field) field.note = isAccepted ? texts.vatIdAccepted + effect : '';
  }

  /** Returns whether everything that is asked for is there and right. */
  get isComplete(): boolean {
    return [...this._fields].every(([name, field]) => !this._mistakeIn(name, field));
  }

  /** Shows at a field what the service says is wrong with it. Returns whether there is such a field in sight. */
  reject(name: string | undefined, text: string): boolean {
    const found = [...this._fields].find(([known]) => name && `.${name}`.endsWith(`.${known}`));
    const [known = '', field] = found ?? [];
    if (field?.root.hidden && ofCompanies.includes(known)) this._business.click();
    field?.showMistake(text);
    field?.input.focus();
    return field?.root.hidden === false;
  }

  /** Puts the box before the fields of companies, where all of them may be left out. */
  private _askForBusiness(): void {
    const { fields, scene, customer } = this._setup;
    const asked = fields.filter(({ Name }) => ofCompanies.includes(Name));
    const [first] = asked;
    if (!first || asked.some(({ Required }) => Required)) return;
    this._business.checked = asked.some(({ Name }) => known(customer, Name) !== '');
    const show = (): void => {
      for (const { Name } of asked) (this._fields.get(Name) as Field).root.hidden = !this._business.checked;
    };
    this._business.addEventListener('change', show);
    show();
    const box = h(
      'label',
      { class: 'tick', part: 'business' },
      this._business,
      h('span', {}, scene.texts.business),
    );
    this._fields.get(first.Name)?.root.before(box);
  }

  private _findEntry(target: EventTarget | null): readonly [name?: string, field?: Field] {
    return [...this._fields].find(([, { input }]) => input === target) ?? [];
  }

  private _mistakeIn(name: string, { value, input, root }: Field): string {
    const { isVatId, scene } = this._setup;
    const { texts } = scene;
    if (root.hidden) return '';
    if (!value) return input.required ? texts.missing : '';
    if (name === 'VatId' && !isVatId(value)) return texts.wrong;
    return input.checkValidity() ? '' : texts.wrong;
  }

  private _make({ Name, Required }: SignupField): Field {
    const { customer, scene } = this._setup;
    const { texts } = scene;
    const [group, short] = splitName(Name);
    const isCustom = group === 'CustomFields';
    const kind: Kind | undefined = isCustom ? undefined : kinds[short as FieldText];
    const label = isCustom ? short : (texts.fields[short as FieldText] ?? short);
    const input = short === 'Country' && !isCustom ? this._countries() : this._input(kind);
    input.required = Required;
    const field = new Field(Name, label, input, Required ? '' : texts.optional);
    field.value = known(customer, Name) || field.value;
    if (kind?.width) field.root.classList.add(...kind.width.split(' '));
    return field;
  }

  private _input(kind: Kind | undefined): HTMLInputElement {
    return h('input', {
      type: kind?.type ?? 'text',
      autocomplete: kind?.autocomplete ?? 'off',
      autocapitalize: kind?.type ? 'off' : undefined,
      maxlength: 500,
    });
  }

  private _countries(): HTMLSelectElement {
    const { scene, countries, customer } = this._setup;
    const options = scene.formats
      .countries(countries)
      .map(({ code, name }) => h('option', { value: code }, name));
    const none = customer.Address?.Country ? [] : [h('option', { value: '' })];
    return h('select', { autocomplete: 'country' }, ...none, ...options);
  }
}

function known(customer: CustomerData | Customer, name: string): string {
  const [group, inner] = splitName(name);
  const values = (group ? customer[group] : customer) as Values | undefined;
  return `${values?.[inner] ?? ''}`;
}

interface Values {
  [name: string]: unknown;
}

/** Returns the object of the customer's data that contains a field, if it is nested, and the field's name in it. */
function splitName(name: string): [group: 'Address' | 'CustomFields' | undefined, inner: string] {
  const [, group, inner = name] = /^(Address|CustomFields)\.(.+)/.exec(name) ?? [];
  return [group as 'Address' | undefined, inner];
}
