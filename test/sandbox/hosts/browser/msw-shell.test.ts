import { handlers } from 'clientlib-sandbox/msw';
import { afterEach, expect, it, vi } from 'vitest';
// The handlers load it later: a test that has ended by then has no place to load it to.
import '../../../../sandbox/src/hosts/browser/shared-activity.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [undefined, 'http://shop.test/shell.html?go='],
  [true, 'http://shop.test/shell.html?go='],
  ['clientlib-sandbox', 'http://shop.test/shell.html?go='],
  ['other', 'http://shop.test/shell.html?database=other&go='],
])('the shell opens the database in which the handlers keep the state: %s', (persist, pagesUrl) => {
  vi.stubGlobal('location', new URL('http://shop.test/app/'));
  const options = { baseUrl: 'http://shop.test/api', shell: '/shell.html' };
  expect(handlers(persist === undefined ? options : { ...options, persist }).pagesUrl).toBe(pagesUrl);
});
