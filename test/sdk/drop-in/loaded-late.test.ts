// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PortalView } from '../../../sdk/src/drop-in/portal/portal-view.ts';

/* What a page loads when a customer needs it: languages, and the arrangement of addresses. Without a network they are missed. */

const addresses = '../../../sdk/src/drop-in/address/address-fields.ts';
beforeEach(() => {
  // Other files have loaded them.
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock(addresses);
  vi.restoreAllMocks();
  // What has not loaded here is loaded by the files after this one.
  vi.resetModules();
});

it('a language that does not load is English, with what the page says otherwise', async () => {
  const { getTexts, languages } = await import('../../../sdk/src/drop-in/texts/languages.ts');
  const { en } = await import('../../../sdk/src/drop-in/texts/en.ts');
  vi.spyOn(languages, 'de').mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await getTexts('de-AT', { subscribe: 'Join' })).toEqual({ ...en, subscribe: 'Join' });
});

it('addresses that cannot be arranged stand in the order of the account', async () => {
  vi.doMock(addresses, () => Promise.reject(new TypeError('Failed to fetch')));
  const part = await import('../../../sdk/src/drop-in/load-address.ts');
  await expect(part.loadAddress()).resolves.toBeUndefined();
  expect(part.showAddress).toBeUndefined();
});

it('the details of a customer are shown once their address can be arranged', async () => {
  const { customerSection } = await import('../../../sdk/src/drop-in/portal/customer-section.ts');
  const { en } = await import('../../../sdk/src/drop-in/texts/en.ts');
  const { Formats } = await import('../../../sdk/src/drop-in/view/formats.ts');
  const { Signup } = await import('clientlib');
  const Fields = ['PostalCode', 'City', 'Country'].map((name) => ({
    Name: `Address.${name}`,
    Required: true,
  }));
  vi.spyOn(Signup.prototype, 'offer').mockResolvedValue({ Fields, Countries: ['IE'] } as never);
  const section = customerSection({
    details: {
      Customer: { Address: { Country: 'IE' } },
      Allowed: { CustomerChange: true },
      PublicApiKey: 'k',
    },
    scene: { texts: en, formats: new Formats('en'), host: document.body },
    access: {},
    host: { texts: en, panels: [], report: vi.fn() },
  } as unknown as PortalView);
  document.body.replaceChildren(section);
  section.querySelector<HTMLElement>('button.opener')?.click();
  const labels = () => [...section.querySelectorAll('label')].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(labels()).toEqual(['Country', 'City', 'Eircode']));
});

describe('the files of the drop-in', () => {
  const folder = 'sdk/src/drop-in';
  const textOf = (file: string) => readFileSync(file, 'utf8');
  const pathsIn = (file: string, pattern: RegExp) =>
    [...textOf(file).matchAll(pattern)].map(([, path = '']) => join(dirname(file), path));
  /** All that a file brings along when it loads, up to those that are there already. */
  function loadedWith(file: string, there: readonly string[] = [], found = new Set<string>()): Set<string> {
    if (found.has(file) || there.includes(file)) return found;
    found.add(file);
    const imported = pathsIn(file, /^(?:import|export) (?!type)(?:[^'";]*from )?'(\.[^']+)'/gm);
    for (const next of imported) loadedWith(next, there, found);
    return found;
  }
  const late = ['parts', 'load-address', 'texts/languages'].flatMap((file) =>
    pathsIn(`${folder}/${file}.ts`, /import\('(\.[^']+)'\)/g),
  );
  const atOnce = loadedWith(`${folder}/index.ts`);

  it('that only some pages need are not loaded with the elements', () => {
    expect(late.length).toBeGreaterThan(28);
    expect(late.filter((file) => atOnce.has(file))).toEqual([]);
  });

  it.each(late.filter((file) => !file.includes('/texts/')))(
    'for script tags, %s has nothing of its own that the script has: both know the same',
    (part) => {
      const shared = pathsIn(`${folder}/script-tag.ts`, /'(\.[^']+)'/g);
      const twice = [...loadedWith(part, shared)].filter(
        (file) => file.startsWith(folder) && atOnce.has(file),
      );
      expect(twice).toEqual([]);
    },
  );
});
