// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { applyStyle } from '../../../../sdk/src/elements/internal/style.ts';

/** The rules that the page's style has become. */
const rules = (): string[] => {
  const sheet = document.adoptedStyleSheets[1] as CSSStyleSheet;
  return [...sheet.cssRules].map(({ cssText }) => cssText.replace(/\s+/g, ' '));
};
const root = () => document.documentElement.style;

beforeEach(() => root().removeProperty('color-scheme'));

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

  it('has only the five parts', () => {
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
