import { handlers } from 'clientlib-sandbox/msw';
import { afterEach, expect, it, vi } from 'vitest';

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
