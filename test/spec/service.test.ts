import { ClientLib, ClientLibError, configure, finalize, Payment, Signup } from 'clientlib';
import { createSandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backEnd, newContract, newSandbox } from '../sandbox/service/http/service.ts';
import { appShop, stores } from '../sandbox/service/stores/shop.ts';
import { ada, basicMonthly, card, openShop, proMonthly, publicApiKey, type Shop } from './shop.ts';

/* What the service is as a whole, what the specification leaves open, and the operations that need no contract. */

let shop: Shop;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => {
  shop.close();
  vi.unstubAllGlobals();
});

describe('What the service does', () => {
  it('spec: What the service does 3 — one name on a page: sign up, change the plan, view the contract, come back from a provider', async () => {
    // As the script tag provides it.
    ClientLib.configure({ baseUrl: 'http://sandbox.test', fetch: (request) => shop.sandbox.fetch(request) });
    const payment = new ClientLib.Payment({ publicApiKey });
    await payment.ready;
    const cart = { PlanVariantId: basicMonthly };
    const { ContractId } = await new ClientLib.Signup().subscribe(payment, cart, ada, card());
    const { Token } = await shop.rest('GET', `contracts/${ContractId}/selfServiceToken`);
    const portal = new ClientLib.Portal(Token);
    const change = await portal.upgradeOrder({ PlanVariantId: proMonthly });
    await portal.upgradePayInteractive(payment, card(), change);
    expect((await portal.contractDetails()).CurrentPlan).toMatchObject({ PlanName: 'Pro' });

    vi.stubGlobal('location', new URL('https://shop.test/thanks'));
    expect(ClientLib.isReturn()).toBe(false);
    const error = await ClientLib.finalize().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ClientLib.ClientLibError);
    expect(error).toMatchObject({ errorCode: ['NothingToFinalize'] });
    // Without a page to put a form in, it says so.
    const heard = vi.fn();
    ClientLib.createElement('paymentForm', undefined as never, {} as never, null, heard);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    expect(heard.mock.lastCall).toMatchObject([
      { errorCode: ['InvalidConfiguration'], field: 'embedInElement' },
    ]);
  });

  it('spec: What the service does 5 — one app sells in three stores: a verified receipt in place of a cart', async () => {
    const app = await appShop();
    for (const store of stores) {
      const receipt = await app.receipt(store);
      const contract = await app.order(receipt);
      expect((await app.check(receipt)).body.Subscriptions).toEqual([
        { Id: expect.any(String), Contract: { Id: contract.Id, CustomerId: contract.CustomerId } },
      ]);
      expect(await app.ok(app.rest('GET', `invoices?contractId=${contract.Id}`))).toEqual([]);
    }
    expect(stores).toHaveLength(3);
  });

  /** Loads the methods of an account of one system, through a host of the other or the same. */
  const load = (host: string, Environment: 'Production' | 'Sandbox') => {
    const sandbox = createSandbox({ config: { Account: { Environment } } });
    configure({ baseUrl: `https://${host}.service.test`, fetch: (request) => sandbox.fetch(request) });
    const payment = new Payment({ publicApiKey });
    return payment.ready.then(
      () => payment.environment,
      (error: ClientLibError) => error.errorCode,
    );
  };

  it('spec: What the service does 6, Versioning 3 — app is production and sandbox is the sandbox; a page that meets the other one gets an error', async () => {
    expect(await load('app', 'Production')).toBe('Production');
    expect(await load('sandbox', 'Sandbox')).toBe('Sandbox');
    expect(await load('app', 'Sandbox')).toEqual(['InvalidConfiguration', 'WrongEnvironment']);
    expect(await load('sandbox', 'Production')).toEqual(['InvalidConfiguration', 'WrongEnvironment']);
  });
});

