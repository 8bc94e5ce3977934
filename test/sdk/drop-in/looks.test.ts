import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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

interface Rule {
  /** The at-rule that it stands in. */
  readonly around: string;
  readonly selectors: readonly string[];
  readonly body: string;
}

function rulesIn(css: string, around = ''): Rule[] {
  const open = css.indexOf('{');
  if (open < 0) return [];
  let depth = 1;
  let at = open;
  while (depth > 0) {
    at++;
    depth += css[at] === '{' ? 1 : css[at] === '}' ? -1 : 0;
  }
  const [before, body] = [css.slice(0, open).trim(), css.slice(open + 1, at)];
  const here = before.startsWith('@')
    ? rulesIn(body, before)
    : [{ around, selectors: before.split(/,\s*(?![^()]*\))/), body }];
  return [...here, ...rulesIn(css.slice(at + 1), around)];
}

const rules = [look, portalLook, pricingLook].flatMap((sheet) => rulesIn(sheet));
const bodyOf = (selector: string, around = '') =>
  rules
    .filter((rule) => rule.selectors.includes(selector) && rule.around === around)
    .map(({ body }) => body)
    .join(' ');

it('each class that an element gets has a rule', () => {
  const folder = 'sdk/src/drop-in';
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!look)\.ts$/.test(file),
  );
  const given = sources.flatMap((file) =>
    namesIn(readFileSync(`${folder}/${file}`, 'utf8'), /\bclass: ([^,}\n]+)/g).flatMap((value) =>
      namesIn(value, /'([\w -]+)'/g).flatMap((names) => names.split(' ')),
    ),
  );
  const ruled = namesIn(rules.flatMap(({ selectors }) => selectors).join(), /\.([a-z][\w-]*)/g);
  // Two are only found by theirs.
  const missing = new Set(
    given.filter((name) => !ruled.includes(name) && !['bar-text', 'label'].includes(name)),
  );
  expect([...missing]).toEqual([]);
  expect(given.length).toBeGreaterThan(80);
});

it('each rule is of an element with these tags and classes, as the outlines show them', () => {
  const folder = 'test/sdk/drop-in/outlines';
  const lines = readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'));
  const shown = lines.map((line) => ({
    tag: /^ *([a-z]\w*)/.exec(line)?.[1],
    classes: /class="([^"]*)"/.exec(line)?.[1]?.split(' ') ?? [],
  }));
  // Around everything, while the button works, and in addresses of other countries.
  shown.push(...['top', 'spinner', 'apart'].map((name) => ({ tag: 'div', classes: [name] })));
  const compounds = rules
    .filter(({ around }) => !around.startsWith('@keyframes'))
    .flatMap(({ selectors }) => selectors)
    .flatMap((selector) =>
      selector
        .replace(/:(not|has)\((\([^)]*\)|[^()])*\)|::?[a-z-]+(\([^)]*\))?|\[[^\]]*\]/g, '')
        .split(/[\s>+~]+/),
    );
  const unseen = compounds.filter((compound) => {
    const [, tag = '', classes = ''] = /^(\w+)?((?:\.[\w-]+)*)$/.exec(compound) ?? [];
    const wanted = classes.split('.').filter(Boolean);
    return !shown.some(
      (one) => (tag === '' || tag === one.tag) && wanted.every((name) => one.classes.includes(name)),
    );
  });
  expect(unseen.filter((compound) => compound !== '*')).toEqual([]);
  expect(compounds.length).toBeGreaterThan(200);
});

it.each(['.links', '.actions', '.head', '.switch', '.use'])(
  'what stands side by side in %s stands one below the other where words are long',
  (place) => {
    expect(bodyOf(place)).toContain('flex-wrap: wrap');
  },
);

it.each([
  ...['.lines dt', '.facts dd', '.done dd', '.plan-name', '.bearer', '.chip', 'td .hint'],
  ...['.card .name', '.choice .name', '.features li'],
])('a long word that somebody has typed breaks in %s', (place) => {
  expect(bodyOf(place)).toContain('overflow-wrap: anywhere');
});

it.each([
  ['button', 44],
  ['a.button', 44],
  ['.consent', 44],
  ['.tick', 44],
  ['button.wide', 52],
  ['button.bar', 56],
  ['button.icon', 36],
  ['button.opener', 36],
  ['.button.small', 36],
  ['.way-back', 36],
])('%s is high enough for a finger: %d pixels', (place, height) => {
  expect(bodyOf(place)).toMatch(new RegExp(`min-height: ${height}px`));
});

