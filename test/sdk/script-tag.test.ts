import { build } from 'esbuild';
import { Window } from 'happy-dom';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

let script = '';
beforeAll(async () => {
  const entry = new URL('../../sdk/src/script-tag.ts', import.meta.url).pathname;
  const options = { bundle: true, write: false, format: 'iife', target: 'es2020', minify: true } as const;
  script = (await build({ ...options, entryPoints: [entry] })).outputFiles[0]?.text ?? '';
});

let window: Window;
afterEach(() => window.happyDOM.close());

type Page = Window & { ClientLib: typeof import('../../sdk/src/index.ts').ClientLib };

/** A page with this script tag on it, evaluated as the browser would. */
function page(attributes: { src?: string; baseUrl?: string } = {}, before = ''): Page {
  window = new Window({
    url: 'https://shop.test/signup',
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      disableJavaScriptFileLoading: true,
    },
  });
  const tag = window.document.createElement('script');
  if (attributes.src) tag.setAttribute('src', attributes.src);
  if (attributes.baseUrl) tag.dataset['baseUrl'] = attributes.baseUrl;
  Object.defineProperty(window.document, 'currentScript', { get: () => (attributes.src ? tag : null) });
  window.eval(before);
  window.eval(script);
  return window as Page;
}
const address = ({ ClientLib }: Page): string =>
  new ClientLib.Portal('t').invoicePdfDownloadUrl('i').replace(/\/api.*/, '');

test('sets the one global, with everything in it', () => {
  const { ClientLib } = page({ src: 'https://service.test/clientlib.js' });
  const names = [
    'ClientLibError',
    'Payment',
    'Portal',
    'Signup',
    'configure',
    'createElement',
    'finalize',
    'isReturn',
  ];
  expect(Object.keys(ClientLib).sort()).toEqual(names);
});

describe('the address of the service', () => {
  test.each([
    [{ src: 'https://service.test/clientlib.js' }, 'https://service.test'],
    [{ src: 'https://service.test/w/one/clientlib.js?v=1' }, 'https://service.test/w/one'],
    [{ src: '/lib/clientlib.js' }, 'https://shop.test/lib'],
    [{ src: 'https://cdn.test/clientlib.js', baseUrl: 'https://service.test/' }, 'https://service.test'],
  ])('of %j', (attributes, expected) => {
    expect(address(page(attributes))).toBe(expected);
  });

  test('is not changed where the page has set it', () => {
    const set = 'globalThis["clientlib.configuration"] = { baseUrl: "https://set.test" }';
    expect(address(page({ src: 'https://service.test/clientlib.js' }, set))).toBe('https://set.test');
  });

  test('is missed, in words, where the script has no address', () => {
    expect(() => address(page())).toThrow('Call configure({ baseUrl }) first.');
  });
});

test('finalize can be called with and without new, minified too', async () => {
  const { ClientLib } = page({ src: 'https://service.test/clientlib.js' });
  const nothing = { errorCode: ['NothingToFinalize'] };
  await expect(ClientLib.finalize()).rejects.toMatchObject(nothing);
  await expect(new ClientLib.finalize()).rejects.toMatchObject(nothing);
});
