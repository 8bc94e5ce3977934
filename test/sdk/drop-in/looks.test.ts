import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { portalLook } from '../../../sdk/src/drop-in/portal/portal-look.ts';
import { look as pricingLook } from '../../../sdk/src/drop-in/pricing/price-table.ts';
import { look } from '../../../sdk/src/drop-in/view/look.ts';

/* The style sheets and the elements that they are for: a name that only one of them has is a rule without effect. */

const sheets = [look, portalLook, pricingLook].join('\n');
const namesIn = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name as string))].sort();

it('each color and size of the style sheets is defined, and used', () => {
  const used = namesIn(sheets, /var\((--_[\w-]+)/g);
  const defined = namesIn(sheets, /(--_[\w-]+):/g);
  expect(defined).toEqual(used);
  expect(defined).not.toEqual([]);
});

it('each class and part that a style sheet names is one of the elements', () => {
  const selectors = sheets.replace(/\{[^{}]*\}/g, ' ');
  const classes = namesIn(selectors, /\.([a-z][\w-]*)/g);
  const parts = namesIn(selectors, /\[part~?="?([a-z][\w-]*)/g);
  const folder = 'sdk/src/drop-in';
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/look\.ts$/.test(file),
  );
  const texts = sources.map((file) =>
    readFileSync(`${folder}/${file}`, 'utf8').replace(/^export const look = `.*?^`/ms, ''),
  );
  const words = new Set(texts.flatMap((text) => namesIn(text, /([a-z][\w-]*)/g)));
  // Of `draw`, which the payment form has too.
  words.add('glyph');
  expect([...classes, ...parts].filter((name) => !words.has(name))).toEqual([]);
  expect(classes.length).toBeGreaterThan(50);
});