it.each([
  ['.head:last-child', 'margin-bottom: 0'],
  ['button.opener.outline:not(.head > *)', 'margin-top: 16px'],
  ['tr:first-child td', 'border-top: 0'],
  ['.facts:empty', 'display: none'],
  ['.panel .cost:empty', 'display: none'],
  ['.error:empty', 'display: none'],
  ['.note:empty', 'display: none'],
  ['.message:empty', 'display: none'],
  ['.terms-text:empty', 'display: none'],
])('nothing is kept apart from what is not there: %s has %s', (place, rule) => {
  expect(bodyOf(place)).toContain(rule);
});

it('a card is chosen by a press anywhere on it, and what is in it by its own', () => {
  expect(bodyOf('.card')).toContain('position: relative');
  expect(bodyOf('.card label.name::after')).toMatch(/position: absolute; inset: 0/);
  for (const inside of ['.card button', '.card a', '.card input'])
    expect(bodyOf(inside)).toContain('position: relative');
});

it.each(['.message.bad', '.error', '.missing', 'td .hint.owed', '.problem > .glyph'])(
  '%s has the color of what is wrong',
  (place) => {
    expect(bodyOf(place)).toContain('color: var(--_danger)');
  },
);

it.each(['.message.good', '.note.good', '.lines .good', '.lines .minus', '.status.good', '.switch b'])(
  '%s has the color of what is good',
  (place) => {
    expect(bodyOf(place)).toContain('color: var(--_success)');
  },
);

it.each(['.lines dd', 'button.bar', '.due', '.use', '.facts dd', 'td.amount', '.card .price b'])(
  'amounts in %s stand in columns: their digits have one width',
  (place) => {
    expect(bodyOf(place)).toContain('font-variant-numeric: tabular-nums');
  },
);

it('knows no left and no right: what stands at the start stands there in both directions of writing', () => {
  const sided = rules.filter(({ body }) => /(^|[\s;-])(left|right)\b/.test(body.replace(/\(.*?\)/g, '')));
  expect(sided).toEqual([]);
});

it('what points back points to the right where writing goes to the left', () => {
  expect(bodyOf('[dir=rtl] .way-back .glyph')).toContain('scaleX(-1)');
});

it.each(['.error', '.note', '.message', '.terms-text', '.facts', '.panel .cost'])(
  '%s takes no room and has no frame while it says nothing',
  (place) => {
    expect(bodyOf(`${place}:empty`)).toContain('display: none');
  },
);

