// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

it('reads an address with an invalid percent sign, at first and later', async () => {
  location.hash = '#/%/%zz?q=%';
  vi.resetModules();
  const { selectHref, setQuery } = await import('../../../../sandbox/src/served/inspector/router.ts');
  expect(selectHref('contract')).toBe('#/%/contract?q=%25');
  setQuery({ q: '1' });
  expect(location.hash).toBe('#/%/%25zz?q=1');
});
