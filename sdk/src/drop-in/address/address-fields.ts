import type { CustomerData, SignupField } from 'clientlib';
import { baseLanguage } from '../../input/locale.ts';
import type { Scene } from '../drop-in-element.ts';
import type { PartialTexts } from '../texts/languages.ts';
import type { Texts } from '../texts/texts.ts';
import type { Field } from '../view/field.ts';
import { arrangements, postalNames, postcodes, stateNames, usual } from './countries.ts';
import { stateWord } from './state-names.ts';

/** The fields of the account's signup, and the known customer data. */
interface AddressSetup {
  readonly fields: readonly SignupField[];
  readonly customer: CustomerData;
  readonly scene: Scene;
}

const has = (countries: string, country: string): boolean => countries.split(' ').includes(country);

/** Returns the name and the index of the list that contains a country. */
function listed(
  lists: { readonly [name: string]: string },
  country: string,
): [name: string, at: number] | undefined {
  const at = Object.values(lists).findIndex((countries) => has(countries, country));
  return at < 0 ? undefined : [Object.keys(lists)[at] as string, at];
}

/** Returns the address fields of a country, each with whether it is optional there. */
export function fieldsIn(country: string): Map<string, boolean> {
  const { fields } = arrangements.find(({ countries }) => has(countries, country)) ?? { fields: usual };
  const names = fields.split(' ').map((name) => [name.replace('?', ''), name.endsWith('?')] as const);
  return new Map([['Country', false], ...names]);
}

/** Returns the labels of postal code and state in a country; the general ones where it has none of its own. */
export function labelsIn(country: string, language: string, { fields }: Texts): { [name: string]: string } {
  const [, kind] = listed(stateNames, country) ?? [];
  const [code] = listed(postalNames, country) ?? [];
  const state = kind === undefined ? undefined : stateWord(language, kind);
  const inEnglish = code === 'ZIP' || code === 'PIN' ? `${code} code` : code;
  const postcode = language === 'en' && has(postcodes, country) ? 'Postcode' : undefined;
  const postal = language === 'en' ? inEnglish : code && `${fields.PostalCode} (${code})`;
  return { State: state ?? fields.State, PostalCode: postal ?? postcode ?? fields.PostalCode };
}

/**
 * Returns classes for the widths: postal code, city and state share a row; on phones, a first or last city of three has its
 * own. `even`: half a row on phones; `fit`: on narrow ones, which have no room for such a label above a third.
 */
function fieldWidths(names: readonly string[], houseNumber: string): { [name: string]: string } {
  const row = names.filter((name) => ['PostalCode', 'City', 'State'].includes(name));
  const isPair = row.length === 2;
  const isApart = (at: number): boolean => !isPair && (row[1] === 'City' ? at === 2 : row[at] === 'City');
  const widthAt = (name: string, at: number): string => {
    if (row.length === 1) return '';
    if (isPair && row.includes('PostalCode')) return name === 'PostalCode' ? 'third even' : 'rest even';
    return isPair ? 'half' : `third ${isApart(at) ? 'apart' : 'even'}`;
  };
  const { length } = houseNumber;
  const onPhones = length > 12 ? ' even' : length > 10 ? ' fit' : '';
  return {
    ...Object.fromEntries(row.map((name, at) => [name, widthAt(name, at)])),
    ...(names.includes('HouseNumber') &&
      names.includes('Street') && { Street: `rest${onPhones}`, HouseNumber: `third${onPhones}` }),
  };
}

/** Arranges the address fields by country, now and whenever the customer chooses another one. */
export function showAddress(fields: ReadonlyMap<string, Field>, setup: AddressSetup): void {
  const show = (): void => arrange(fields, setup);
  fields.get('Address.Country')?.input.addEventListener('change', show);
  show();
}

/**
 * Sets order, labels, visibility and requirement of the address fields by country. Input and focus stay: the focused field
 * is not moved, the others are moved around it.
 */
function arrange(fields: ReadonlyMap<string, Field>, setup: AddressSetup): void {
  const { customer, scene, fields: asked } = setup;
  const { Address: known = {} } = customer;
  const { texts, formats, host } = scene;
  const country = fields.get('Address.Country')?.value || known.Country || '';
  const own = (host as { texts?: PartialTexts }).texts?.fields ?? {};
  const parts = fieldsIn(country);
  const labels: { [name: string]: string } = {
    ...texts.fields,
    ...labelsIn(country, baseLanguage(formats.locale), texts),
    ...own,
  };
  // A known value stays visible even if its country has no such field.
  const isKnown = (name: string): boolean =>
    country === known.Country && Boolean(known[name as keyof typeof known]);
  const order = [...new Set([...parts.keys(), ...asked.map(({ Name }) => Name.replace('Address.', ''))])];
  const present = order.filter((name) => fields.has(`Address.${name}`));
  const shown = present.filter((name) => parts.has(name) || isKnown(name));
  for (const name of present) {
    const field = fields.get(`Address.${name}`) as Field;
    const isRequired = asked.some(({ Name, Required }) => Name === `Address.${name}` && Required);
    field.input.required = isRequired && parts.get(name) === false;
    field.describe(labels[name] ?? name, field.input.required ? '' : texts.optional);
    field.root.hidden = !shown.includes(name);
  }
  const widths = fieldWidths(
    shown,
    fields.get('Address.HouseNumber')?.root.querySelector('label')?.textContent ?? '',
  );
  for (const name of shown)
    (fields.get(`Address.${name}`) as Field).root.className = `field ${widths[name] ?? ''}`.trim();
  place(present.map((name) => (fields.get(`Address.${name}`) as Field).root));
}

/** Moves elements into the given order, at the position of the first one in the page. */
function place(roots: readonly HTMLElement[]): void {
  const parent = roots[0]?.parentElement;
  if (!parent) return;
  const inPage = [...parent.children].filter((child) => roots.includes(child as HTMLElement));
  if (inPage.every((child, at) => child === roots[at])) return;
  const focused = (parent.getRootNode() as ShadowRoot).activeElement;
  const fixed = roots.find((root) => root.contains(focused ?? null)) ?? (inPage[0] as HTMLElement);
  const at = roots.indexOf(fixed);
  for (const root of roots.slice(0, at)) parent.insertBefore(root, fixed);
  for (const root of roots.slice(at + 1).reverse()) parent.insertBefore(root, fixed.nextSibling);
}
