import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { playgroundScript } from '../../../../sandbox/src/service/http/pages/playground-script.ts';
import { allOperations } from '../../../../sandbox/src/service/http/routes/index.ts';
import { assetFiles } from '../../../../sandbox/src/service/http/routes/site/assets.ts';
import { card, Service } from '../simulation/service.ts';
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
  expect(markup).toMatch(/^<!doctype html><html lang="en(-GB)?">/);
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).not.toContain('unsafe');
}

describe('text from outside', () => {
  const config = { Account: { Name: hostile } };

  it.each(['account', 'signup'])('stays text on the hosted %s page', async (name) => {
    const page = await read(newSandbox({ config }).fetch(`http://sandbox/portal/${name}.html`));
    expect(page.status).toBe(200);
    expectHarmless(page);
    expect(page.document.querySelector('h1')?.textContent).toBe(hostile);
  });

  it('stays text on the page of a payment, also in an attribute', async () => {
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

it.each(['text/html', 'application/json'])(
  'the root is kept by caches as %s for who asks so',
  async (Accept) => {
    const { headers } = await newSandbox().fetch('http://sandbox/', { headers: { Accept } });
    expect([headers.get('Content-Type')?.split(';')[0], headers.get('Vary')]).toEqual([Accept, 'Accept']);
  },
);

it.each([
  '/docs',
  '/docs?tag=Orders',
  '/docs?tag=Webhooks',
  '/docs/guides/webhooks',
  '/docs/guides/run',
  '/sandbox/catalog',
])('code that may be wider than the page can be scrolled by keyboard: %s', async (path) => {
  const { document } = await read(
    newSandbox().fetch(`http://sandbox${path}`, { headers: { Accept: 'text/html' } }),
  );
  expect([...document.querySelectorAll('pre')].filter((one) => one.tabIndex !== 0)).toEqual([]);
});

describe('a hosted page', () => {
  it.each([
    [
      'signup',
      [
        [
          '#/v1?language=de&country=DE&coupon=TEN&payment-methods=all',
          'plan-variant-id=v1 locale=de country=DE coupon-code=TEN',
        ],
        ['#/v2', 'plan-variant-id=v2 locale=nl payment-methods=usual'],
        ['', 'locale=nl payment-methods=usual'],
      ],
    ],
    [
      'account',
      [
        [
          '#/t1/cancel?return-url=%2Fthanks&payment-methods=Debit',
          'token=t1 task=cancel return-url=/thanks locale=nl payment-methods=Debit',
        ],
        ['#/t2?language=fr', 'token=t2 locale=fr payment-methods=usual'],
        ['', 'token= locale=nl payment-methods=usual'],
      ],
    ],
  ])(
    'passes each address on to its element, and keeps nothing of the one before: %s',
    async (name, visits) => {
      const sandbox = newSandbox();
      const { document } = await read(sandbox.fetch(`http://sandbox/portal/${name}.html`));
      const element = document.querySelector('clientlib-signup, clientlib-portal') as unknown as Element;
      element.setAttribute('payment-methods', 'usual');
      const script = await (await sandbox.fetch('http://sandbox/assets/drop-in-page.js')).text();
      const location = { hash: '', search: '?language=nl' };
      const listeners = new Map<string, () => void>();
      const addEventListener = (type: string, listener: () => void) => void listeners.set(type, listener);
      const page = { document, location, navigator: { language: 'fi' }, addEventListener, URLSearchParams };
      runInNewContext(script, page);
      for (const [hash, expected] of visits) {
        location.hash = hash as string;
        listeners.get('hashchange')?.();
        const attributes = [...element.attributes].filter((one) => one.name !== 'public-api-key');
        expect(attributes.map(({ name, value }) => `${name}=${value}`).sort()).toEqual(
          (expected as string).split(/ (?=[a-z-]+=)/).sort(),
        );
        expect(document.documentElement.lang).toBe(element.getAttribute('locale'));
      }
    },
  );
});

describe('what pages of other origins embed', () => {
  const Card = { Number: '4000000000003220', ExpiryMonth: 1, ExpiryYear: 2030, Holder: 'Ada', Cvc: '123' };

  it.each([
    ['the script tag', '/clientlib.js'],
    ['the drop-in', '/drop-in.js'],
    ['a language of it', '/drop-in/de.js'],
    ['the script of a provider', '/providers/Bravo/client.js'],
    ['the payment form', '/elements/payment-form'],
    ['its script', '/elements/payment-form.js'],
    ['a language of it', '/elements/payment-form/de.js'],
  ])('is allowed in pages that require it (Cross-Origin-Embedder-Policy): %s', async (_what, path) => {
    const { status, headers } = await newSandbox().fetch(`http://sandbox${path}`);
    expect([status, headers.get('Cross-Origin-Resource-Policy')]).toEqual([200, 'cross-origin']);
  });

  it.each(['none.js', 'constructor', '__proto__'])('has no other file: %s', async (file) => {
    for (const folder of ['/drop-in', '/elements/payment-form']) {
      const answer = await newSandbox().fetch(`http://sandbox${folder}/${file}`);
      expect([answer.status, ((await answer.json()) as { Message: string }).Message]).toEqual([
        404,
        `There is no ${folder}/${file}.`,
      ]);
    }
  });

  it('is allowed there: the frame of a 3-D Secure challenge', async () => {
    const service = new Service();
    const { Challenge } = (await service.token('CreditCard:Bravo', { Card })).body;
    const { headers } = await service.sandbox.fetch(
      `${Challenge.Url}?challenge=${Challenge.Params.challenge}`,
    );
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
  });

  it.each([
    ['the shop that began it', 'https://shop.test/cart?x', '*'],
    ['a page of the sandbox itself', 'http://sandbox/portal/signup.html', '*'],
    ['another page', 'https://evil.example/https://shop.test', "'self'"],
    ['a shop by another scheme', 'http://shop.test/cart', "'self'"],
    ['no address', 'nowhere', "'self'"],
    ['nobody', undefined, "'self'"],
  ])(
    'is shown by whoever asks for it, and only to those: the challenge for %s',
    async (_who, Referer, who) => {
      const service = new Service();
      const { Challenge } = (
        await service.token('CreditCard:Bravo', { Card }, { Origin: 'https://shop.test' })
      ).body;
      const { headers } = await service.sandbox.fetch(
        `${Challenge.Url}?challenge=${Challenge.Params.challenge}`,
        Referer === undefined ? {} : { headers: { Referer } },
      );
      expect(headers.get('Content-Security-Policy')).toContain(`frame-ancestors ${who} https://shop.test;`);
    },
  );

  const shells = ['capacitor://localhost', 'https://shop.test', 'ionic://localhost'];
  it.each([
    [[], 'frame-ancestors *;'],
    [shells, 'frame-ancestors * capacitor: ionic:;'],
  ])(
    'shows the payment form in app shells whose origin the account allows: %j',
    async (AllowedOrigins, policy) => {
      const sandbox = newSandbox({ config: { Account: { AllowedOrigins } } });
      const { headers } = await sandbox.fetch('http://sandbox/elements/payment-form');
      expect(headers.get('Content-Security-Policy')).toContain(policy);
    },
  );

  it("loads the account's methods ahead in the payment form of its own pages alone", async () => {
    const sandbox = newSandbox();
    const preloaded = async (site?: string) => {
      const headers: Record<string, string> = site === undefined ? {} : { 'Sec-Fetch-Site': site };
      const page = await sandbox.fetch('http://sandbox/elements/payment-form', { headers });
      expect(page.headers.get('Vary')).toBe('Sec-Fetch-Site');
      return /<link rel="preload"[^>]* href="([^"]*)"/.exec(await page.text())?.[1];
    };
    const methods = await preloaded('same-origin');
    expect(Object.keys((await (await sandbox.fetch(methods ?? '')).json()) as object)).toContain('Methods');
    for (const site of ['same-site', 'cross-site', 'none', undefined])
      expect(await preloaded(site)).toBeUndefined();
  });

  const shell = 'capacitor://localhost';
  it.each([
    ['by itself', [], { Origin: shell }, undefined],
    ['by the payment form in it', [shell], { Origin: 'http://sandbox' }, shell],
  ])(
    'shows a challenge in the app shell that asked for it: %s',
    async (_how, AllowedOrigins, from, Opener) => {
      const service = new Service({ config: { Account: { AllowedOrigins } } });
      const { Challenge } = (await service.token('CreditCard:Bravo', { Card, Opener }, from)).body;
      const { headers } = await service.sandbox.fetch(
        `${Challenge.Url}?challenge=${Challenge.Params.challenge}`,
      );
      expect(headers.get('Content-Security-Policy')).toContain(`frame-ancestors 'self' ${shell};`);
    },
  );
});

it('every address for a browser is one of the pages, wherever the API is', async () => {
  const service = new Service({ pagesUrl: 'http://pages.test' });
  const api = await backEnd(service.sandbox);
  const contract = await newContract(api);
  const link = async (collection: string) => {
    const [{ Id }] = (await api('GET', collection)).body;
    return (await api('POST', `${collection}/${Id}/downloadLink`, {})).body.Url;
  };
  await api('POST', 'accountingExportFiles', {});
  const redirect = await service.pay(await service.order(), {
    Bearer: 'Lima',
    EmailAddress: 'ada@shop.test',
  });
  const challenged = { ...card, Number: '4000000000003220' };
  const addresses = {
    'an invoice': await link('invoices'),
    'an export': await link('accountingExportFiles'),
    'the portal': (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body.Url,
    'a challenge': (await service.token('CreditCard:Bravo', { Card: challenged })).body.Challenge.Url,
    'a provider': redirect.body.Url,
  };
  for (const [what, url] of Object.entries(addresses)) {
    expect(url, what).toMatch(/^http:\/\/pages\.test\/\w/);
    const { pathname, search } = new URL(url);
    expect((await service.sandbox.fetch(`http://sandbox${pathname}${search}`)).status, what).not.toBe(404);
  }
});

it.each(Object.keys(assetFiles))('/assets/%s has the type that a browser runs or draws', async (name) => {
  const { headers } = await newSandbox().fetch(`http://sandbox/assets/${name}`);
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
  expect(headers.get('Content-Type')?.split(';')[0]).toBe(type);
});

describe('the design tokens', () => {
  it('are one stylesheet, which every page links before its own', async () => {
    const sandbox = newSandbox();
    const page = await read(
      sandbox.fetch('http://sandbox/w/two/sandbox/catalog', { headers: { Accept: 'text/html' } }),
    );
    const links = [...page.document.querySelectorAll('link[rel=stylesheet]')].map((link) =>
      link.getAttribute('href'),
    );
    expect(links.map((link) => link?.split('?')[0])).toEqual([
      'http://sandbox/w/two/assets/tokens.css',
      'http://sandbox/w/two/assets/page.css',
    ]);
    const [tokens = '', pages = ''] = await Promise.all(
      links.map(async (link) => (await sandbox.fetch(link as string)).text()),
    );
    const colors = /#[0-9a-f]{3,8}\b/i;
    expect(tokens).toMatch(colors);
    expect(pages).not.toMatch(colors);
    const used = [...pages.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name as string);
    expect(used.filter((name) => !tokens.includes(`${name}:`))).toEqual([]);
  });

  it('are all that the stylesheet of the inspector asks for', async () => {
    const sandbox = newSandbox();
    const textOf = async (name: string) => (await sandbox.fetch(`http://sandbox/assets/${name}.css`)).text();
    const [tokens, styles] = [await textOf('tokens'), await textOf('inspector')];
    const used = [...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name as string);
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !tokens.includes(`${name}:`))).toEqual([]);
  });
});

describe('a text that changes only with a release', () => {
  const headers = (response: Response) =>
    [...response.headers].filter(
      ([name]) => !['x-request-id', 'content-length', 'x-ratelimit-remaining'].includes(name),
    );

  it.each([
    '/clientlib.js',
    '/drop-in.js',
    '/drop-in/de.js',
    '/elements/payment-form',
    '/elements/payment-form.js',
    '/providers/Bravo/client.js',
    '/assets/tokens.css',
    '/assets/inspector.js',
    '/docs/guides/search-index.js',
    '/docs/guides/rest.md',
    '/llms.txt',
    '/llms-full.txt',
    '/api/v1/CustomerSelfService/signup/offer?publicApiKey=a00000000000000000000001',
    '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001',
  ])('%s is not sent again to a browser that has it', async (path) => {
    const sandbox = newSandbox();
    const load = (known: string) =>
      sandbox.fetch(`http://sandbox${path}`, { headers: { 'If-None-Match': known } });
    const first = await load('"another"');
    const tag = first.headers.get('ETag') ?? '';
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
    expect((await first.text()).length).toBeGreaterThan(100);
    const again = await load(`W/${tag}`);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(headers(again)).toEqual(headers(first));
  });

  it('is kept by browsers where a page names it with its version', async () => {
    const sandbox = newSandbox();
    const html = await (await sandbox.fetch('http://sandbox/portal/signup.html')).text();
    const { buildVersion } = await import('virtual:build-version');
    const named = [...html.matchAll(/(?:href|src)="(http:[^"]*)"/g)]
      .map(([, url]) => url as string)
      .filter((url) => !url.includes('/api/'));
    expect(named).toHaveLength(8);
    const kept = async (url: string) => (await sandbox.fetch(url)).headers.get('Cache-Control');
    for (const url of [...named, `http://sandbox/drop-in/de.js?v=${buildVersion}`]) {
      expect(url).toMatch(new RegExp(`\\?v=${buildVersion}$`));
      expect(await kept(url)).toBe('public, max-age=31536000, immutable');
    }
    expect(await kept('http://sandbox/clientlib.js?v=1')).toBe('no-cache');
    // Its policy depends on the account.
    expect(await kept(`http://sandbox/elements/payment-form?v=${buildVersion}`)).toBe('no-cache');
  });

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br, GZIP;q=0.5', 'gzip'],
    ['gzip;q=0, br', null],
    ['identity', null],
  ])('is compressed for Accept-Encoding: %s where a network is between', async (accepted, encoding) => {
    const load = async (exposed: boolean, path = '/clientlib.js') =>
      newSandbox({ exposed, controlToken: 'token' }).fetch(`http://sandbox${path}`, {
        headers: { 'Accept-Encoding': accepted },
      });
    const here = await load(false);
    expect([here.headers.get('Content-Encoding'), here.headers.get('Vary')]).toEqual([null, null]);
    const text = await here.text();
    const there = await load(true);
    const { headers } = there;
    expect([headers.get('Content-Encoding'), headers.get('Vary')]).toEqual([encoding, 'Accept-Encoding']);
    expect(headers.get('ETag')).toBe(here.headers.get('ETag'));
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const body = Buffer.from(await there.arrayBuffer());
    expect((encoding === null ? body : gunzipSync(body)).toString()).toBe(text);
    expect(body.length).toBeLessThan(encoding === null ? Number.POSITIVE_INFINITY : text.length / 2);
    const guide = await load(true, '/docs/guides/rest.md');
    expect(guide.headers.get('Vary')).toBe('Accept, Accept-Encoding');
  });

  it('is every script of the service', async () => {
    const all = (await allOperations())
      .filter(({ contentType = '' }) => /javascript|\*/.test(String(contentType)))
      .map(({ path }) => path);
    const names = ['/clientlib.js', '/drop-in.js', '/drop-in/{file}', '/providers/{name}/client.js'];
    expect(all.sort()).toEqual(
      [
        ...names,
        '/elements/payment-form.js',
        '/elements/payment-form/{file}',
        '/assets/{name}',
        '/docs/guides/search-index.js',
      ].sort(),
    );
  });

  it('is sent again when the account allows other origins to show the payment form', async () => {
    const load = async (config: object, known = '') => {
      const response = await newSandbox({ config }).fetch('http://sandbox/elements/payment-form', {
        headers: { 'If-None-Match': known },
      });
      return { status: response.status, tag: response.headers.get('ETag') ?? '' };
    };
    const { tag } = await load({});
    const shell = { Account: { AllowedOrigins: ['capacitor://localhost'] } };
    expect((await load(shell, tag)).status).toBe(200);
    expect((await load({}, tag)).status).toBe(304);
  });
});

