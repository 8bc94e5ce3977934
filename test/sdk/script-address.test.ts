// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
  Reflect.deleteProperty(window, 'ClientLib');
});

/** Runs the script as the tag with this address would, and returns what the library then calls. */
async function addressBy(src?: string, baseUrl?: string): Promise<string> {
  const tag = document.createElement('script');
  if (src) tag.setAttribute('src', src);
  if (baseUrl) tag.dataset['baseUrl'] = baseUrl;
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(src === undefined ? null : tag);
  await import('../../sdk/src/script-tag.ts');
  return new window.ClientLib.Portal('t').invoicePdfDownloadUrl('i').replace(/\/api.*/, '');
}

describe('the script takes the address of the service', () => {
  test.each([
    ['from its own', 'https://service.test/clientlib.js', undefined, 'https://service.test'],
    [
      'from its own folder',
      'https://service.test/w/1/clientlib.js?v=1',
      undefined,
      'https://service.test/w/1',
    ],
    ['from its own, beside the page', '/lib/clientlib.js', undefined, `${location.origin}/lib`],
    [
      'from data-base-url, where the script is elsewhere',
      'https://cdn.test/clientlib.js',
      'https://service.test/',
      'https://service.test',
    ],
  ])('%s', async (_, src, baseUrl, address) => {
    expect(await addressBy(src, baseUrl)).toBe(address);
  });

  test('from the page, if that has set it before', async () => {
    Object.assign(globalThis, { 'clientlib.configuration': { baseUrl: 'https://set.test' } });
    expect(await addressBy('https://service.test/clientlib.js')).toBe('https://set.test');
  });

  test('from data-base-url, also if the page has set another one before', async () => {
    Object.assign(globalThis, { 'clientlib.configuration': { baseUrl: 'https://set.test' } });
    const address = await addressBy('https://cdn.test/clientlib.js', 'https://service.test/');
    expect(address).toBe('https://service.test');
  });

  test.each([
    ['is no tag', undefined],
    ['is written into the page', ''],
  ])('from nowhere if the script %s: the first call says what to do', async (_, src) => {
    await expect(addressBy(src)).rejects.toThrow('Call configure({ baseUrl }) first.');
  });
});
