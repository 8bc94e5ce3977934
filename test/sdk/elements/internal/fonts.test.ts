// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { loadFonts, PageFiles } from '../../../../sdk/src/elements/internal/fonts.ts';

const bytesOf = (content: string): ArrayBuffer => new TextEncoder().encode(content).buffer as ArrayBuffer;

/** Loads fonts from these files. Returns the faces, what is wrong, and the addresses that were asked for. */
async function load(fonts: unknown, contents: { readonly [url: string]: string | object } = {}) {
  const faces: string[][] = [];
  const asked: string[] = [];
  const files = new PageFiles((url) => {
    asked.push(url);
    const content = contents[url] ?? {};
    const loaded = typeof content === 'string' ? { from: url, bytes: bytesOf(content) } : content;
    queueMicrotask(() => expect(files.receive({ url, ...loaded })).toBe(true));
  });
  const mistakes = await loadFonts(fonts, files, async ([family, bytes, descriptors]) => {
    const { weight = '', style = '', unicodeRange = '' } = descriptors;
    const content = new TextDecoder().decode(bytes);
    if (content.startsWith('bad')) throw new Error('The browser cannot read it.');
    faces.push([family, weight, style, unicodeRange, content]);
  });
  return { faces, asked, mistakes: mistakes.map(({ errorCode, message }) => [...errorCode, message]) };
}

it('takes a font file with its family, weight and style, by names in any case', async () => {
  const fonts = [
    { family: 'Shop Sans', src: '/shop.woff2', weight: 700, style: 'italic' },
    { FAMILY: 'Serif', Src: '/serif.woff2' },
  ];
  expect(await load(fonts, { '/shop.woff2': 'shop', '/serif.woff2': 'serif' })).toEqual({
    faces: [
      ['Shop Sans', '700', 'italic', '', 'shop'],
      ['Serif', '', '', '', 'serif'],
    ],
    asked: ['/shop.woff2', '/serif.woff2'],
    mistakes: [],
  });
});

it('says nothing of weight and style where the page does not: an empty text would be a mistake', async () => {
  const files = new PageFiles((url) => queueMicrotask(() => files.receive({ url, bytes: bytesOf('font') })));
  const given: FontFaceDescriptors[] = [];
  await loadFonts(
    [
      { family: 'F', src: '/f' },
      { family: 'F', src: '/f', weight: '', style: ' ' },
    ],
    files,
    async (font) => {
      given.push(font[2]);
    },
  );
  expect(given).toEqual([{}, {}]);
});

it('takes the faces of a style sheet, resolves their addresses against its own, and prefers woff2', async () => {
  const css = `
    body { color: red }
    @font-face { font-family: "Shop Sans"; font-weight: 700; src: url(a.woff) format("woff"), url("../a.woff2") format("woff2"); }
    @font-face { font-family: Other; src: url('https://cdn.test/b.ttf'); font-style: italic }
    @font-face { font-family: Local; src: local("Arial") }`;
  const files = {
    '/fonts.css': { from: 'https://fonts.test/v2/css/x.css', bytes: bytesOf(css) },
    'https://fonts.test/v2/a.woff2': 'a',
    'https://cdn.test/b.ttf': 'b',
  };
  expect(await load([{ cssSrc: '/fonts.css' }], files)).toEqual({
    faces: [
      ['Shop Sans', '700', '', '', 'a'],
      ['Other', '', 'italic', '', 'b'],
    ],
    asked: ['/fonts.css', 'https://fonts.test/v2/a.woff2', 'https://cdn.test/b.ttf'],
    mistakes: [],
  });
});

