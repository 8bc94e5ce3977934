// Every page that customers and developers open, whole: text, form, policy and status, compared with reviewed files. Chromium shows
// that they work; this shows what has changed in them. After an intended change:
//   npx vitest run --project unit test/sandbox/service/http/whole-pages.test.ts --update
import { afterEach, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { testData } from '../../../../sandbox/src/service/simulation/test-data.ts';
import { publicApiKey, Service } from '../simulation/service.ts';
import { backEnd } from './service.ts';

const services: Service[] = [];
afterEach(() => {
  for (const { sandbox } of services.splice(0)) sandbox.close();
});

function opened(options: SandboxOptions = {}): Service {
  const service = new Service(options);
  services.push(service);
  return service;
}

/** Random parts in the order in which they come. */
function steady(text: string): string {
  const seen = new Map<string, string>();
  return text.replace(/\b[\w-]{32,}\b|\b[0-9a-f]{24}\b/g, (part) => {
    if (!/\d/.test(part) || /^[a-f]\d0{5}|^[a-f]0{10}/.test(part)) return part;
    if (!seen.has(part)) seen.set(part, `#${seen.size + 1}`);
    return seen.get(part) as string;
  });
}

const kept = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'referrer-policy',
  'vary',
  'location',
];

/** A page as the browser gets it: what matters of its headers, a line for each element. */
async function shown(title: string, answer: Response): Promise<string> {
  const headers = [...answer.headers].filter(
    ([name]) => kept.includes(name) || name.startsWith('cross-origin'),
  );
  const text = (await answer.text())
    .replaceAll('><', '>\n<')
    .replace(/((?:data-version=|"Version":))"[^"]*"/, '$1"…"')
    .replace(/\?v=[0-9a-f]{8}"/g, '?v=…"');
  return `=== ${title}\n${answer.status}\n${headers.map(([name, value]) => `${name}: ${value.replaceAll('; ', ';\n  ')}`).join('\n')}\n\n${text}\n`;
}

const browser = { Accept: 'text/html,application/xhtml+xml', 'Accept-Language': 'en' };

/** The pages of one test, one after the other. */
class Shown {
  readonly #texts: string[] = [];
  readonly service: Service;

  constructor(service: Service) {
    this.service = service;
  }

  async get(title: string, url: string, headers: Record<string, string> = {}): Promise<void> {
    const answer = await this.service.sandbox.fetch(new URL(url, 'http://sandbox').href, {
      headers: { ...browser, ...headers },
      redirect: 'manual',
    });
    this.#texts.push(await shown(title, answer));
  }

  async post(title: string, url: string, form: Record<string, string>): Promise<string> {
    const body = new URLSearchParams(form);
    const answer = await this.service.sandbox.fetch(url, {
      method: 'POST',
      headers: browser,
      body,
      redirect: 'manual',
    });
    this.#texts.push(await shown(title, answer));
    return answer.headers.get('Location') ?? '';
  }

  /** All of them. What a file has shown is not shown again: headers, heads, forms, and lists of test data. */
  get text(): string {
    const blocks = new Set<string>();
    const once = (block: string, tag?: string) => {
      const isNew = !blocks.has(block);
      blocks.add(block);
      return isNew ? block : `${tag ? `<${tag}>` : ''}… as before`;
    };
    const parts =
      /^cache-control: [\s\S]*?(?=\n\n)|^<meta charset[\s\S]*?(?=\n<title)|<(datalist|form)[\s\S]*?<\/\1>|^<link rel="icon[\s\S]*?(?=\n<\/head>)/gm;
    return steady(this.#texts.join('\n').replace(parts, once));
  }
}

it("the providers' pages, and what they say of what was entered", async () => {
  const service = opened();
  const pages = new Shown(service);
  const { Flows } = (await service.selfService(`paymentMethods?publicApiKey=${publicApiKey}`)).body;
  const redirecting = Object.entries(Flows as Record<string, { Kind: string }>).filter(
    ([, { Kind }]) => Kind === 'Redirect',
  );
  expect(redirecting.length).toBeGreaterThan(5);
  const told = {
    EmailAddress: 'ada@customer.test',
    MandateReference: 'M-1',
    MandateSignatureDate: '2026-01-15',
  };
  const started = async (Bearer: string, plan?: string): Promise<string> =>
    (await service.pay(await service.order(plan), { Bearer, ...told })).body.Url;
  for (const [bearer] of redirecting) {
    const url = await started(bearer);
    await pages.get(`${bearer}: open`, url);
    await pages.post(`${bearer}: paid with nothing`, url, {
      action: 'pay',
      number: '',
      iban: 'DE00',
      email: 'x',
      phone: '1',
    });
    await pages.post(`${bearer}: canceled`, url, { action: 'cancel' });
    await pages.get(`${bearer}: opened again`, url);
  }
  const right = {
    ...{ number: '4111 1111 1111 1111', expiry: '12 / 32', cvc: '123', holder: 'Ada Byron' },
    ...{
      iban: 'DE89 3704 0044 0532 0130 00',
      email: 'ada@customer.test',
      password: 'x',
      phone: '+49 170 1234567',
    },
    ...{ bank: 'Bank', failAfter: '', alwaysFail: '', severity: 'Severe' },
  };
  for (const [bearer] of redirecting)
    for (const action of ['pay', 'decline', 'confirm']) {
      const url = await started(bearer);
      await pages.post(`${bearer}: ${action} with what is right`, url, { ...right, action });
      await pages.get(`${bearer}: after ${action}`, url);
    }
  const card = { action: 'pay', number: '4111111111111112', expiry: '13 / 20', cvc: '1', holder: '' };
  for (const [bearer] of redirecting.filter(([name]) => /Card/.test(name)))
    await pages.post(`${bearer}: a wrong card`, await started(bearer), card);
  const trial = await started('CreditCard:Charlie', 'b00000000000000000000005');
  await pages.get('CreditCard:Charlie: reserved for a trial', trial);
  const late = await started('CreditCard:Charlie');
  await service.sandbox.clock.advance('PT31M');
  await pages.get('CreditCard:Charlie: too late', late);
  await pages.get('nothing there', '/providers/Lima/checkout/none');
  await expect(pages.text).toMatchFileSnapshot('./files/pages-of-providers.txt');
});

it('the challenge of a bank, in each of its states', async () => {
  const service = opened();
  const pages = new Shown(service);
  const Card = { ExpiryMonth: 1, ExpiryYear: 2030, Holder: 'Ada', Cvc: '123' };
  const asking = testData.filter(({ Challenge }) => Challenge !== undefined);
  for (const { Id, Value } of asking) {
    const data = { Card: { ...Card, Number: Value } };
    const { Challenge } = (await service.token('CreditCard:Bravo', data)).body;
    const { challenge } = Challenge.Params;
    await pages.get(`${Id}: open`, `${Challenge.Url}?challenge=${challenge}`);
    for (const action of ['pass', 'fail', 'cancel'] as const) {
      const again = (await service.token('CreditCard:Bravo', data)).body.Challenge;
      const one = again.Params.challenge as string;
      await pages.post(`${Id}: ${action}`, `${again.Url}/${one}`, { action });
      await pages.get(`${Id}: after ${action}`, `${again.Url}?challenge=${one}&answered=true`);
    }
  }
  await pages.get('nothing there', 'http://sandbox/providers/Bravo/challenge?challenge=none');
  await expect(pages.text).toMatchFileSnapshot('./files/pages-of-challenges.txt');
});

it.each(['en-GB', 'de-AT'])('the page to which providers send customers back, in %s', async (language) => {
  const service = opened();
  const pages = new Shown(service);
  const back = `http://sandbox/portal/finalize.html?language=${language}`;
  for (const action of ['pay', 'decline', 'cancel']) {
    const { Url } = (await service.pay(await service.order(), { Bearer: 'Lima' }, back)).body;
    await pages.get(`${action}: what was paid for`, await pages.post(action, Url, { action }));
  }
  const { ContractId } = (await service.pay(await service.order(), await service.byCard('4111111111111111')))
    .body;
  const api = await backEnd(service.sandbox);
  const { Token } = (await api('GET', `contracts/${ContractId}/selfServiceToken`)).body;
  const change = {
    PublicApiKey: publicApiKey,
    TetheredPaymentInformation: { Bearer: 'Lima' },
    ProviderReturnUrl: back,
  };
  const other = await service.selfService('payment/change', change, { Authorization: `Bearer ${Token}` });
  const changed = await pages.post('another payment method', other.body.Url, { action: 'pay' });
  await pages.get('another payment method: saved', changed);
  const { Url } = (await service.pay(await service.order(), { Bearer: 'Lima' }, back)).body;
  const { location } = await service.visit(Url, { action: 'pay' });
  await pages.get('a wrong secret', location.replace(/(secret=)\w+/i, '$1wrong'));
  await pages.get('an address that no provider made', back);
  await expect(pages.text).toMatchFileSnapshot(`./files/pages-after-payments-${language.slice(0, 2)}.txt`);
});

it('the pages for developers, the hosted pages, and what is not there', async () => {
  const pages = new Shown(opened());
  for (const path of [
    '/',
    '/playground',
    '/playground?element',
    '/sandbox/catalog',
    '/portal/signup.html',
    '/portal/account.html',
  ])
    await pages.get(path, path);
  for (const path of [
    '/elements/payment-form',
    '/nothing',
    '/docs/guides/nothing',
    '/assets/nothing.css',
    '/downloads/none',
  ])
    await pages.get(path, path);
  for (const Accept of ['application/json', '*/*']) await pages.get(`/, for ${Accept}`, '/', { Accept });
  await pages.get('/nothing, for a program', '/nothing', { Accept: 'application/json' });
  await expect(pages.text).toMatchFileSnapshot('./files/pages-for-developers.txt');
});

it('the pages of an account with providers of its own and a control token', async () => {
  const Providers = [{ Name: 'Shop', Like: 'Charlie' as const }];
  const pages = new Shown(
    opened({
      controlToken: 'token',
      config: { Account: { Name: 'Ada & Söhne', Currency: 'JPY', Providers } },
    }),
  );
  for (const path of ['/', '/portal/signup.html']) await pages.get(path, path);
  await pages.get('/sandbox/catalog', '/sandbox/catalog', { Authorization: 'Bearer token' });
  await expect(pages.text).toMatchFileSnapshot('./files/pages-of-another-account.txt');
});
