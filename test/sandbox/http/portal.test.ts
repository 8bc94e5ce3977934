import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../sandbox/src/sandbox.ts';
import { Service } from '../simulation/service.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'en-GB,en;q=0.9' };

async function opened(options: SandboxOptions = {}) {
  const sandbox = newSandbox(options);
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  const { Url, Token, Expiry } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
  const get = (url: string, headers: Record<string, string> = browser) => sandbox.fetch(url, { headers });
  const page = async (headers?: Record<string, string>) => {
    const response = await get(Url, headers);
    return { status: response.status, text: await response.text() };
  };
  const cancelUrl = `http://sandbox/portal/cancel?selfServiceToken=${Token}`;
  const confirm = (form: Record<string, string>) =>
    sandbox.fetch(cancelUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { sandbox, api, contract, get, page, confirm, cancelUrl, Url, Token, Expiry };
}

const newestInvoice = async (api: Api) => (await api('GET', 'invoices?take=1')).body[0];
const hidden = (text: string) => /name="endDate" value="([^"]+)"/.exec(text)?.[1] ?? '';

describe('the Url of a self-service token (field notes 2.3)', () => {
  it("leads to the contract's page, with its plan, balance and invoices to fetch", async () => {
    const { sandbox, api, page } = await opened();
    const { status, text } = await page();
    expect(status).toBe(200);
    const { Id, InvoiceNumber, TotalGross } = await newestInvoice(api);
    for (const shown of ['Ada Lovelace', 'Active', InvoiceNumber, `€${TotalGross}`, '15 January 2026']) {
      expect(text).toContain(shown);
    }
    const [, link = ''] = /href="([^"]+pdf[^"]+)"/.exec(text) ?? [];
    expect(link).toContain(`/invoices/${Id}/pdf`);
    expect((await sandbox.fetch(link)).headers.get('Content-Type')).toBe('application/pdf');
  });

  it('works for a day unless the back end asks for another time', async () => {
    const { sandbox, page, Expiry } = await opened();
    expect(Expiry).toBe('2026-01-16T10:00:00.0000000Z');
    await sandbox.clock.advance('PT23H59M');
    expect((await page()).status).toBe(200);
    await sandbox.clock.advance('PT2M');
    expect((await page()).status).toBe(401);
  });
});

describe('canceling in the portal', () => {
  it('asks first, with the end date as people read it, and changes nothing yet', async () => {
    const { api, contract, get, page, cancelUrl } = await opened();
    expect((await page()).text).toContain(`href="${cancelUrl}"`);
    const question = await (await get(cancelUrl)).text();
    expect(question).toContain('Cancel your subscription?');
    expect(question).toContain('It ends on 15 February 2026.');
    expect((await api('GET', `contracts/${contract.Id}`)).body.EndDate).toBeUndefined();
  });

  it('cancels once confirmed, and the portal then shows the end and no button', async () => {
    const { api, contract, get, page, confirm, cancelUrl, Token } = await opened();
    const { EndDate } = (await api('GET', `contracts/${contract.Id}/cancellationPreview`)).body;
    const answer = await confirm({ endDate: hidden(await (await get(cancelUrl)).text()) });
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `http://sandbox/portal?selfServiceToken=${Token}`,
    ]);
    expect((await api('GET', `contracts/${contract.Id}`)).body.EndDate).toBe(EndDate);
    const { text } = await page();
    expect(text).toContain('Canceled, ends on 15 February 2026');
    expect(text).not.toContain('Cancel subscription');
    const again = await get(cancelUrl);
    expect([again.status, again.headers.get('Location')]).toEqual([303, answer.headers.get('Location')]);
  });

  it('asks again when the end date has moved since the customer saw it', async () => {
    const { sandbox, api, contract, get, confirm, cancelUrl } = await opened();
    const seen = hidden(await (await get(cancelUrl)).text());
    await api('GET', `contracts/${contract.Id}/selfServiceToken`);
    await sandbox.clock.advance('PT23H');
    const moved = await confirm({ endDate: '2026-02-14T10:00:00.0000000Z' });
    const text = await moved.text();
    expect(text).toContain('The end date has changed.');
    expect(hidden(text)).toBe(seen);
    expect((await api('GET', `contracts/${contract.Id}`)).body.EndDate).toBeUndefined();
  });

  it('shows a contract that has ended as ended', async () => {
    const { sandbox, api, contract, get, confirm } = await opened();
    await confirm({});
    await sandbox.clock.advance('P32D');
    const { Url } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
    const text = await (await get(Url)).text();
    expect(text).toContain('Ended on 15 February 2026');
    expect(text).not.toContain('Next invoice');
    expect(text).not.toContain('Cancel subscription');
  });
});

