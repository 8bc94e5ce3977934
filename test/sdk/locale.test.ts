// @vitest-environment happy-dom
import { configure } from 'clientlib';
import 'clientlib/drop-in';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { languageFor } from '../../sdk/src/elements/internal/texts/languages.ts';
import { chooseLocale, readLocale } from '../../sdk/src/input/locale.ts';

describe('a locale', () => {
  it.each([
    ['de', 'de'],
    ['de_DE', 'de-DE'],
    ['de_AT.UTF-8', 'de-AT'],
    ['de_DE.UTF-8@euro', 'de-DE'],
    ['en-US@posix', 'en-US'],
    [' DE-at ', 'de-AT'],
    ['iw', 'he'],
    ['zh_hant_tw', 'zh-Hant-TW'],
  ])('is read as Intl takes it: %j is %s', (tag, locale) => {
    expect(readLocale(tag)).toBe(locale);
    expect(new Intl.NumberFormat(readLocale(tag)).resolvedOptions().locale).not.toBe('');
  });

  it.each(['', 'C', '1de', '_fr', 'german language', 'de-', '*'])(
    'that Intl refuses is not read: %j',
    (tag) => expect(readLocale(tag)).toBeUndefined(),
  );

  it('is the first one whose language is known, or English', () => {
    expect(chooseLocale(['xx', '', 'C', 'pt_BR', 'de'], { de: 1, pt: 1 })).toBe('pt-BR');
    expect(chooseLocale(['klingon', 'constructor'], { de: 1 })).toBe('en');
    expect(languageFor(['de_AT.UTF-8'])).toBe('de');
  });
});

const elements = ['clientlib-signup', 'clientlib-portal', 'clientlib-cancel', 'clientlib-withdraw'];
let warned: string[];
beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((text) => warned.push(text));
  configure({ baseUrl: 'https://service.test', fetch: () => new Promise(() => {}) });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.documentElement.lang = '';
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

async function shown(tag: string, locale: string | undefined): Promise<string> {
  const element = document.createElement(tag);
  if (locale !== undefined) element.setAttribute('locale', locale);
  document.body.append(element);
  const top = (): HTMLElement | null | undefined => element.shadowRoot?.querySelector<HTMLElement>('.top');
  await vi.waitFor(() => expect(top()?.textContent).not.toBe(''));
  return top()?.lang ?? '';
}

describe.each(elements)('<%s>', (tag) => {
  it.each([
    ['de_DE', 'de-DE'],
    ['de_AT.UTF-8', 'de-AT'],
    ['en-US@posix', 'en-US'],
  ])('shows locale="%s", and lang="%s" of the page', async (locale, language) => {
    expect(await shown(tag, locale)).toBe(language);
    document.body.replaceChildren();
    document.documentElement.lang = locale;
    expect(await shown(tag, undefined)).toBe(language);
    expect(warned.filter((text) => text.includes('locale') || text.includes('lang'))).toEqual([]);
  });

  it('shows the language of the browser, and says so, for a locale that it cannot show', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-CA']);
    for (const locale of ['klingon', 'C']) expect(await shown(tag, locale)).toBe('fr-CA');
    document.documentElement.lang = 'C';
    expect(await shown(tag, undefined)).toBe('fr-CA');
    const there =
      'Shown in fr-CA; there are ar, bg, cs, da, de, el, en, es, et, fi, fr, ga, he, hr, hu, it, ';
    const expected = 'expected a language such as de or de-AT';
    expect(warned.filter((text) => text.includes(expected))).toEqual([
      expect.stringContaining(`ClientLib: <${tag}> locale="klingon": ${expected}, got klingon. ${there}`),
      expect.stringContaining(`ClientLib: <${tag}> locale="C": ${expected}, got C. ${there}`),
      `ClientLib: <${tag}> lang="C" of the page: ${expected}.`,
    ]);
  });
});
