import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { Service } from '../simulation/service.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

/* What people see in a browser: text from outside stays text, and every policy is closed. */

const hostile = '<img src=x onerror="alert(1)">&amp;\'';

async function read(response: Promise<Response>) {
  const { status, headers, ...rest } = await response.then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    markup: await answer.text(),
  }));
  const { document } = new Window({
    settings: { disableCSSFileLoading: true, disableJavaScriptFileLoading: true },
  });
  document.write(rest.markup);
  return { status, headers, document, markup: rest.markup };
}

function expectHarmless({ document, headers, markup }: Awaited<ReturnType<typeof read>>) {
  expect(document.querySelectorAll('img, [onerror], script:not([src]), style, [style]')).toHaveLength(0);
  expect(markup.startsWith('<!doctype html><html lang="en">')).toBe(true);
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'; style-src 'self';");
  expect(policy).not.toContain('unsafe');
}

describe('text from outside', () => {
  const config = { Account: { Name: hostile } };

  it("stays text on the contract's page", async () => {
    const sandbox = newSandbox({ config });
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api, {
      Customer: { FirstName: hostile, LastName: 'Lovelace', Address: { Country: 'DE' } },
    });
    const { Url } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const page = await read(sandbox.fetch(Url));
    expect(page.status).toBe(200);
    expectHarmless(page);
    expect(page.document.querySelector('dd')?.textContent).toBe(`${hostile} Lovelace`);
    expect(page.document.querySelector('.brand')?.textContent).toBe(hostile);
  });

  it('stays text on the page of a payment, also where it stands in an attribute', async () => {
    const service = new Service({ config });
    const pay = async (bearer: object) =>
      (await service.pay(await service.order(), { Bearer: 'Lima', ...bearer })).body.Url;
    const page = await read(service.sandbox.fetch(await pay({})));
    expectHarmless(page);
    expect(page.document.querySelector('dd')?.textContent).toBe(hostile);

    const wallet = await pay({ Bearer: 'November' });
    const form = { action: 'pay', email: `${hostile}"><script>`, password: '' };
    const again = await read(
      service.sandbox.fetch(wallet, { method: 'POST', body: new URLSearchParams(form) }),
    );
    expect(again.status).toBe(422);
    expectHarmless(again);
    expect(again.document.querySelector('input')?.getAttribute('value')).toBe(`${hostile}"><script>`);
  });

  it('stays text on the page of a 3-D Secure challenge', async () => {
    const service = new Service({ config });
    const Card = {
      Number: '4000000000003220',
      ExpiryMonth: 1,
      ExpiryYear: 2030,
      Holder: hostile,
      Cvc: '123',
    };
    const { Challenge } = (await service.token('CreditCard:Bravo', { Card })).body;
    const page = await read(
      service.sandbox.fetch(`${Challenge.Url}?challenge=${Challenge.Params.challenge}`),
    );
    expectHarmless(page);
    expect(page.document.querySelector('main p:not(.brand)')?.textContent).toContain(hostile);
  });
});

describe('the design tokens', () => {
  it('are one stylesheet, which every page links before its own', async () => {
    const sandbox = newSandbox();
    const page = await read(sandbox.fetch('http://sandbox/w/two/docs'));
    const links = [...page.document.querySelectorAll('link[rel=stylesheet]')].map((link) =>
      link.getAttribute('href'),
    );
    expect(links).toEqual(['http://sandbox/w/two/assets/tokens.css', 'http://sandbox/w/two/assets/page.css']);
    const [tokens = '', pages = ''] = await Promise.all(
      links.map(async (link) => (await sandbox.fetch(link as string)).text()),
    );
    const colors = /#[0-9a-f]{3,8}\b/i;
    expect(tokens).toMatch(colors);
    expect(pages).not.toMatch(colors);
    const used = [...pages.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name as string);
    expect(used.filter((name) => !tokens.includes(`${name}:`))).toEqual([]);
  });
});
