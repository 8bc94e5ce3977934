// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MethodForm } from '../../../../sdk/src/elements/internal/method-form.ts';
import { offer } from '../../../../sdk/src/elements/internal/offered-methods.ts';
import { applyStyle } from '../../../../sdk/src/elements/internal/style.ts';
import { en } from '../../../../sdk/src/elements/internal/texts/en.ts';
import { paymentMethods } from '../../fake-service.ts';

/** The rules that the page's style has become. */
const rules = (): string[] => {
  const sheet = document.adoptedStyleSheets[1] as CSSStyleSheet;
  return [...sheet.cssRules].map(({ cssText }) => cssText.replace(/\s+/g, ' '));
};
/** The rules of the form itself. */
const formRules = (): CSSStyleRule[] => {
  applyStyle({}, document);
  return [...(document.adoptedStyleSheets[0]?.cssRules ?? [])] as CSSStyleRule[];
};
const sides = ['top', 'right', 'bottom', 'left'];
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];
/** What docs/payment-form.md allows, by a value that each takes; but for the smoothing of fonts, which Happy DOM does not know. */
const allowed: { readonly [value: string]: readonly string[] } = {
  red: [
    ...['color', 'accent-color', 'caret-color', 'background-color', 'outline-color', 'border-color'],
    ...sides.map((side) => `border-${side}-color`),
  ],
  light: ['color-scheme'],
  '16px Arial': ['font'],
  Arial: ['font-family'],
  italic: ['font-style'],
  bold: ['font-weight'],
  condensed: ['font-stretch'],
  none: [
    'font-kerning',
    'text-transform',
    'text-shadow',
    'text-decoration',
    'box-shadow',
    'border',
    'outline',
  ],
  normal: ['font-variant', 'font-variant-numeric', 'font-feature-settings'],
  center: ['text-align'],
  optimizeLegibility: ['text-rendering'],
  solid: ['border-style', 'outline-style', ...sides.map((side) => `border-${side}-style`)],
  '2px': [
    ...[
      'font-size',
      'line-height',
      'letter-spacing',
      'word-spacing',
      'text-indent',
      'height',
      'min-height',
      'margin-top',
      'margin-bottom',
    ],
    ...['padding', 'padding-block', 'padding-inline', ...sides.map((side) => `padding-${side}`)],
    ...['border-width', ...sides.map((side) => `border-${side}-width`), 'outline-width', 'outline-offset'],
    ...['border-radius', ...corners.map((corner) => `border-${corner}-radius`)],
  ],
  '1px solid red': sides.map((side) => `border-${side}`),
};

const root = () => document.documentElement.style;

beforeEach(() => root().removeProperty('color-scheme'));

it.each([
  ['fields are 48 pixels high', 'input:not([type=radio])', 'min-height: 48px', 'border-radius: 10px'],
  ['rows of methods are 56', '.method', 'min-height: 56px'],
  ['buttons are 44', 'button', 'min-height: 44px'],
  ['fields open in 200 ms', '.way .panel', 'animation: open .2s'],
  ['what is hidden is not shown', '[hidden]', 'display: none !important'],
  ['an error that says nothing takes no room', '.error:empty', 'display: none'],
  ['the brand stands in the field', '.brand', 'position: absolute', 'pointer-events: none'],
  ['a brand that is unknown has no frame', '.brand:empty', 'display: none'],
  ['labels of fields in frames of their own are for screen readers', '.alone label', 'clip-path: inset(50%)'],
  [
    'tabs stand side by side, with the fields below',
    '.tabs .panel',
    'order: 1',
    'flex-grow: 1; flex-shrink: 0; flex-basis: 100%',
  ],
])('as designed: %s', (_, selector, ...declarations) => {
  const bodies = formRules()
    .filter(({ selectorText = '' }) => selectorText.split(/, ?(?![^(]*\))/).includes(selector))
    .map(({ cssText }) => cssText);
  for (const declaration of declarations) expect(bodies.join(' ')).toContain(declaration);
});

it('a field that is wrong looks wrong under the mouse and with the focus too', () => {
  const framed = formRules().filter(
    ({ selectorText = '', style }) => /^input.*:(hover|focus)/.test(selectorText) && style?.borderColor,
  );
  expect(framed).toHaveLength(2);
  for (const { selectorText } of framed) expect(selectorText).toContain('[aria-invalid=true])');
});