describe('a page that cannot be shown', () => {
  const html = { headers: { Accept: 'text/html' } };
  const json = { headers: { Accept: 'application/json' } };

  it.each([
    ['/providers/Lima/checkout/none', 404, 'There is no such page'],
    ['/providers/Nobody/checkout/none', 404, 'There is no such page'],
    ['/providers/Bravo/challenge', 422, 'Something is missing'],
    ['/providers/Bravo/challenge?challenge=none', 404, 'There is no such page'],
  ])('%s is a page for a person and JSON for a program', async (path, status, title) => {
    const sandbox = newSandbox();
    const page = await read(sandbox.fetch(`http://sandbox${path}`, html));
    expect([page.status, page.document.querySelector('h1')?.textContent]).toEqual([status, title]);
    for (const init of [json, {}]) {
      const answer = await sandbox.fetch(`http://sandbox${path}`, init);
      const body = (await answer.json()) as { status: number; Message: string };
      expect([answer.status, body.status]).toEqual([status, status]);
      expect(page.document.querySelector('main')?.textContent).toContain(body.Message);
    }
  });

  it('a finished payment shows how it ended: a page for a person, JSON for a program', async () => {
    const service = new Service();
    const { Url } = (await service.pay(await service.order(), { Bearer: 'Lima' })).body;
    const state = async () => {
      const answer = await service.sandbox.fetch(Url, json);
      return [answer.status, ((await answer.json()) as { State: string }).State];
    };
    expect(await state()).toEqual([200, 'Open']);
    await service.visit(Url, { action: 'pay' });
    expect(await state()).toEqual([200, 'Paid']);
    const page = await read(service.sandbox.fetch(Url, html));
    expect(page.document.querySelector('h1')?.textContent).toBe('Payment done');

    const late = (await service.pay(await service.order(), { Bearer: 'Lima' })).body.Url;
    await service.sandbox.clock.advance('PT31M');
    const expired = await service.sandbox.fetch(late, json);
    expect([expired.status, ((await expired.json()) as { State: string }).State]).toEqual([410, 'Expired']);
  });
});

