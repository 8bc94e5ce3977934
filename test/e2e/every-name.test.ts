import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientLib as Library, Payment, PaymentForm, Portal, Signup } from 'clientlib';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backEnd } from '../sandbox/service/http/service.ts';
import { newPage } from './browser.ts';
import { insideOf, key, typeCard } from './payment-form-page.ts';

/* Every public name that the guides have, called on the shipped script as a page calls it. */

let service: StartedSandbox;
/** A page with the scripts that its address names after the `?`. */
const server = createServer(({ url = '' }, response) => {
  const names = url.split('?')[1]?.split('&') ?? ['clientlib.js'];
  const scripts = names.map((name) => `<script src="${service.url}/${name}"></script>`).join('');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,"><div id="payment"></div>
    ${scripts}<script>var page = {};</script>`);
});
const address = () => `http://localhost:${(server.address() as AddressInfo).port}/`;
beforeAll(async () => {
  service = await startSandbox({ port: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});

declare const ClientLib: typeof Library;
/** What the calls leave for the next ones. */
declare const page: {
  payment: Payment;
  signup: Signup;
  portal: Portal;
  form: PaymentForm;
  [more: string]: unknown;
};

/** Names as headings of the reference: its operations, and what they have. */
function documentedNames(): string[] {
  const [, list = '', reference = ''] =
    /^Operations: (.*)$([\s\S]*)/m.exec(readFileSync('docs/clientlib.md', 'utf8')) ?? [];
  const operations = [...list.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name);
  const members = [...reference.matchAll(/^### (?:new )?([\w.]+)$/gm)].map(([, name = '']) => name);
  return [...new Set([...operations, ...members])].sort();
}

const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'L',
  Address: { Country: 'DE' },
};
const card = {
  bearer: 'CreditCard:FakePSP',
  cardNumber: '4111111111111111',
  expiryMonth: 12,
  expiryYear: 2039,
};
const data = { ...card, cardHolder: 'Ada L', cvc: '123' };
const given = { key, cart, customer, data, token: '' };
type Given = typeof given;

/** Calls by name, in an order in which a customer could make them; each with its result. */
const calls: { readonly [name: string]: readonly [call: (given: Given) => unknown, result: unknown] } = {
  configure: [() => ClientLib.configure({ timeoutMs: 20_000 }), undefined],
  isReturn: [() => ClientLib.isReturn(), false],
  finalize: [
    () =>
      Promise.all(
        [ClientLib.finalize(), new ClientLib.finalize()].map((call) =>
          call.catch((error) => error.errorCode),
        ),
      ),
    [['NothingToFinalize'], ['NothingToFinalize']],
  ],
  validateVatId: [() => ClientLib.validateVatId('DE123456789'), true],
  ClientLibError: [() => new ClientLib.ClientLibError(['Timeout'], 'late') instanceof Error, true],
  'ClientLibError.developerMessage': [
    () => new ClientLib.ClientLibError(['Timeout'], 'late').developerMessage,
    'late',
  ],
  Payment: [
    ({ key: publicApiKey }) => {
      page.payment = new ClientLib.Payment({ publicApiKey });
      return page.payment.ready;
    },
    undefined,
  ],
  'Payment.getAvailablePaymentMethods': [
    () => typeof page.payment.getAvailablePaymentMethods()['FakePSP'],
    'object',
  ],
  'Payment.getAvailablePaymentMethodEnum': [
    () => page.payment.getAvailablePaymentMethodEnum().includes('CreditCard:FakePSP'),
    true,
  ],
  'Payment.environment': [() => page.payment.environment, 'Sandbox'],
  'Payment.validateVatId': [() => page.payment.validateVatId('D'), false],
  'Payment.processPaymentData': [
    async ({ data }) => (await page.payment.processPaymentData(data)).Last4,
    '1111',
  ],
  Signup: [
    () => {
      page.signup = new ClientLib.Signup();
    },
    undefined,
  ],
  'Signup.offer': [async ({ key }) => (await page.signup.offer(key)).Country, 'DE'],
  'Signup.preview': [
    async ({ cart, customer }) => (await page.signup.preview(cart, customer)).Order.TotalGross,
    11.78,
  ],
  'Signup.abort': [() => page.signup.abort(), undefined],
  'Signup.validateVatId': [() => page.signup.validateVatId('ATU12345678'), true],
  'Signup.createOrder': [
    async ({ cart, customer }) => {
      const order = await page.signup.createOrder(cart, customer);
      page['order'] = order;
      return order.GrossTotal;
    },
    11.78,
  ],
  'Signup.paySignupInteractive': [
    async ({ data }) =>
      (await page.signup.paySignupInteractive(page.payment, data, page['order'] as never)).OrderStatus,
    'PaymentPending',
  ],
  'Signup.subscribe': [
    async ({ cart, customer, data }) =>
      (await page.signup.subscribe(page.payment, cart, customer, data)).OrderStatus,
    'InProgress',
  ],
  Portal: [
    ({ token }) => {
      page.portal = new ClientLib.Portal(token);
    },
    undefined,
  ],
  'Portal.contractDetails': [
    async () => (await page.portal.contractDetails()).Customer.EmailAddress,
    'ada@example.com',
  ],
  'Portal.customerChange': [
    async ({ customer }) => (await page.portal.customerChange({ ...customer, FirstName: 'Eve' })).FirstName,
    'Eve',
  ],
  'Portal.upgradePreview': [
    async ({ cart }) => (await page.portal.upgradePreview(cart)).Order.Currency,
    'EUR',
  ],
  'Portal.upgradeOrder': [
    async ({ cart }) => {
      const order = await page.portal.upgradeOrder(cart);
      page['upgrade'] = order;
      return order.Currency;
    },
    'EUR',
  ],
  'Portal.upgradePayInteractive': [
    async ({ data }) =>
      (await page.portal.upgradePayInteractive(page.payment, data, page['upgrade'] as never)).Currency,
    'EUR',
  ],
  'Portal.upgradePaySync': [
    async ({ cart }) =>
      typeof (await page.portal.upgradePaySync((await page.portal.upgradeOrder(cart)).OrderId)),
    'object',
  ],
  'Portal.paymentChange': [
    async ({ data }) => typeof (await page.portal.paymentChange(page.payment, data)),
    'object',
  ],
  'Portal.contractCancel': [async () => typeof (await page.portal.contractCancel()).EndDate, 'string'],
  'Portal.revokeCancellation': [async () => typeof (await page.portal.revokeCancellation()), 'object'],
  'Portal.invoicePdfDownloadUrl': [() => page.portal.invoicePdfDownloadUrl('f1').includes('/f1'), true],
  createElement: [
    ({ key: publicApiKey }) => {
      const place = document.querySelector('#payment') as Element;
      new ClientLib.createElement('paymentForm', place, { publicApiKey }).destroy();
      const separate = ClientLib.createElement('cvc', place, { publicApiKey });
      ClientLib.createElement('expiry', place, { form: separate }).destroy();
      const config = { publicApiKey, paymentMethods: ['CreditCard:FakePSP'], locale: 'en' };
      page.form = ClientLib.createElement('paymentForm', place, config);
      return page.form.ready;
    },
    undefined,
  ],
  PaymentForm: [() => page.form.ready, undefined],
  'PaymentForm.on': [() => page.form.on('change', () => {}), undefined],
  'PaymentForm.off': [() => page.form.off('change', () => {}), undefined],
  'PaymentForm.payerDataChanged': [({ customer }) => page.form.payerDataChanged(customer), undefined],
  'PaymentForm.update': [() => page.form.update({ style: { label: { color: 'navy' } } }), undefined],
  'PaymentForm.clearCode': [() => page.form.clearCode(), undefined],
  'PaymentForm.focus': [() => page.form.focus(), undefined],
  'PaymentForm.reload': [() => page.form.reload(), undefined],
  'PaymentForm.validate': [() => page.form.validate(), true],
  'PaymentForm.submit': [async () => (await page.form.submit()).Last4, '1111'],
  'PaymentForm.destroy': [() => page.form.destroy(), undefined],
};

it('every name of the reference does on the shipped script what it says', async () => {
  expect(Object.keys(calls).sort()).toEqual(documentedNames());
  const shop = await newPage();
  await shop.goto(address());
  const rest = await backEnd(service.sandbox);
  for (const [name, [call, result]] of Object.entries(calls)) {
    if (name === 'Portal') {
      const [contract] = (await rest('GET', 'contracts')).body;
      given.token = (await rest('GET', `contracts/${contract.Id}/selfServiceToken`)).body.Token;
    }
    if (name === 'PaymentForm.validate') await typeCard(await insideOf(shop));
    expect(await shop.evaluate(call as never, given), name).toEqual(result);
  }
});

it('what the guides call is in the reference', () => {
  const owners = { payment: 'Payment', signup: 'Signup', portal: 'Portal', form: 'PaymentForm' } as const;
  const called = ['clientlib', 'payment-form', 'drop-in', 'migration'].flatMap((guide) =>
    [
      ...readFileSync(`docs/${guide}.md`, 'utf8').matchAll(
        /\b(ClientLib|payment|signup|portal|form)\.(\w+)\(/g,
      ),
    ].map(([, owner = '', name = '']) =>
      owner === 'ClientLib' ? name : `${owners[owner as keyof typeof owners]}.${name}`,
    ),
  );
  expect(called.length).toBeGreaterThan(20);
  expect([...new Set(called)].filter((name) => !documentedNames().includes(name))).toEqual([]);
});

/** The tags of docs/drop-in.md by the heading that lists their attributes. */
const tags = {
  Signup: ['clientlib-signup'],
  'Price table': ['clientlib-pricing'],
  Portal: ['clientlib-portal'],
  'Cancel and withdraw without a login': ['clientlib-cancel', 'clientlib-withdraw'],
} as const;

/** The attributes that are listed below a heading, and those that all elements have. */
function documentedAttributes(heading: string): string[] {
  const [, section = ''] = readFileSync('docs/drop-in.md', 'utf8').split(`\n## ${heading}\n`);
  const [, table = ''] = section.split('\n## ', 1)[0]?.split('| Attribute | |\n|---|---|\n') ?? [];
  const rows = table.split('\n\n', 1)[0]?.split('\n') ?? [];
  const names = rows.flatMap((row) => row.split(' | ', 1)[0]?.match(/[a-z-]+(?=`)/g) ?? []);
  return [...new Set([...names, 'theme', 'density'])].sort();
}

it('every attribute of the guide to the drop-in is one of the shipped script, and a property', async () => {
  const shop = await newPage();
  await shop.goto(`${address()}?clientlib.js&drop-in.js`);
  for (const [heading, names] of Object.entries(tags))
    for (const tag of names) {
      const attributes = documentedAttributes(heading);
      const shipped = await shop.evaluate(
        ([name, known]) => {
          const element = document.createElement(name);
          const properties = known.map((attribute) =>
            attribute.replace(/-./g, (end) => end.slice(1).toUpperCase()),
          );
          const { observedAttributes } = element.constructor as unknown as { observedAttributes: string[] };
          return {
            attributes: observedAttributes,
            missing: properties.filter((property) => !(property in element)),
          };
        },
        [tag, attributes] as const,
      );
      expect([tag, shipped.attributes.toSorted(), shipped.missing]).toEqual([tag, attributes, []]);
    }
});

it('drop-in.js without clientlib.js says in the console and to the customer that it is not set up', async () => {
  const shop = await newPage();
  const warnings: string[] = [];
  shop.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await shop.goto(`${address()}?drop-in.js`);
  for (const tag of Object.values(tags).flat()) {
    await shop.evaluate((name) => document.body.replaceChildren(document.createElement(name)), tag);
    await shop.getByText('This form is not set up correctly.').waitFor();
    const cure = 'not loaded. Load it by a script tag before drop-in.js, both with defer.';
    expect(warnings.splice(0)).toEqual([`ClientLib: <${tag}> clientlib.js: ${cure}`]);
  }
});
