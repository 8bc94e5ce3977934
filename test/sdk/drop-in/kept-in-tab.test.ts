// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptInTab } from '../../../sdk/src/drop-in/kept-in-tab.ts';

const KEY = 'kept.test';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

/** As in a frame whose browser forbids storage. */
function forbidStorage(): void {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
}

it('a value outlives a reload, until it is taken away', () => {
  keptInTab<object>(KEY).value = { a: 1 };
  const reloaded = keptInTab<object>(KEY);
  expect(reloaded.value).toEqual({ a: 1 });
  reloaded.value = undefined;
  expect([reloaded.value, keptInTab(KEY).value, sessionStorage.getItem(KEY)]).toEqual([
    undefined,
    undefined,
    null,
  ]);
});

it('a value stays until the next reload where storage is forbidden', () => {
  forbidStorage();
  const kept = keptInTab<string>(KEY);
  kept.value = 'x';
  expect([kept.value, keptInTab(KEY).value]).toEqual(['x', undefined]);
  kept.value = undefined;
  expect(kept.value).toBeUndefined();
});

it('stays with the page where the storage of the tab is full', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockReturnValue(full as unknown as Storage);
  const kept = keptInTab<string>(KEY);
  kept.value = 'x';
  expect(kept.value).toBe('x');
});

it('what another script has put there is no value, and no error', () => {
  sessionStorage.setItem(KEY, '{');
  expect(keptInTab(KEY).value).toBeUndefined();
});