describe('/sandbox/catalog', () => {
  it('is a page for a browser, with every id, code and test card to copy, and JSON otherwise', async () => {
    const sandbox = newSandbox();
    const url = 'http://sandbox/w/two/sandbox/catalog';
    const catalog = (await (await sandbox.fetch(url)).json()) as {
      PlanVariants: { Id: string }[];
      Coupons: { Codes: string[] }[];
      TestData: { Value: string }[];
    };
    const page = await read(sandbox.fetch(url, { headers: { Accept: 'text/html' } }));
    expectHarmless(page);
    const copied = new Set(
      [...page.document.querySelectorAll('[data-copy]')].map((button) => button.getAttribute('data-copy')),
    );
    const wanted = [
      'http://sandbox/w/two',
      'a00000000000000000000001',
      'sandbox-secret',
      ...catalog.PlanVariants.map(({ Id }) => Id),
      ...catalog.Coupons.flatMap(({ Codes }) => Codes),
      ...catalog.TestData.map(({ Value }) => Value),
      'CreditCard:Bravo',
    ];
    expect(wanted.filter((value) => !copied.has(value))).toEqual([]);
    for (const outcome of [
      '20 % off for 3 months',
      '50 % off for 1 month',
      'each code can be used once',
      'cannot be used now',
    ])
      expect(page.document.body.textContent).toContain(outcome);
    expect([...page.document.querySelectorAll('nav a')].map((link) => link.textContent)).toEqual(
      [...page.document.querySelectorAll('h2')].map((heading) => heading.textContent),
    );
  });
});