it('a field that is wrong looks wrong under the mouse and with the focus too', () => {
  const marked = rules.filter(({ body }) => /border-color: (?!var\(--_danger)/.test(body));
  const ofFields = marked
    .flatMap(({ selectors }) => selectors)
    .filter((one) => /^(input|select).*:(hover|focus)/.test(one));
  expect(ofFields).toHaveLength(4);
  for (const selector of ofFields) expect(selector).toContain('[aria-invalid=true])');
});

const wide = '@container (min-width: 800px)';
it.each<[string, string, string, ...string[]]>([
  ['fields are 48 pixels high, and their corners 10', ':host', '', '--_height: 48px', '-radius, 10px)'],
  ['the ring of the focus is 3 pixels, at 25 %', ':host', '', '--_ring: 0 0 0 3px', '25%, transparent'],
  ['a field with the focus has its ring', 'input:focus-visible', '', 'box-shadow: var(--_ring)'],
  ['a button under the mouse is 6 % darker', 'button:hover:enabled', '', '6%'],
  ['a button that is pressed is 10 % darker', 'button:active:enabled', '', '10%'],
  ['the main one is too', 'button.main-button:hover:enabled', '', '94%'],
  ['the main one is too when pressed', 'button.main-button:active:enabled', '', '90%'],
  ['a spinner of 18 pixels comes after 150 ms', '.spinner', '', '18px', 'appear .15s .15s backwards'],
  ['in the portal too', 'button[aria-busy=true]::after', '', '18px', 'appear .15s .15s backwards'],
  ['widths are those of the own place', '.top', '', 'container-type: inline-size'],
  ['of the portal too', '.portal', '', 'container: portal / inline-size'],
  ['on phones there is one column', '.columns', '', 'gap: 24px 48px', 'columns: minmax(0, 1fr);'],
  ['where there is room, a summary of 360', '.columns', wide, 'minmax(0, 1fr) 360px'],
  ['and it stays in sight beside the form', '.side', wide, 'position: sticky', 'order: 1'],
  ['the total is 28 pixels high', '.lines dd.total', '', 'font-size: 1.75em', 'font-weight: 600'],
  ['at the button too', '.due b', '', 'font-size: 1.75em', 'font-weight: 600'],
  ['a price on a card is 24', '.card .price b', '', 'font-size: 1.5em', 'font-weight: 600'],
  ['cards stand side by side where there is room', '.cards', '', 'auto-fit, minmax(min(13rem, 100%)'],
  ['an old price is pale', '.sum[aria-busy=true] .lines', '', 'opacity: .55'],
  ['an old cost of a change too', '.cost[aria-busy=true]', '', 'opacity: .55'],
  ['a period is chosen by keyboard', '.switch input', '', 'opacity: 0'],
  ['the portal has two columns', '.sections:not(.one)', '@container portal (min-width: 720px)', '(0, 1fr) m'],
  ['and one for a task', '.sections.one', '', 'max-width: 640px'],
  ['a note of an extra is as wide as the extra', '.choice .note', '', 'grid-column: 2 / -1', 'margin: 0'],
  ['many invoices scroll', '.list', '', 'max-height: 400px', 'overflow: auto'],
  ['what the form is styled by is not seen', '.payment > .sample', '', 'visibility: hidden !important'],
  ['and tells of another theme', '.payment > .sample', '', 'transition: color 1ms, border-color 1ms'],
])('as designed: %s', (_, selector, around, ...declarations) => {
  for (const declaration of declarations) expect(bodyOf(selector, around)).toContain(declaration);
});

it('a column that takes the room left gives way to it, however long a word in it is', () => {
  const columns = rules.flatMap(({ body }) => /grid-template-columns: ([^;]+)/.exec(body)?.[1] ?? []);
  expect(columns.length).toBeGreaterThan(10);
  expect(columns.filter((one) => /fr/.test(one.replace(/minmax\((0|min\([^)]+\)), 1fr\)/g, '')))).toEqual([]);
});

it.each(['button.wide', '.panel [type=submit]'])('what turns while %s waits is in it', (button) => {
  expect(bodyOf(button)).toMatch(/position: relative/);
});

it('the summary opens on phones, and is open where there is room', () => {
  expect(bodyOf('.side-body')).toContain('display: none');
  expect(bodyOf('.open .side-body')).toContain('display: grid');
  expect(bodyOf('.side-body', wide)).toContain('display: grid');
  expect(bodyOf('.side > .bar', wide)).toContain('display: none');
});

it('corners grow from sharp over soft to round, and compact is smaller in all', () => {
  const size = (name: string, place = ':host') =>
    Number(new RegExp(`--_${name}:.*?(\\d+)px`).exec(bodyOf(place))?.[1]);
  const [sharp, soft, round] = ['sharp', '', 'round'].map((theme) =>
    size('radius', theme ? `:host([theme=${theme}])` : ':host'),
  ) as [number, number, number];
  expect([sharp < soft, soft < round]).toEqual([true, true]);
  for (const name of ['height', 'gap'])
    expect(size(name, ':host([density=compact])')).toBeLessThan(size(name));
});

it('what is only for screen readers is not seen, and is read', () => {
  const body = bodyOf('.spoken');
  expect(body).toContain('clip-path: inset(50%)');
  expect(body).toContain('position: absolute');
  expect(body).not.toMatch(/display: none|visibility: hidden/);
});

it('what is hidden is not shown, whatever else a rule says of it', () => {
  for (const selector of [':host([hidden])', '[hidden]'])
    expect(bodyOf(selector)).toContain('display: none !important');
});

it('all that moves rests, or turns slowly, for who has asked for that', () => {
  const calm = '@media (prefers-reduced-motion: reduce)';
  const moving = rules.filter(({ around, body }) => around !== calm && /\banimation:/.test(body));
  const selectors = moving.flatMap((rule) => rule.selectors);
  expect(selectors.length).toBeGreaterThan(2);
  expect(selectors.filter((one) => !/animation(-duration)?: /.test(bodyOf(one, calm)))).toEqual([]);
  expect(bodyOf(':not(.sample)', calm)).toContain('transition: none !important');
});

