import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { portalLanguage } from '../../../../sandbox/src/service/http/pages/portal-texts.ts';
import { Service } from '../simulation/service.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'en-GB,en;q=0.9' };

async function opened(options: SandboxOptions = {}) {
  const sandbox = newSandbox(options);
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  const { Url, Token, Expiry } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
  const get = (url: string, headers: Record<string, string> = browser) =>
    sandbox.fetch(url, { headers, redirect: 'manual' });
  return { sandbox, get, Url, Token, Expiry };
}

describe('the Url of a self-service token (field notes 2.3)', () => {
  it('leads to the drop-in element, with the token hidden from servers', async () => {
    const { get, Url, Token, Expiry } = await opened();
    expect(Url).toBe(`http://sandbox/portal/account.html#/${Token}`);
    expect(Expiry).toBe('2026-01-16T10:00:00.0000000Z');
    const page = await get(Url);
    expect(page.status).toBe(200);
    const text = await page.text();
    const methods = 'CreditCard:Bravo Debit:Bravo November InvoicePayment';
    expect(text).toContain(`<clientlib-portal payment-methods="${methods}"></clientlib-portal>`);
    expect(text).not.toContain(Token);
  });

  it.each([
    ['?selfServiceToken=t0ken&language=de-DE', '?language=de-DE#/t0ken'],
    ['?selfServiceToken=t0ken', '#/t0ken'],
    // A browser takes what stands behind # along.
    ['?language=de', '?language=de'],
    ['', ''],
  ])('also works with the old address: /portal%s', async (query, rest) => {
    const { get } = await opened();
    const { status, headers } = await get(`http://sandbox/portal${query}`);
    expect([status, headers.get('Location')]).toEqual([302, `http://sandbox/portal/account.html${rest}`]);
  });
});

describe('the hosted signup', () => {
  it.each([
    ['', 'fr-CH,de;q=0.8', 'fr'],
    ['?language=it-IT', 'de', 'it'],
    // It has English, and none of what it does not know.
    ['', 'en', undefined],
    ['', 'xx,de', undefined],
    ['', undefined, undefined],
    ['?language=../offer', 'de', undefined],
  ])(
    '/portal/signup.html%s for Accept-Language %s loads the texts at once: %s',
    async (query, accepted, language) => {
      const { get } = await opened();
      const page = await get(`http://sandbox/portal/signup.html${query}`, {
        ...(accepted === undefined ? {} : { 'Accept-Language': accepted }),
      });
      const texts = /"modulepreload" href="[^"]*\/drop-in\/(\w+)\.js\?/.exec(await page.text())?.[1];
      expect(texts).toBe(language);
    },
  );
});

describe('frames', () => {
  const ancestors = async (options: SandboxOptions, path: (token: string) => string) => {
    const { get, Token } = await opened(options);
    const policy = (await get(`http://sandbox${path(Token)}`)).headers.get('Content-Security-Policy') ?? '';
    return /frame-ancestors ([^;]+)/.exec(policy)?.[1];
  };
  const portalPaths: ((token: string) => string)[] = [
    (token) => `/portal/account.html#/${token}`,
    () => '/portal/signup.html',
    () => '/portal/finalize.html',
  ];

  it.each(portalPaths)('pages of this machine may frame the portal by default (%s)', async (path) => {
    expect(await ancestors({}, path)).toBe(
      "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:* https://localhost:* https://*.localhost:* https://127.0.0.1:*",
    );
  });

  it.each(portalPaths)('the configuration lists which pages may (%s)', async (path) => {
    const config = { Account: { PortalFrameAncestors: ['https://shop.example.com'] } };
    expect(await ancestors({ config }, path)).toBe("'self' https://shop.example.com");
  });

  it('others may frame only the challenge and the payment form', async () => {
    for (const path of ['/docs', '/docs/guides', '/sandbox/catalog', '/providers/Lima/checkout/none'])
      expect([path, await ancestors({}, () => path)]).toEqual([path, "'none'"]);
  });
});

it.each([
  ['de', 'de-DE', 'Noch nicht fertig'],
  ['de-AT', 'de-AT', 'Noch nicht fertig'],
  ['de-ch, en', 'de-CH', 'Noch nicht fertig'],
  ['de-AT;q=0.9,en;q=0.5', 'de-AT', 'Noch nicht fertig'],
  ['en-us', 'en-US', 'Not finished yet'],
  ['en;q=1, de', 'en-GB', 'Not finished yet'],
  ['den', 'en-GB', 'Not finished yet'],
  ['fr-CH, de', 'en-GB', 'Not finished yet'],
  ['', 'en-GB', 'Not finished yet'],
])(
  'the page that completes a payment speaks German to those who want it first: "%s" is %s',
  (wanted, locale, title) => {
    const language = portalLanguage(wanted);
    expect([language.locale, language.texts.notFinished[0]]).toEqual([locale, title]);
  },
);

describe('/portal/finalize.html', () => {
  const returnUrl = 'http://sandbox/portal/finalize.html?language=de-DE';

  async function paid(action: string) {
    const service = new Service();
    const order = await service.order();
    const { Url } = (await service.pay(order, { Bearer: 'Lima' }, returnUrl)).body;
    const { location } = await service.visit(Url, { action });
    const open = async (headers: Record<string, string> = browser) => {
      const response = await service.sandbox.fetch(location, { headers });
      return { status: response.status, text: await response.text() };
    };
    return { service, open };
  }

  it('completes a payment, once', async () => {
    const { service, open } = await paid('pay');
    expect(service.orders[0].Status).toBe('PaymentPending');
    const first = await open();
    expect([first.status, first.text.includes('<h1>Vielen Dank</h1>')]).toEqual([200, true]);
    expect(service.orders[0].Status).toBe('Completed');
    expect(await open()).toEqual(first);
    expect(service.transactions).toHaveLength(1);
    expect(service.events.filter((event) => event === 'OrderSucceeded')).toHaveLength(1);
  });

  it('reports a failed payment', async () => {
    const { service, open } = await paid('decline');
    const { status, text } = await open();
    expect([status, text.includes('<h1>Zahlung fehlgeschlagen</h1>')]).toEqual([200, true]);
    expect(service.orders[0].Status).toBe('InProgress');
    expect(service.transactions.map(({ Status }) => Status.Status)).toEqual(['Failed']);
  });

  it.each([
    ['', 422, 'There is nothing to complete'],
    ['?transactionId=a&secret=b', 403, 'This link no longer works'],
  ])('rejects an address that no provider created (%s)', async (query, status, title) => {
    const { sandbox, get } = await opened();
    const page = await get(`http://sandbox/portal/finalize.html${query}`);
    expect([page.status, (await page.text()).includes(`<h1>${title}</h1>`)]).toEqual([status, true]);
    expect((await sandbox.fetch(`http://sandbox/portal/finalize.html${query}`)).status).toBe(status);
  });
});