describe('the style of a page', () => {
  it("applies to the named part, after the form's own style", () => {
    const style = {
      body: { color: 'red' },
      label: { fontWeight: '700' },
      input: { borderTopColor: 'blue', 'padding-inline': '4px' },
      inputrequired: { outlineWidth: '1px' },
      inputinvalid: { boxShadow: 'none' },
    };
    expect(applyStyle(style, document)).toEqual([]);
    expect(document.adoptedStyleSheets).toHaveLength(2);
    expect(document.adoptedStyleSheets[0]?.cssRules.length).toBeGreaterThan(20);
    expect(rules()).toEqual([
      'body { color: red; }',
      '.field label, legend { font-weight: 700; }',
      'input:not([type=radio]) { border-top-color: blue; padding-inline: 4px; }',
      'input:not([type=radio]):required { outline-width: 1px; }',
      'input:not([type=radio])[aria-invalid=true] { box-shadow: none; }',
    ]);
  });

  it('has no properties that can move, hide or load something: they are ignored and named', () => {
    expect(
      applyStyle(
        {
          input: { position: 'fixed', color: 'green', display: 'none', opacity: '0', margin: '1px' },
          body: { backgroundImage: 'none' },
        },
        document,
      ),
    ).toEqual(['input.position', 'input.display', 'input.opacity', 'input.margin', 'body.backgroundImage']);
    expect(rules()[0]).toBe('input:not([type=radio]) { color: green; }');
  });

  it.each([
    'url(https://evil.test/x)',
    'URL(x)',
    'image-set("x")',
    'src(x)',
    'src (x)',
    'expression(alert(1))',
    'red; position: fixed',
    'red} body {color: blue',
    '\\75rl(x)',
    '<style>',
    '@import x',
  ])('has no value that could be more than one: %s', (value) => {
    expect(applyStyle({ input: { backgroundColor: value } }, document)).toEqual(['input.backgroundColor']);
  });

  it.each([
    ['body', 'body'],
    ['label', 'legend, label[for]'],
    ['input', '[type=text]'],
    ['inputrequired', '[type=text][required]'],
    ['inputinvalid', '[type=text][aria-invalid=true]'],
    ['error', '[id$=-error]'],
  ])('of the part %s is that of these elements, and of no other: %s', (part, elements) => {
    applyStyle({ [part]: { color: 'red' } }, document);
    const [rule] = document.adoptedStyleSheets[1]?.cssRules ?? [];
    // Happy DOM does not select by what is required.
    const selector = (rule as CSSStyleRule).selectorText.replace(':required', '[required]');
    const { methods } = offer(paymentMethods as never, ['Debit:FakePSP', 'Lima'], en);
    const form = new MethodForm(methods as never, en, { event: () => {}, invalid: () => {} });
    document.body.replaceChildren(form.root);
    form.check();
    const found = (some: string) => [...document.querySelectorAll(some)];
    expect(found(selector)).not.toEqual([]);
    expect(found(selector).every((one, at) => one === found(elements)[at])).toBe(true);
    expect(found(selector)).toHaveLength(found(elements).length);
  });

  it.each(Object.entries(allowed))('has each property of these that the docs name: %s', (value, names) => {
    const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const write of [String, camel]) {
      const style = Object.fromEntries(names.map((name) => [write(name), value]));
      expect(applyStyle({ input: style }, document)).toEqual([]);
    }
  });

  it('has only the six parts', () => {
    const style = { button: { color: 'red' }, constructor: { color: 'red' }, input: { color: 'red' } };
    expect(applyStyle(style, document)).toEqual(['button.color', 'constructor.color']);
    expect(rules()).toEqual(['input:not([type=radio]) { color: red; }']);
  });

  it('that the browser does not support is named', () => {
    expect(applyStyle({ input: { color: '' } }, document)).toEqual(['input.color']);
  });

  it('sets the color scheme of the whole document, and the accent of every control', () => {
    applyStyle({ input: { color: 'red' } }, document);
    expect(root().colorScheme).toBe('');
    applyStyle({ body: { colorScheme: 'dark', accentColor: 'tomato' } }, document);
    expect(root().colorScheme).toBe('dark');
    expect(root().getPropertyValue('--accent')).toBe('tomato');
    applyStyle({ body: { color: 'blue' } }, document);
    expect(root().colorScheme).toBe('dark');
  });
});

interface Rule {
  readonly media: string;
  readonly selectors: readonly string[];
  readonly declarations: readonly (readonly [property: string, value: string])[];
}

