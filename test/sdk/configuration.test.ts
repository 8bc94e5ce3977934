import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { configure, settings } from '../../sdk/src/configuration/configuration.ts';
import { Payment, Portal, Signup } from '../../sdk/src/index.ts';

const clean = (): void => {
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
  vi.unstubAllGlobals();
};
beforeEach(clean);
afterEach(clean);

const address = (): string => new Portal('t').invoicePdfDownloadUrl('i');

test.each([
  ['https://service.test', 'https://service.test'],
  ['https://service.test/', 'https://service.test'],
  ['https://service.test/w/one//', 'https://service.test/w/one'],
  ['https://service.test/?x#y', 'https://service.test'],
])('baseUrl %s', (given, used) => {
  configure({ baseUrl: given });
  expect(address()).toBe(`${used}/api/v1/CustomerSelfService/invoices/i/pdf?selfServiceToken=t`);
});

test('baseUrl can be relative to the page', () => {
  vi.stubGlobal('location', new URL('https://shop.test/a/b'));
  configure({ baseUrl: '/billing' });
  expect(address()).toMatch(/^https:\/\/shop\.test\/billing\/api/);
});

test('pages of the service can be on another host than the service', () => {
  configure({ baseUrl: 'https://service.test', pagesUrl: 'https://pages.test/w' });
  expect(address()).toBe('https://pages.test/w/api/v1/CustomerSelfService/invoices/i/pdf?selfServiceToken=t');
});

test.each([1, 30_000, 2 ** 31 - 1])('a time-out of %i ms', (timeoutMs) => {
  configure({ timeoutMs });
  expect(settings()).toEqual({ timeoutMs });
});

test('settings that are not named stay', () => {
  configure({ baseUrl: 'https://service.test', timeoutMs: 5 });
  configure({ timeoutMs: 6 });
  expect(settings()).toEqual({ baseUrl: 'https://service.test/', timeoutMs: 6 });
});

test('names are matched in any case', () => {
  configure({ BASEURL: 'https://service.test', timeoutms: 5 } as never);
  expect(settings()).toEqual({ baseUrl: 'https://service.test/', timeoutMs: 5 });
});

describe('invalid use', () => {
  test.each(['', 'service', 'ftp://service.test', 5, null])('baseUrl %j', (baseUrl) => {
    expect(() => configure({ baseUrl } as never)).toThrow(
      expect.objectContaining({ errorCode: ['InvalidConfiguration'] }),
    );
    expect(settings()).toEqual({});
  });

  test.each(['http://service.test', 7, null, undefined, ['x']])('configure(%j)', (configuration) => {
    expect(() => configure(configuration as never)).toThrow(
      expect.objectContaining({
        errorCode: ['InvalidConfiguration'],
        message: expect.stringContaining('configure: expected an object like { baseUrl }'),
      }),
    );
  });

  test('an unknown setting', () => {
    expect(() => configure({ baseUri: 'https://service.test' } as never)).toThrow(
      'configure: expected one of baseUrl, pagesUrl, timeoutMs, environment, fetch, got baseUri.',
    );
  });

  test.each([-1, 0, 2 ** 31, Number.NaN, '5', null])('a time-out that is none: %s', (timeoutMs) => {
    expect(() => configure({ timeoutMs } as never)).toThrow(
      expect.objectContaining({ errorCode: ['InvalidConfiguration'], field: 'timeoutMs' }),
    );
    expect(settings()).toEqual({});
  });

  test('no base URL', async () => {
    await expect(new Signup().createOrder({ PlanVariantId: 'x' }, {})).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration', 'NoBaseUrl'],
      developerMessage: expect.stringContaining('configure({ baseUrl'),
    });
    expect(address).toThrow('Call configure');
  });

  test.each([
    ['http://service.test', true],
    ['https://service.test', false],
    ['http://localhost:4400', false],
    ['http://127.0.0.1:4400', false],
    ['http://[::1]:4400', false],
    ['http://shop.localhost:4400', false],
    ['http://localhost.evil.test', true],
    ['http://127.0.0.1.evil.test', true],
    ['http://evil-localhost', true],
    ['http://127.0.10.255:4400', false],
    ['http://[::1:2]:4400', true],
  ])('%s on an https page: rejected %s', (baseUrl, refused) => {
    vi.stubGlobal('location', new URL('https://shop.test/'));
    configure({ baseUrl });
    if (refused)
      expect(address).toThrow(
        expect.objectContaining({ errorCode: ['InvalidConfiguration', 'InsecureBaseUrl'] }),
      );
    else expect(address()).toContain(baseUrl);
  });
});