it("the playground's script runs the code of its own page once, and shows what goes wrong", () => {
  const heard = new Map<string, { listener: (event: object) => void; once: boolean }>();
  const listen = (kind: string, listener: (event: object) => void, { once = false } = {}) =>
    heard.set(kind, { listener, once });
  const output = { textContent: '' };
  const put: unknown[] = [];
  const element = (name: string) => ({
    name,
    setAttribute: (...given: string[]) => put.push([name, ...given]),
  });
  const page = {
    querySelector: (of: string) => (of === 'output' ? output : { append: () => {} }),
    createElement: element,
  };
  const [parent, location] = [{}, { origin: 'http://sandbox' }];
  new Function('self', 'document', 'addEventListener', 'parent', 'location', playgroundScript)(
    { fetch: () => {} },
    page,
    listen,
    parent,
    location,
  );
  expect([...heard].map(([kind, { once }]) => [kind, once])).toEqual([
    ['message', true],
    ['error', false],
    ['unhandledrejection', false],
  ]);
  heard.get('error')?.listener({ message: 'x is not defined' });
  expect(output.textContent).toBe('x is not defined');
  heard.get('unhandledrejection')?.listener({ reason: new Error('declined') });
  expect(output.textContent).toBe('Error: declined');
  const data = { element: 'clientlib-portal', attributes: { language: 'de' } };
  const own = { source: parent, origin: location.origin, data };
  for (const other of [
    { source: {} },
    { origin: 'http://other' },
    { data: { ...data, element: 'iframe' } },
    { data: undefined },
  ])
    heard.get('message')?.listener({ ...own, ...other });
  expect(put).toEqual([]);
  heard.get('message')?.listener(own);
  expect(put).toEqual([['clientlib-portal', 'language', 'de']]);
});