describe('what the specification does not show', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the document is walked by name
  type Document = any;
  const resolved = (document: Document, schema: Document): Document =>
    schema.$ref === undefined
      ? schema
      : resolved(document, document.components.schemas[schema.$ref.split('/').at(-1)]);

  it('spec: Other resources — the fields of contract, invoice and customer are those of the OpenAPI document', async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api);
    const document = (await api('GET', '/openapi.json')).body;
    const [invoice] = (await api('GET', `invoices?contractId=${contract.Id}`)).body;
    for (const [path, id] of [
      ['contracts', contract.Id],
      ['customers', contract.CustomerId],
      ['invoices', invoice.Id],
    ]) {
      const [, operations] = Object.entries<Document>(document.paths).find(([template]) =>
        new RegExp(`/${path}/\\{\\w+\\}$`, 'i').test(template),
      ) ?? [path, undefined];
      const answer = operations.get.responses['200'].content['application/json'].schema;
      const described = Object.keys(resolved(document, answer).properties);
      const shown = Object.keys((await api('GET', `${path}/${id}`)).body);
      expect(shown, path).toContain('Id');
      expect(described, path).toEqual(expect.arrayContaining(shown));
    }
  });

  it('spec: Authentication 9 — a token answer has access_token, token_type and its end, and there are no scopes', async () => {
    const sandbox = createSandbox({
      clock: '2026-01-15T10:00:00Z',
      config: { Account: { TokenLifetime: 60 } },
    });
    const ask = async (body: string, service = sandbox) => {
      const response = await service.fetch('http://sandbox/oauth/token/', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
        },
        body,
      });
      return [response.status, await response.json()];
    };
    expect(await ask('grant_type=client_credentials')).toEqual([
      200,
      { access_token: expect.any(String), expires: 60, token_type: 'bearer' },
    ]);
    // Copied configurations carry scopes: they mean nothing, and a strict sandbox says so.
    const scoped = 'grant_type=client_credentials&scope=contracts';
    expect(await ask(scoped)).toEqual([
      200,
      { access_token: expect.any(String), expires: 60, token_type: 'bearer' },
    ]);
    expect(await ask(scoped, createSandbox({ clock: '2026-01-15T10:00:00Z', strict: true }))).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_scope' }),
    ]);
  });

  it('spec: Errors 3 — a status says what is wrong, the body where, in one form', async () => {
    const api = await backEnd(newSandbox());
    const refusals = [
      [400, 'InvalidJson', await api('POST', 'customers', '{')],
      [401, 'LoginError', await api('GET', 'customers', undefined, { Authorization: 'Bearer nobody' })],
      [404, 'NotFound', await api('GET', 'customers/000000000000000000000000')],
      [405, 'MethodNotAllowed', await api('DELETE', 'customers')],
      [
        415,
        'UnsupportedMediaType',
        await api('POST', 'customers', 'Ada', { 'Content-Type': 'application/xml' }),
      ],
      [422, 'InvalidData', await api('POST', 'customers', { EmailAddress: true })],
    ] as const;
    for (const [status, Code, answer] of refusals) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
      expect(answer.body).toMatchObject({ status, Code, Message: expect.any(String) });
    }
    expect(refusals.at(-1)?.[2].body.Errors).toEqual([
      { Field: 'EmailAddress', Code: 'InvalidData', Message: expect.stringContaining('true') },
    ]);
  });

  it('spec: Versioning 2 — the document says which version is served; another one gets the way', async () => {
    const api = await backEnd(newSandbox());
    const { info, paths } = (await api('GET', '/openapi.json')).body;
    expect(info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Object.keys(paths).filter((path) => /^\/api\/(?!v1\/)/.test(path))).toEqual([]);
    const other = await api('GET', '/api/v3/contracts');
    expect(other.status).toBe(404);
    expect(other.body.Message).toContain('/api/v1/contracts');
  });
});

describe('operations', () => {
  it('spec: Operation new Payment — loads methods at once, is complete only after DOMContentLoaded', async () => {
    const page = Object.assign(new EventTarget(), { readyState: 'loading' });
    vi.stubGlobal('document', page);
    const success = vi.fn();
    const payment = new Payment({ publicApiKey }, success);
    await vi.waitFor(() => expect(shop.sent).toHaveLength(1));
    expect(shop.sent[0]?.path).toMatch(/paymentMethods$/i);
    expect(success).not.toHaveBeenCalled();
    expect(() => payment.getAvailablePaymentMethods()).toThrow(ClientLibError);
    page.dispatchEvent(new Event('DOMContentLoaded'));
    await payment.ready;
    expect(success).toHaveBeenCalledOnce();
    expect(shop.sent).toHaveLength(1);
  });

  it('spec: Operation Payment.getAvailablePaymentMethods, Payment.getAvailablePaymentMethodEnum — the same methods, in detail and as a list', async () => {
    const payment = await shop.payment();
    const detailed = payment.getAvailablePaymentMethods();
    const list = payment.getAvailablePaymentMethodEnum();
    const listed = (role: string) =>
      list.filter((name) => name.startsWith(`${role}:`)).map((name) => name.slice(role.length + 1));
    const having = (field: 'CreditCard' | 'DirectDebit') =>
      Object.keys(detailed).filter((name) => detailed[name]?.[field]);
    expect(listed('CreditCard').length).toBeGreaterThan(0);
    expect(listed('CreditCard').sort()).toEqual(having('CreditCard').sort());
    expect(listed('Debit').sort()).toEqual(having('DirectDebit').sort());
    expect(list).toContain('InvoicePayment');
    expect(detailed).toHaveProperty('InvoicePayment');
    expect(shop.sent).toHaveLength(1);
  });

  it('spec: Operation finalize — no input but the address of the page; the order on success, the error callback otherwise', async () => {
    const payment = new Payment({ publicApiKey, providerReturnUrl: 'http://shop.test/back?cart=7' });
    await payment.ready;
    const start = async () => {
      const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, ada);
      const { Url } = await new Signup().paySignupInteractive(payment, { bearer: 'iDEAL:Charlie' }, order);
      return { order, Url: Url ?? '' };
    };
    const onReturnPage = async (Url: string, form: Record<string, string>) => {
      const answer = await shop.sandbox.fetch(Url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        redirect: 'manual',
      });
      vi.stubGlobal('location', new URL(answer.headers.get('Location') ?? ''));
      const success = vi.fn();
      const error = vi.fn();
      await finalize(success, error).catch(() => {});
      return { success, error };
    };

    const paid = await start();
    const good = await onReturnPage(paid.Url, { action: 'pay', bank: 'Grachtenbank' });
    expect(good.error).not.toHaveBeenCalled();
    expect(good.success).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ OrderId: paid.order.OrderId, ContractId: expect.any(String) }),
    );

    const left = await start();
    const bad = await onReturnPage(left.Url, { action: 'cancel' });
    expect(bad.success).not.toHaveBeenCalled();
    expect(bad.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ errorCode: ['Aborted', 'Canceled'] }),
    );
    expect((await shop.rest('GET', `orders/${left.order.OrderId}`)).Status).toBe('Aborted');

    const again = await new Signup().paySignupInteractive(payment, card(), left.order);
    expect(again.OrderId).toBe(left.order.OrderId);
  });
});
