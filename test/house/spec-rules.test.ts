import { describe, expect, it } from 'vitest';
import { type Rule, readRules, rulesNamedBy } from '../../.ci/spec-rules.mjs';

const rules: Rule[] = [
  { id: 'cart', section: 'cart', text: '' },
  { id: 'Behaviour rules 1', section: 'Behaviour rules', text: '' },
  { id: 'Behaviour rules 2', section: 'Behaviour rules', text: '' },
  { id: 'Behaviour rules 12', section: 'Behaviour rules', text: '' },
  { id: 'Bearer None:None', section: 'Bearer', text: '' },
  { id: 'REST POST oauth/token', section: 'REST', text: '' },
];
const named = (title: string) => rulesNamedBy(title, rules);

describe('test titles that name rules', () => {
  it.each([
    ['spec: cart', ['cart']],
    ['spec: cart — field by field', ['cart']],
    ['spec: Behaviour rules 1 – a wrapper, of createOrder', ['Behaviour rules 1']],
    ['spec: behaviour  rules 12: casing and spaces do not matter', ['Behaviour rules 12']],
    ['spec: Behaviour rules 1, 2', ['Behaviour rules 1', 'Behaviour rules 2']],
    ['spec: Behaviour rules 1, 12, cart - three', ['Behaviour rules 1', 'Behaviour rules 12', 'cart']],
    ['spec: Bearer None:None — without payment data', ['Bearer None:None']],
    ['spec: REST POST oauth/token', ['REST POST oauth/token']],
    ['spec says nothing here', []],
    ['the cart of spec: cart', []],
  ])('reads "%s"', (title, ids) => {
    expect(named(title)).toEqual(ids);
  });

  it.each([
    ['spec: Behavior rules 1', 'Behaviour rules 1'],
    ['spec: carts — all fields', 'cart'],
    ['spec: Behaviour rules 1, 22', 'Behaviour rules 2'],
    ['spec: REST oauth/token', 'REST POST oauth/token'],
  ])('rejects "%s" and names the nearest rule', (title, nearest) => {
    expect(() => named(title)).toThrow('the nearest');
    expect(() => named(title)).toThrow(`'${nearest}'`);
  });
});

describe('the committed list of rules', () => {
  it('has unique ids that each parse to themselves', () => {
    const all = readRules();
    expect(new Set(all.map(({ id }) => id.toLowerCase())).size).toBe(all.length);
    for (const { id } of all) expect(rulesNamedBy(`spec: ${id} — shown`, all)).toEqual([id]);
  });

  it('has every numbered list of the specification without a gap', () => {
    const lengths = new Map<string, number>();
    for (const { id, section } of readRules()) {
      const number = /\s(\d+)$/.exec(id)?.[1];
      if (number === undefined) continue;
      expect(Number(number), id).toBe((lengths.get(section) ?? 0) + 1);
      lengths.set(section, Number(number));
    }
    expect(Object.fromEntries(lengths)).toEqual({
      'What the service does': 7,
      'customerData rules': 5,
      'Check rules': 3,
      'IAP orders': 4,
      'Behaviour rules': 12,
      Authentication: 9,
      Events: 2,
      Errors: 3,
      Limits: 4,
      Versioning: 3,
    });
  });
});