it('each animation is one that there is', () => {
  const named = [...sheets.matchAll(/@keyframes (\w+)/g)].map(([, name]) => name);
  const used = namesIn(sheets, /(?:animation: |, )([a-z]+) [\d.]+s\b/g);
  expect(used).toEqual(named.sort());
});

it('what has the focus shows it, also where the browser has all colors', () => {
  const without = rules
    .filter(({ body }) => /outline: (0|none)/.test(body))
    .flatMap((rule) => rule.selectors);
  // A choice shows the focus of its input itself; what a script focuses is read there.
  expect(without.sort()).toEqual(['.choice input:focus-visible', '[tabindex="-1"]:focus']);
  for (const place of ['input', 'select', '.choice:focus-within'])
    expect(bodyOf(place.includes(':') ? place : `${place}:focus-visible`)).toContain('outline: 2px solid');
  for (const place of ['button', 'a', 'summary', '.list', '.switch'])
    expect(
      bodyOf(place === '.switch' ? '.switch :focus-visible + span' : `${place}:focus-visible`),
    ).toContain('outline: 2px solid var(--_accent)');
});

it.each(['.switch :checked + span', '.card.on'])(
  '%s is seen to be chosen, also where the browser has all colors',
  (chosen) => {
    expect(bodyOf(chosen, '@media (forced-colors: active)')).toContain('outline: 2px solid Highlight');
  },
);

describe('the colors', () => {
  const colorsIn = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/--clientlib-([\w-]+), (#\w+|light-dark\(.*?\))\)/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
  const plain = colorsIn(bodyOf(':host'));
  const both = Object.entries(colorsIn(bodyOf(':host', '@supports (color: light-dark(#000, #fff))'))).map(
    ([name, value]) => [name, value.match(/#\w+/g) ?? []] as const,
  );

  it('in light are the same where a browser knows no light-dark()', () => {
    expect(Object.fromEntries(both.map(([name, [light]]) => [name, light]))).toEqual(plain);
    expect(both.length).toBeGreaterThan(8);
  });

  const light = (color: string) => {
    const digits = color.length === 4 ? [...color.slice(1)].map((one) => one + one) : color.match(/\w\w/g);
    const [red = 0, green = 0, blue = 0] = (digits ?? [])
      .map((two) => Number.parseInt(two, 16) / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string) => {
    const [less = 0, more = 0] = [light(one), light(other)].sort((first, second) => first - second);
    return (more + 0.05) / (less + 0.05);
  };

  it.each([
    ['light', 0],
    ['dark', 1],
  ])('can be read in %s: text at 4.5 to 1, the frames of fields at 3 to 1', (_, at) => {
    const of = Object.fromEntries(both.map(([name, pair]) => [name, pair[at] ?? '']));
    const on = (back: string, names: readonly string[], least: number) =>
      names
        .filter((name) => contrast(of[name] ?? '', of[back] ?? '') < least)
        .map((name) => `${name} on ${back}`);
    const texts = ['text', 'muted', 'accent', 'danger', 'success'];
    expect([
      ...on('background', texts, 4.5),
      ...on('surface', texts, 4.5),
      ...on('accent', ['on-accent'], 4.5),
      ...on('background', ['border'], 3),
    ]).toEqual([]);
  });

  it('and sizes that a page can set are those of the guide', () => {
    const guide = readFileSync('docs/drop-in.md', 'utf8');
    const [, table = ''] = /\n((?:\|.*--clientlib-.*\n)+)/.exec(guide) ?? [];
    expect(namesIn(table, /(--clientlib-[\w-]+)/g)).toEqual(namesIn(sheets, /var\((--clientlib-[\w-]+)/g));
  });
});

it('each width of a field has its columns of six, wide and on phones', () => {
  const columns = (width: string, most?: number) => {
    const around = most === undefined ? '' : `@container (max-width: ${most}px)`;
    return Number(/span (\d)/.exec(bodyOf(`.fields > ${width}`, around))?.[1] ?? 0);
  };
  expect(['*', '.half', '.third', '.rest'].map((width) => columns(width))).toEqual([6, 3, 2, 4]);
  expect(['.half', '.apart', '.even'].map((width) => columns(width, 480))).toEqual([6, 6, 3]);
  expect(columns('.fit', 335)).toBe(3);
});
