import { own } from '../../input/record.ts';
import type { Connect } from '../protocol.ts';

/** The default look: plain and transparent, readable on light and dark backgrounds. */
const base = `
:root { color-scheme: light; scrollbar-width: none; --accent: #1f5fd6; --accent: light-dark(#1f5fd6, #8db8ff); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: #1a2530; color: light-dark(#1a2530, #e9eef4); background: transparent; }
.panel { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px 12px; align-items: start; }
.panel > * { grid-column: 1 / -1; }
.panel > .half { grid-column: auto; }
p, h2, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; }
label, legend { display: block; margin-bottom: 4px; font-size: .875em; line-height: 1.43; font-weight: 500; }
.optional { font-weight: 400; opacity: .75; }
.control { position: relative; }
input:not([type=radio]) { display: block; width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid #7b8794; border-radius: 10px; background: transparent; color: inherit; font: inherit; letter-spacing: inherit; }
.code { font-variant-numeric: tabular-nums; }
input::placeholder { color: inherit; opacity: .62; }
input:not([type=radio], [aria-invalid=true]):hover:enabled { border-color: currentColor; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
input:not([type=radio]):focus-visible { outline-color: transparent; box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 25%, transparent); }
input:not([type=radio], [aria-invalid=true]):focus-visible { border-color: var(--accent) !important; }
input:not([type=radio])[aria-invalid=true] { border-color: #b3261e; border-color: light-dark(#b3261e, #ffb4ab); outline-color: var(--accent) !important; }
.brand { position: absolute; right: 12px; top: 50%; transform: translateY(-50%); padding: 1px 7px; border: 1px solid currentColor; border-radius: 5px; font-size: .75em; font-weight: 600; opacity: .8; pointer-events: none; }
.brand:empty { display: none; }
.hint, .error { font-size: .8125em; line-height: 1.39; }
.text { font-size: .875em; }
.hint { display: flex; gap: 6px; align-items: center; margin-top: 4px; opacity: .78; }
.error { margin-top: 4px; color: #b3261e; color: light-dark(#b3261e, #ffb4ab); }
.error:not(:empty)::before { content: "!" / ""; display: inline-grid; place-content: center; width: 1.25em; height: 1.25em; margin-inline-end: 6px; border: 1.5px solid; border-radius: 99px; font-size: .8em; line-height: 1; font-weight: 600; }
.error:empty { display: none; }
.mandate { display: grid; gap: 4px; padding: 12px; border: 1px solid color-mix(in srgb, currentColor 22%, transparent); border-radius: 8px; font-size: .875em; }
.mandate h2 { font-size: 1em; font-weight: 600; }
.mandate .text { margin-top: 4px; font-size: .9375em; }
.mandate dl div { display: flex; flex-wrap: wrap; gap: 0 8px; }
.mandate dt { opacity: .78; }
.ways { overflow: clip; border: 1px solid #7b8794; border-radius: 10px; }
.way + .way, .more { border-top: 1px solid color-mix(in srgb, currentColor 22%, transparent); }
.way:has(:checked) { background: color-mix(in srgb, var(--accent) 6%, transparent); }
.way .panel { padding: 4px 16px 16px; animation: open .2s; }
@keyframes open { from { transform: translateY(-6px); } }
@media (prefers-reduced-motion: reduce) { .way .panel { animation: none; } }
.method { display: flex; gap: 12px; align-items: center; min-height: 56px; margin: 0; padding: 8px 16px; font-size: 1em; font-weight: 500; line-height: 1.3; cursor: pointer; }
.method:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -3px; border-radius: 10px; }
.method input { flex: none; width: 18px; height: 18px; margin: 0; outline: 0; accent-color: var(--accent); }
.glyph { flex: none; width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; opacity: .8; }
.sub { margin-inline-start: auto; font-size: .8125em; font-weight: 400; text-align: end; opacity: .78; }
.tabs .ways { display: flex; flex-wrap: wrap; gap: 8px; overflow: visible; border: 0; }
.tabs .way { display: contents; }
.tabs .method { flex: 1 1 auto; border: 1px solid #7b8794; border-radius: 10px; }
.tabs .way:has(:checked) .method { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.tabs .panel { flex: 1 0 100%; order: 1; padding: 8px 0 0; }
.tabs .sub { display: none; }
button { min-height: 44px; padding: 8px 18px; border: 1px solid currentColor; border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
.ways .more { display: block; width: 100%; min-height: 48px; padding: 8px 16px; border-width: 1px 0 0; border-radius: 0; font-weight: 500; text-align: start; }
.spoken, .alone label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

const text = 'input:not([type=radio])';

/** The targets of each part of a page's style, by lower-case name. */
const selectors: { readonly [part: string]: string } = {
  body: 'body',
  label: '.field label, legend',
  input: text,
  inputrequired: `${text}:required`,
  inputinvalid: `${text}[aria-invalid=true]`,
  error: '.error',
};

const sides = ['', '-top', '-right', '-bottom', '-left'];

/** Properties for type, color, borders and spacing, with which a field can match its page; none of them can move or hide it. */
const allowed = new Set([
  ...['color', 'color-scheme', 'accent-color', 'caret-color', 'background-color'],
  ...['font', 'font-family', 'font-size', 'font-style', 'font-weight', 'font-stretch', 'font-kerning'],
  ...['font-variant', 'font-variant-numeric', 'font-feature-settings'],
  ...['line-height', 'letter-spacing', 'word-spacing', '-webkit-font-smoothing', '-moz-osx-font-smoothing'],
  ...['text-align', 'text-decoration', 'text-indent', 'text-transform', 'text-shadow', 'text-rendering'],
  ...['padding-block', 'padding-inline', ...sides.map((side) => `padding${side}`)],
  ...sides.flatMap((side) => ['', '-color', '-style', '-width'].map((part) => `border${side}${part}`)),
  ...['', '-top-left', '-top-right', '-bottom-left', '-bottom-right'].map(
    (corner) => `border${corner}-radius`,
  ),
  ...['box-shadow', 'outline', 'outline-color', 'outline-offset', 'outline-style', 'outline-width'],
  ...['height', 'min-height', 'margin-top', 'margin-bottom'],
]);

/** Matches values that load resources, and text that is more than a value. */
const refused = /url|image|src\s*\(|expression|[\\;{}<@]/i;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Styles the document by style sheets made in script, which a policy without inline styles allows. The browser parses each
 * value for its property alone.
 *
 * @returns the parts and properties that are not allowed or not understood, as `input.position`
 */
export function applyStyle(style: Connect['style'], document: Document): string[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(base);
  const pageSheet = new CSSStyleSheet();
  const ignored: string[] = [];
  for (const [part, properties] of Object.entries(style)) {
    const selector = own(selectors, part);
    const rule = selector && addRule(pageSheet, selector);
    for (const [name, value] of Object.entries(properties)) {
      if (!rule || !setProperty(rule, kebab(name), `${value}`, document)) ignored.push(`${part}.${name}`);
    }
  }
  document.adoptedStyleSheets = [sheet, pageSheet];
  return ignored;
}

function addRule(sheet: CSSStyleSheet, selector: string): CSSStyleRule {
  const at = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  return sheet.cssRules[at] as CSSStyleRule;
}

/** Returns whether the property is allowed and the browser understands its value. */
function setProperty(rule: CSSStyleRule, property: string, value: string, document: Document): boolean {
  if (!allowed.has(property) || refused.test(value)) return false;
  rule.style.setProperty(property, value);
  if (!rule.style.getPropertyValue(property)) return false;
  const root = document.documentElement.style;
  // The scheme is the whole document's, scrollbars and form controls included; the accent is that of all controls.
  if (property === 'color-scheme') root.colorScheme = value;
  if (property === 'accent-color') root.setProperty('--accent', value);
  return true;
}