it('takes four faces in all, those with digits first, and names the entry that has more', async () => {
  const subset = (name: string, range: string) =>
    `@font-face { font-family: F; src: url(/${name}); unicode-range: ${range} }`;
  const css = [
    subset('cyrillic', 'U+0301, U+400-45F'),
    subset('greek', 'U+0370-0377'),
    subset('vietnamese', 'U+0102-0103'),
    subset('latin', 'U+0000-00FF, U+0131'),
  ].join('\n');
  const fonts = [
    { family: 'First', src: '/first' },
    { cssSrc: '/css' },
    { cssSrc: '/css' },
    { cssSrc: '/last' },
  ];
  const file = (name: string) => [`https://f.test/${name}`, name];
  const files = {
    '/first': 'first',
    '/css': { from: 'https://f.test/css', bytes: bytesOf(css) },
    '/last': { from: 'https://f.test/last', bytes: bytesOf(subset('latin', 'U+0-FF')) },
    ...Object.fromEntries(['latin', 'cyrillic', 'greek', 'vietnamese'].map(file)),
  };
  const { faces, mistakes, asked } = await load(fonts, files);
  expect(faces.map(([, , , , content]) => content)).toEqual(['first', 'latin', 'cyrillic', 'greek']);
  expect(faces[1]?.[3]).toMatch(/^U\+0000-00FF/i);
  const tooMany = 'expected 4 faces at most in all; the others are left out.';
  expect(mistakes).toEqual([
    ['InvalidConfiguration', `config.fonts[1]: ${tooMany}`],
    ['InvalidConfiguration', `config.fonts[2]: ${tooMany}`],
    ['InvalidConfiguration', `config.fonts[3]: ${tooMany}`],
  ]);
  // The files of the others are not loaded.
  expect(asked.filter((url) => url.startsWith('https:'))).toHaveLength(3);
});

it.each([
  ['U+30-39', true],
  ['U+0100, U+0030-0039', true],
  ['U+0-FF', true],
  ['U+31-39', false],
  ['U+30-38', false],
  ['U+30', false],
  ['U+3A-FF, U+0-2F', false],
])('a face for %s has the digits, and so is first: %s', async (range, isFirst) => {
  const rule = (name: string, digits: string) =>
    `@font-face { font-family: F; src: url(/${name}); unicode-range: ${digits} }`;
  const bytes = bytesOf(`${rule('other', 'U+400-45F')} ${rule('asked', range)}`);
  const from = 'https://f.test/css';
  const files = { '/css': { from, bytes }, 'https://f.test/other': 'other', 'https://f.test/asked': 'asked' };
  const { faces } = await load([{ cssSrc: '/css' }], files);
  expect(faces.map(([, , , , content]) => content)).toEqual(
    isFirst ? ['asked', 'other'] : ['other', 'asked'],
  );
});

it('takes exactly as many faces, of as many bytes, as it may, and finds nothing wrong', async () => {
  const largest = 'x'.repeat(300_000);
  const names = ['a', 'b', 'c', 'd'];
  const fonts = names.map((name) => ({ family: name, src: `/${name}` }));
  const { faces, mistakes } = await load(
    fonts,
    Object.fromEntries(names.map((name) => [`/${name}`, largest])),
  );
  expect([faces.map(([family]) => family), mistakes]).toEqual([names, []]);
});

it.each<[string, unknown, string]>([
  ['a list that is none', { family: 'F' }, 'config.fonts: expected a list, got { family }.'],
  [
    'an entry without an address',
    [{ family: 'F' }],
    'config.fonts[0]: expected { cssSrc } or { family, src }.',
  ],
  ['an entry that is no object', ['/x.css'], 'config.fonts[0]: expected { cssSrc } or { family, src }.'],
  [
    'what does not load',
    [{ family: 'F', src: '/none' }],
    'config.fonts[0]: expected /none to load: check the address, connect-src of the page, CORS of the server.',
  ],
  [
    'a file that is too large',
    [{ family: 'F', src: '/large' }],
    'config.fonts[0]: expected at most 300000 bytes, got 300001 from /large.',
  ],
  [
    'what is no font',
    [{ family: 'F', src: '/bad' }],
    'config.fonts[0]: expected a font that the browser can read (woff2, woff, ttf) from /bad.',
  ],
  [
    'a style sheet without fonts',
    [{ cssSrc: '/css' }],
    'config.fonts[0]: expected @font-face rules with an address in /css.',
  ],
])('names %s, and takes the others', async (_what, fonts, message) => {
  const right = { family: 'Right', src: '/right' };
  const files = {
    '/right': 'right',
    '/large': 'x'.repeat(300_001),
    '/bad': 'bad',
    '/css': 'p { color: red }',
  };
  const { faces, mistakes } = await load(Array.isArray(fonts) ? [...fonts, right] : fonts, files);
  expect(mistakes).toEqual([['InvalidConfiguration', message]]);
  expect(faces).toHaveLength(Array.isArray(fonts) ? 1 : 0);
});

it('takes a file that it has asked for, once', () => {
  const files = new PageFiles(() => {});
  files.load('/a');
  expect(['/b', '/a', '/a'].map((url) => files.receive({ url }))).toEqual([false, true, false]);
});

it('has nothing to load without fonts', async () => {
  expect(await load(undefined)).toEqual({ faces: [], asked: [], mistakes: [] });
});