describe('the language of the portal', () => {
  it.each([
    ['?language=de-DE', 'en-GB', 'de-DE', 'Ihr Abonnement', '15. Januar 2026'],
    ['?language=en-US', 'de-DE', 'en-US', 'Your subscription', 'January 15, 2026'],
    ['', 'de-AT,de;q=0.9,en;q=0.8', 'de-AT', 'Ihr Abonnement', '15. Jänner 2026'],
    ['?language=fr-FR', 'de-DE', 'en-GB', 'Your subscription', '15 January 2026'],
  ])('%s with a browser of %s', async (language, accepted, lang, title, date) => {
    const { get, Url } = await opened();
    const text = await (
      await get(Url + language.replace('?', '&'), { ...browser, 'Accept-Language': accepted })
    ).text();
    expect(text).toContain(`<html lang="${lang}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`<dd>${date}</dd>`);
    const [, link = ''] = /href="(http:\/\/sandbox\/portal\/cancel[^"]*)"/.exec(text) ?? [];
    expect(link.includes('language')).toBe(language !== '');
  });
});

describe('a token that does not open the portal', () => {
  it.each([
    ['an unknown one', 'other'],
    ['an access token', 'access'],
  ])('%s: a person sees a page, a program gets JSON', async (_, kind) => {
    const { sandbox, get, api } = await opened();
    const token =
      kind === 'other'
        ? 'other'
        : ((await api('GET', '/sandbox/snapshot')).body.Collections.accessTokens[0].Id as string);
    const url = `http://sandbox/portal?selfServiceToken=${token}`;
    const page = await get(url);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([
      401,
      expect.stringMatching(/^text\/html/),
    ]);
    expect(await page.text()).toContain('<h1>This link no longer works</h1>');
    const json = await sandbox.fetch(url);
    expect([json.status, ((await json.json()) as { Code: string }).Code]).toEqual([401, 'LoginError']);
  });

  it('an expired one says so to the developer', async () => {
    const { sandbox, page } = await opened();
    await sandbox.clock.advance('P2D');
    const { status, text } = await page();
    expect(status).toBe(401);
    expect(text).toContain('The self-service token has expired. Fetch a new one from your back end.');
  });

  it('none: the page takes it from behind # in the address, and without one says what is missing', async () => {
    const { sandbox, get } = await opened();
    const page = await get('http://sandbox/portal/?language=de');
    const text = await page.text();
    expect([
      page.status,
      text.includes('/assets/portal.js'),
      text.includes('Dieser Link ist unvollständig'),
    ]).toEqual([200, true, true]);
    expect((await sandbox.fetch('http://sandbox/portal')).status).toBe(401);
  });
});

describe('frames', () => {
  const ancestors = async (options: SandboxOptions, path: (token: string) => string) => {
    const { get, Token } = await opened(options);
    const policy = (await get(`http://sandbox${path(Token)}`)).headers.get('Content-Security-Policy') ?? '';
    return /frame-ancestors ([^;]+)/.exec(policy)?.[1];
  };
  const portalPaths: ((token: string) => string)[] = [
    (token) => `/portal?selfServiceToken=${token}`,
    (token) => `/portal/cancel?selfServiceToken=${token}`,
    () => '/portal/finalize.html',
    () => '/portal?selfServiceToken=wrong',
    () => '/portal',
  ];

  it.each(portalPaths)('pages of this machine may show the portal by default (%s)', async (path) => {
    expect(await ancestors({}, path)).toBe(
      "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:* https://localhost:* https://*.localhost:* https://127.0.0.1:*",
    );
  });

  it.each(portalPaths)('the configuration says which pages may (%s)', async (path) => {
    const config = { Account: { PortalFrameAncestors: ['https://shop.example.com'] } };
    expect(await ancestors({ config }, path)).toBe("'self' https://shop.example.com");
  });

  it('nobody else may show anything but the challenge and the payment form', async () => {
    for (const path of [
      '/docs',
      '/docs/plain',
      '/docs/guides',
      '/sandbox/catalog',
      '/providers/Lima/checkout/none',
    ])
      expect([path, await ancestors({}, () => path)]).toEqual([path, "'none'"]);
  });
});

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

  it('says so when the payment failed', async () => {
    const { service, open } = await paid('decline');
    const { status, text } = await open();
    expect([status, text.includes('<h1>Zahlung fehlgeschlagen</h1>')]).toEqual([200, true]);
    expect(service.orders[0].Status).toBe('InProgress');
    expect(service.transactions.map(({ Status }) => Status.Status)).toEqual(['Failed']);
  });

  it.each([
    ['', 422, 'There is nothing to complete'],
    ['?transactionId=a&secret=b', 403, 'This link no longer works'],
  ])('refuses an address that no provider made (%s)', async (query, status, title) => {
    const { sandbox, get } = await opened();
    const page = await get(`http://sandbox/portal/finalize.html${query}`);
    expect([page.status, (await page.text()).includes(`<h1>${title}</h1>`)]).toEqual([status, true]);
    expect((await sandbox.fetch(`http://sandbox/portal/finalize.html${query}`)).status).toBe(status);
  });
});
