import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../sandbox/src/service/domain/basics/problem.ts';
import {
  absoluteReturnUrl,
  readKeys,
  withKeys,
} from '../../../../sandbox/src/service/domain/payments/return-url.ts';
import { caught } from '../../caught.ts';

describe('the return URL', () => {
  test.each([
    ['https://shop.test/thanks', undefined, 'https://shop.test/thanks'],
    ['HTTP://Shop.test', undefined, 'http://shop.test/'],
    ['/thanks?a=1', 'https://shop.test/cart/pay', 'https://shop.test/thanks?a=1'],
    ['thanks', 'https://shop.test/cart/pay', 'https://shop.test/cart/thanks'],
    ['http://[::1]:8080/', undefined, 'http://[::1]:8080/'],
    ['http://127.0.0.1/', undefined, 'http://127.0.0.1/'],
    ['https://my_shop.test/', undefined, 'https://my_shop.test/'],
  ])('%s, sent by %s, becomes %s', (given, page, url) => {
    expect(absoluteReturnUrl(given, page)).toBe(url);
  });

  const relative =
    'is relative, but the request has no page (Referer, Origin) to resolve it against; send the absolute URL.';
  const lost = (key: string) =>
    `must not have a query parameter "${key}": the service adds one of this name. Use another name.`;
  const noHost = '"a;b" is not a valid host name.';
  const scheme = 'expected a URL with https: or http:, or one that Account.AllowedReturnUrls allows, got';
  const credentials = 'must not contain a user name or password.';

  test.each([
    ['/thanks', undefined, relative],
    ['https://', 'https://shop.test/', '"https://" is not a valid URL.'],
    [`https://${' '.repeat(300)}`, 'https://shop.test/', `"https://${' '.repeat(192)}" is not a valid URL.`],
    ['javascript:alert(1)', undefined, `${scheme} javascript:`],
    ['data:text/html,x', undefined, `${scheme} data:`],
    ['ftp://shop.test/', undefined, `${scheme} ftp:`],
    ['https://user:pw@shop.test/', undefined, credentials],
    ['https://user@shop.test/', undefined, credentials],
    ['https://:pw@shop.test/', undefined, credentials],
    ['https://a;b/', undefined, noHost],
    ['/thanks', 'capacitor://localhost', `${scheme} capacitor:`],
    ['https://shop.test/?transactionId=17', undefined, lost('transactionId')],
    ['https://shop.test/?a=1&secret=s', undefined, lost('secret')],
    ['https://shop.test,evil.test/', undefined, '"shop.test,evil.test" is not a valid host name.'],
  ])('%s, sent by %s, is rejected', (given, page, message) => {
    expect(caught(() => absoluteReturnUrl(given, page))).toMatchObject({
      kind: 'Invalid',
      fields: [{ Field: 'ProviderReturnUrl', Code: 'InvalidConfiguration', Message: message }],
    });
  });

  test('keeps the address of a visit before, whose keys the service replaces', () => {
    const url = 'https://shop.test/?transactionId=t1&secret=s1&a=1';
    expect(absoluteReturnUrl(url, undefined)).toBe(url);
  });

  test.each([
    ['myapp://thanks?a=1', undefined, 'myapp://thanks?a=1'],
    ['/thanks', 'capacitor://localhost', 'capacitor://localhost/thanks'],
  ])(
    'with AllowedReturnUrls that name the scheme of an app, %s, sent by %s, becomes %s',
    (given, page, url) => {
      expect(absoluteReturnUrl(given, page, ['myapp://thanks', 'capacitor://localhost'])).toBe(url);
      expect(
        caught(() => absoluteReturnUrl(given, page, ['myapp://other', 'ionic://localhost'])),
      ).toMatchObject({
        fields: [{ Field: 'ProviderReturnUrl', Code: 'InvalidConfiguration' }],
      });
    },
  );

  test.each([
    ['https://shop.test/thanks', true],
    ['https://shop.test/thanks/', true],
    ['https://shop.test/thanks/again?a=1', true],
    ['https://shop.test/thanksgiving', false],
    ['https://shop.test/', false],
    ['http://shop.test/thanks', false],
    ['https://shop.test:444/thanks', false],
    ['https://evil.test/thanks', false],
    ['https://evil.test/https://shop.test/thanks', false],
    ['https://app.test/anything', true],
    ['https://other.test/a/b', true],
    ['https://other.test/a', true],
  ])('with AllowedReturnUrls, %s is allowed: %s', (url, allowed) => {
    const begin = ['no address', 'https://shop.test/thanks', 'https://app.test', 'https://other.test/a/'];
    if (allowed) expect(absoluteReturnUrl(url, undefined, begin)).toBe(url);
    else {
      const { origin, pathname } = new URL(url);
      expect(caught(() => absoluteReturnUrl(url, undefined, begin))).toMatchObject({
        kind: 'Invalid',
        code: 'InvalidConfiguration',
        fields: [
          {
            Field: 'ProviderReturnUrl',
            Message: `${origin}${pathname} is not allowed by Account.AllowedReturnUrls.`,
          },
        ],
      });
    }
  });
});

describe('its query parameters', () => {
  test.each([
    ['https://shop.test/', 'https://shop.test/?secret=a%2Fb'],
    ['https://shop.test/?', 'https://shop.test/?secret=a%2Fb'],
    ['https://shop.test/?cart=4%202&x#top', 'https://shop.test/?cart=4%202&x&secret=a%2Fb#top'],
    ['https://shop.test/?a=1&&b=2&', 'https://shop.test/?a=1&b=2&secret=a%2Fb'],
    // A visit before has left its own.
    ['https://shop.test/?secret=old&a=1&secret', 'https://shop.test/?a=1&secret=a%2Fb'],
    ['https://shop.test/?secrets=1', 'https://shop.test/?secrets=1&secret=a%2Fb'],
    ['https://shop.test/#/?secret=page', 'https://shop.test/?secret=a%2Fb#/?secret=page'],
  ])('are added to %s', (url, expected) => {
    expect(withKeys(url, { secret: 'a/b' })).toBe(expected);
  });

  test('are read as written; each can be missing', () => {
    expect(readKeys('https://shop.test/?a=1&transactionId=t1&secret=s%2F1')).toEqual({
      transactionId: 't1',
      secret: 's/1',
    });
    expect(readKeys('https://shop.test/?TransactionId=t1&secret=s1')).toEqual({ secret: 's1' });
    expect(readKeys('https://shop.test/?transactionId=t1')).toEqual({ transactionId: 't1' });
    const { kind, fields } = caught(() => readKeys('/thanks?secret=s1')) as Problem;
    expect([kind, fields.map(({ Field }) => Field)]).toEqual(['Invalid', ['returnUrl']]);
  });
});