test('a page of plain http may call plain http', () => {
  vi.stubGlobal('location', new URL('http://shop.test/'));
  configure({ baseUrl: 'http://service.test' });
  expect(address()).toContain('http://service.test/');
});

test('two copies of the library on one page share one configuration', async () => {
  const first = await import('../../sdk/src/configuration/configuration.ts');
  vi.resetModules();
  const second = await import('../../sdk/src/configuration/configuration.ts');
  expect(second.configure).not.toBe(first.configure);
  first.configure({ baseUrl: 'https://service.test' });
  expect(second.baseUrl()).toBe('https://service.test');
});

describe('settings of one instance', () => {
  const answers: Record<string, object> = {
    paymentMethods: { Methods: {}, Bearers: [], Flows: {}, Environment: 'Sandbox' },
    'signup/offer': { Countries: [], Fields: [], Products: {} },
    contract: { Contract: {}, RecentInvoices: [] },
  };
  /** A service that notes what it is asked. */
  const service = () => {
    const asked: string[] = [];
    const fetch = async ({ url }: Request) => {
      asked.push(url);
      const path = new URL(url).pathname.replace(/.*CustomerSelfService\//, '');
      return Response.json(answers[path]);
    };
    return { asked, fetch };
  };

  test('apply to its calls only, whatever `configure` says', async () => {
    const [shared, first, second] = [service(), service(), service()];
    configure({ baseUrl: 'https://shared.test', fetch: shared.fetch });
    const call = async (baseUrl: string, fetch: typeof first.fetch) => {
      const settings = { baseUrl, fetch };
      await Promise.all([
        new Payment({ publicApiKey: 'k', ...settings }).ready,
        new Signup(settings).offer('k'),
        new Portal('t', settings).contractDetails(),
      ]);
    };
    await Promise.all([
      call('https://first.test', first.fetch),
      call('https://second.test', second.fetch),
      new Signup().offer('k'),
    ]);
    const at = (origin: string) =>
      ['paymentMethods?publicApiKey=k', 'signup/offer?publicApiKey=k', 'contract'].map(
        (path) => `${origin}/api/v1/CustomerSelfService/${path}`,
      );
    expect(first.asked.sort()).toEqual(at('https://first.test').sort());
    expect(second.asked.sort()).toEqual(at('https://second.test').sort());
    expect(shared.asked).toEqual([at('https://shared.test')[1]]);
    expect(settings()).toEqual({ baseUrl: 'https://shared.test/', fetch: shared.fetch });
  });

  test('apply to the address of its PDF', () => {
    configure({ baseUrl: 'https://shared.test', pagesUrl: 'https://pages.test' });
    expect(new Portal('t', { baseUrl: 'https://own.test' }).invoicePdfDownloadUrl('i')).toMatch(
      /^https:\/\/own\.test\/api/,
    );
    expect(new Portal('t', { timeoutMs: 5 }).invoicePdfDownloadUrl('i')).toMatch(
      /^https:\/\/pages\.test\/api/,
    );
  });

  test('omitted ones are those of `configure` at the time of the call', async () => {
    const { asked, fetch } = service();
    const signup = new Signup({ fetch });
    configure({ baseUrl: 'https://later.test' });
    await signup.offer('k');
    expect(asked).toEqual(['https://later.test/api/v1/CustomerSelfService/signup/offer?publicApiKey=k']);
  });

  test('are checked as those of `configure`', async () => {
    const refused = expect.objectContaining({ errorCode: ['InvalidConfiguration'] });
    expect(() => new Signup({ baseUrl: 'x' })).toThrow(refused);
    expect(() => new Signup({ fetsh: fetch } as never)).toThrow(refused);
    await expect(new Payment({ publicApiKey: 'k', baseUrl: 'x' }).ready).rejects.toEqual(refused);
  });
});