/** The rules that the form brings itself, as written: not every engine of tests keeps what browsers understand. */
function ownRules(): Rule[] {
  const given = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync');
  applyStyle({}, document);
  const text = given.mock.calls[0]?.[0] ?? '';
  given.mockRestore();
  return [...text.matchAll(/(?:@media ([^{]*)\{)?\s*([^{}@]+?)\s*\{([^{}]*)\}/g)].map(
    ([, media = '', selectors = '', declarations = '']) => ({
      media: media.trim(),
      // Commas within :not() separate no rules.
      selectors: selectors.split(/,\s*(?![^(]*\))/),
      declarations: [...declarations.matchAll(/([\w-]+):\s*([^;]*?)\s*(?:;|$)/g)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    }),
  );
}

/** All that a rule for exactly this selector declares. */
const declared = (selector: string, media = ''): { readonly [property: string]: string } =>
  Object.fromEntries(
    ownRules()
      .filter((rule) => rule.media === media && rule.selectors.includes(selector))
      .flatMap(({ declarations }) => declarations),
  );

/** Of all rules: what they declare, with what for. */
const everyDeclaration = () =>
  ownRules().flatMap(({ media, selectors, declarations }) =>
    declarations.map(([name, value]) => ({ media, selectors, name, value })),
  );

describe("the form's own style", () => {
  it('is for elements that the form has, and for all that need one', () => {
    const folder = 'test/sdk/elements/outlines';
    const outlines = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
    const shown = new Set(
      outlines
        .join()
        .match(/(?<=class=")[^"]+/g)
        ?.flatMap((names) => names.split(' ')),
    );
    const styled = new Set(
      ownRules().flatMap(({ selectors }) => selectors.join().match(/(?<=\.)[a-z]+/g) ?? []),
    );
    expect([...styled].filter((name) => !shown.has(name))).toEqual(['tabs']);
    expect([...shown].filter((name) => !styled.has(name))).toEqual(['field', 'methods', 'name']);
  });

  it.each(['[hidden]', '.error:empty', '.brand:empty'])(
    'gives no room to what is not there: %s',
    (selector) => {
      expect(declared(selector)['display']).toMatch(/^none/);
    },
  );

  it.each(['.spoken', '.alone label'])('keeps %s for screen readers, out of sight', (selector) => {
    expect(declared(selector)).toMatchObject({ position: 'absolute', width: '1px', overflow: 'hidden' });
    expect(declared(selector)).not.toHaveProperty('display');
  });

  it.each(['input:not([type=radio])', 'button', '.method', '.ways .more'])(
    'leaves room for a finger on %s',
    (selector) =>
      expect(Number.parseInt(declared(selector)['min-height'] ?? '', 10)).toBeGreaterThanOrEqual(44),
  );

  it.each(['input:focus-visible', 'button:focus-visible', '.method:has(:focus-visible)'])(
    'shows the focus of %s, also where the system replaces colors',
    (selector) => {
      expect(declared(selector)['outline']).toMatch(/^2px solid var\(--accent\)/);
      const without = everyDeclaration().filter(
        ({ name, value }) => name === 'outline' && /^(0|none)/.test(value),
      );
      // The row of a radio button shows its focus.
      expect(without.flatMap(({ selectors }) => selectors)).toEqual(['.method input']);
    },
  );

  it('moves nothing for customers who want no motion', () => {
    const moving = everyDeclaration().filter(
      ({ media, name }) => !media && /^(animation|transition)/.test(name),
    );
    expect(moving).not.toEqual([]);
    for (const { selectors } of moving)
      for (const selector of selectors)
        expect(declared(selector, '(prefers-reduced-motion: reduce)')).toEqual({ animation: 'none' });
  });

  it('is the same from right to left: only the brand of a number has a side', () => {
    const sided = everyDeclaration().filter(({ name, value }) => /\b(left|right)\b/.test(`${name}:${value}`));
    expect(sided.flatMap(({ selectors }) => selectors)).toEqual(['.brand']);
  });

  const partsOf = (color: string): number[] =>
    (color.match(/[\da-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16) / 255);
  const luminance = (parts: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** The contrast of a text, faded into its background. */
  const contrast = (color: string, background: string, opacity = 1): number => {
    const behind = partsOf(background);
    const shown = partsOf(color).map((part, at) => part * opacity + (behind[at] ?? 0) * (1 - opacity));
    const [dark = 0, light = 0] = [luminance(shown), luminance(behind)].sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  };
  const [paper, night] = ['#ffffff', '#14181d'];
  const twoColors = /^light-dark\((#\w{6}), (#\w{6})\)$/;

  it('can be read on light and on dark backgrounds, and in browsers that do not tell them apart', () => {
    const colors = ownRules().flatMap(({ selectors, declarations }) =>
      declarations.flatMap(([name, value], at) => {
        const [, light = '', dark = ''] = twoColors.exec(value) ?? [];
        return light ? [{ what: `${selectors} ${name}`, light, dark, before: declarations[at - 1] }] : [];
      }),
    );
    expect(colors.map(({ what }) => what)).toEqual([
      ':root --accent',
      'body color',
      'input:not([type=radio])[aria-invalid=true] border-color',
      '.error color',
    ]);
    for (const { what, light, dark, before } of colors) {
      expect([what, contrast(light, paper) >= 4.5, contrast(dark, night) >= 4.5]).toEqual([what, true, true]);
      expect(before).toEqual([what.split(' ').at(-1), light]);
    }
  });

  it('can be read where it is paler than the rest', () => {
    const [, light = '', dark = ''] = twoColors.exec(declared('body')['color'] ?? '') ?? [];
    const pale = everyDeclaration().filter(({ name }) => name === 'opacity');
    expect(pale.length).toBeGreaterThan(5);
    const hardToRead = pale.filter(({ value }) =>
      [contrast(light, paper, Number(value)), contrast(dark, night, Number(value))].some((one) => one < 4.4),
    );
    expect(hardToRead).toEqual([]);
  });

  it('places short fields side by side, and all else in rows of their own', () => {
    expect(declared('.panel')['grid-template-columns']).toMatch(/^repeat\(2,/);
    expect([declared('.panel > *'), declared('.panel > .half')]).toEqual([
      { 'grid-column': '1 / -1' },
      { 'grid-column': 'auto' },
    ]);
  });
});
