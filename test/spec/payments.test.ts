import { configure, Payment, Portal, Signup } from 'clientlib';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AvailablePaymentMethods } from '../../sdk/src/types/payment-methods.ts';

/* Payments by the specification: the library and the service as they are, in one process. */

const base = 'http://sandbox.test';
const publicApiKey = 'a00000000000000000000001';
const basic = 'b00000000000000000000001';
const pro = 'b00000000000000000000003';
const free = 'b00000000000000000000006';
const id = expect.stringMatching(/^[0-9a-f]{24}$/);

let sandbox: Sandbox;
/** Every request that the library sent: path and body. */
let sent: { path: string; body: string }[];

beforeEach(() => {
  use(createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'spec' }));
});
afterEach(() => {
  sandbox.close();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

function use(made: Sandbox): void {
  sandbox = made;
  sent = [];
  configure({
    baseUrl: base,
    fetch: async (request) => {
      const body = request.method === 'GET' ? '' : await request.clone().text();
      sent.push({ path: new URL(request.url).pathname.replace(/.*CustomerSelfService\//, ''), body });
      return sandbox.fetch(request);
    },
  });
}

async function ready(config: object = {}): Promise<Payment> {
  const payment = new Payment({ publicApiKey, providerReturnUrl: 'https://shop.test/back', ...config });
  await payment.ready;
  return payment;
}

const person = {
  firstName: 'Ada',
  lastName: 'Byron',
  emailAddress: 'ada@shop.test',
  address: { country: 'DE' },
};
const order = (planVariantId = basic) => new Signup().createOrder({ planVariantId }, person);
const pay = async (data: { bearer: string; [field: string]: unknown }, planVariantId = basic) =>
  new Signup().paySignupInteractive(await ready(), data, await order(planVariantId));

const card = {
  cardNumber: '4111111111111111',
  expiryMonth: 12,
  expiryYear: '39',
  cardHolder: 'Ada',
  cvc: '123',
};
const iban = { accountHolder: 'Ada Byron', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const mandate = {
  mandateReference: 'MANDATE-7',
  mandateSignatureDate: '2026-01-10T08:30:00Z',
  mandateText: 'I authorise …',
};

/** The REST API, as the merchant's back end uses it. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
async function rest(path: string, body?: object): Promise<any> {
  const login = await sandbox.fetch(`${base}/oauth/token/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
    },
    body: 'grant_type=client_credentials',
  });
  const response = await sandbox.fetch(`${base}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${(await login.json()).access_token}`,
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

const portalOf = async (contractId: string | undefined) =>
  new Portal((await rest(`contracts/${contractId}/selfServiceToken`)).Token);

/** What the customer does on a provider's page. Gives the address of the return page. */
async function atProvider(url: string | undefined, form: Record<string, string>): Promise<string> {
  const response = await sandbox.fetch(url ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ action: 'pay', ...form }).toString(),
    redirect: 'manual',
  });
  return response.headers.get('Location') ?? '';
}

async function finalize(returnUrl: string) {
  const response = await sandbox.fetch(`${base}/api/v1/CustomerSelfService/Finalize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ returnUrl }),
  });
  return response.json();
}

const eventNames = () =>
  (sandbox.snapshot().Collections['events'] as unknown as { Payload: { Event: string } }[]).map(
    ({ Payload }) => Payload.Event,
  );

describe('spec: paymentConfig', () => {
  it('spec: paymentConfig publicApiKey — identifies the account, and is required', async () => {
    await expect(new Payment({ publicApiKey: '' }).ready).rejects.toMatchObject({
      errorCode: ['InvalidKey'],
    });
    await expect(new Payment({ publicApiKey: 'f'.repeat(24) }).ready).rejects.toMatchObject({
      errorCode: ['InvalidKey'],
    });
    expect((await ready()).getAvailablePaymentMethodEnum()).toContain('CreditCard:Alpha');
  });

  it('spec: paymentConfig providerReturnUrl — required for providers that redirect, otherwise optional', async () => {
    const payment = await ready({ providerReturnUrl: undefined });
    const payable = await order();
    await expect(
      new Signup().paySignupInteractive(payment, { bearer: 'Lima' }, payable),
    ).rejects.toMatchObject({ errorCode: ['InvalidConfiguration'] });
    const result = await new Signup().paySignupInteractive(
      payment,
      { bearer: 'CreditCard:Delta', ...card },
      payable,
    );
    expect(result.OrderStatus).toBe('PaymentPending');
  });

  it('names in any case', async () => {
    const payment = new Payment({
      PublicApiKey: publicApiKey,
      PROVIDERRETURNURL: 'https://shop.test/x',
    } as never);
    await payment.ready;
    const { Url } = await new Signup().paySignupInteractive(payment, { bearer: 'Lima' }, await order());
    expect(await atProvider(Url, {})).toMatch(/^https:\/\/shop\.test\/x\?transactionId=/);
  });
});

describe('Bearer', () => {
  const bearers = async () => (await ready()).getAvailablePaymentMethodEnum();
  const providersOf = async (role: string) =>
    (await bearers()).filter((bearer) => bearer.startsWith(`${role}:`)).map((bearer) => bearer.split(':')[1]);
  const ten = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot', 'Golf', 'Hotel', 'India', 'Juliett'];

  it('spec: Bearer CreditCard, Debit, iDEAL, OnAccount, test only — so many providers each', async () => {
    expect(await providersOf('CreditCard')).toEqual(['FakePSP', ...ten]);
    expect(await providersOf('Debit')).toEqual(['FakePSP', ...ten.slice(0, 9)]);
    expect(await providersOf('iDEAL')).toEqual(['Charlie']);
    expect(await providersOf('OnAccount')).toEqual(['Alpha']);
    expect(await bearers()).toContain('FakePSP');
  });

  it.each([
    ['mobile payment', 'Kilo'],
    ['redirect white label', 'Lima'],
    ['redirect white label', 'Mike'],
    ['test only', 'FakePSP'],
  ])('spec: Bearer mobile payment, redirect white label, test only — %s: %s', async (_kind, bearer) => {
    const result = await pay({ bearer });
    expect(result.Url).toContain(`/providers/${bearer}/`);
  });

  it('spec: Bearer InvoicePayment — the order is paid later, on account', async () => {
    const { ContractId } = await pay({ bearer: 'InvoicePayment' });
    expect(await rest(`contracts/${ContractId}`)).toMatchObject({
      PaymentBearer: { Type: 'InvoicePayment' },
      Balance: 11.78,
    });
  });

  it('spec: Bearer None:None — only where the plan variant allows no payment data', async () => {
    expect(await pay({ bearer: 'None:None' }, free)).toMatchObject({ ContractId: id, GrossTotal: 0 });
    await expect(pay({ bearer: 'None:None' })).rejects.toMatchObject({ errorCode: ['InvalidPaymentMethod'] });
  });

  it('spec: Bearer choice — taken from the list or fixed in code; an unknown one is refused', async () => {
    const payment = await ready();
    const [fromList] = payment
      .getAvailablePaymentMethodEnum()
      .filter((bearer) => bearer.startsWith('CreditCard'));
    for (const bearer of [fromList as string, 'CreditCard:India']) {
      expect(await pay({ bearer, ...card })).toMatchObject({ ContractId: id });
    }
    await expect(pay({ bearer: 'CreditCard:Zulu', ...card })).rejects.toMatchObject({
      errorCode: ['InvalidPaymentMethod', 'BearerNotConfigured'],
    });
  });
});

describe('spec: secretPaymentData', () => {
  const shownOf = async (contractId: string | undefined) =>
    (await rest(`contracts/${contractId}`)).PaymentBearer as object;

  it('spec: secretPaymentData Credit card — and what of it the contract shows', async () => {
    const { ContractId } = await pay({ bearer: 'CreditCard:Delta', ...card });
    expect(await shownOf(ContractId)).toEqual({
      Type: 'CreditCard',
      CardType: 'visa',
      Country: 'DE',
      ExpiryMonth: 12,
      ExpiryYear: 2039,
      Holder: 'Ada',
      Last4: '1111',
      MaskedCardPan: '************1111',
    });
  });

  it('spec: secretPaymentData Direct debit with account number', async () => {
    const data = {
      accountHolder: 'Ada',
      bankAccountNumber: '0532013123',
      bankRoutingCode: '37040044',
      ...mandate,
    };
    const payment = await ready();
    const processed = { provider: payment.getAvailablePaymentMethods() as AvailablePaymentMethods };
    expect(processed.provider['Alpha']).toMatchObject({ DirectDebit: true });
    // Alpha's client library is a script; its call is made here as it makes it.
    const {
      MerchantId,
      AccountId,
      PortalId,
      Mode,
      BankAccountHash: Hash,
    } = processed.provider['Alpha'] ?? {};
    const answer = await sandbox.fetch(`${base}/providers/Alpha/tokens`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        Bearer: 'Debit:Alpha',
        Debit: {
          Holder: data.accountHolder,
          Account: data.bankAccountNumber,
          RoutingCode: data.bankRoutingCode,
        },
        Signed: { MerchantId, AccountId, PortalId, Mode, Hash },
      }),
    });
    const { Token } = (await answer.json()) as { Token: string };
    const tethered = {
      Bearer: 'Debit:Alpha',
      Token,
      MandateReference: data.mandateReference,
      MandateSignatureDate: data.mandateSignatureDate,
    };
    const result = await new Signup().paySignupInteractive(
      payment,
      { Bearer: 'Debit:Alpha', TetheredPaymentInformation: tethered },
      await order(),
    );
    expect(await shownOf(result.ContractId)).toEqual({
      Type: 'BankAccount',
      Holder: 'Ada',
      Code: '37040044',
      Account: '******3123',
      Country: 'DE',
      MandateReference: 'MANDATE-7',
      MandateReferenceDate: '2026-01-10T08:30:00.0000000Z',
    });
  });

  it('spec: secretPaymentData Direct debit with IBAN — with the mandate where the provider needs one', async () => {
    await expect(pay({ bearer: 'Debit:Echo', ...iban })).rejects.toMatchObject({
      errorCode: ['InvalidPaymentData'],
    });
    const { ContractId } = await pay({ bearer: 'Debit:Echo', ...iban, ...mandate });
    expect(await shownOf(ContractId)).toEqual({
      Type: 'BankAccount',
      Holder: 'Ada Byron',
      IBAN: 'DE****************3000',
      BIC: 'COBADEFFXXX',
      Country: 'DE',
      MandateReference: 'MANDATE-7',
      MandateReferenceDate: '2026-01-10T08:30:00.0000000Z',
    });
    const without = await pay({ bearer: 'Debit:Delta', ...iban });
    expect(await shownOf(without.ContractId)).toMatchObject({
      MandateReference: expect.stringMatching(/^M-/),
    });
  });

  it('spec: secretPaymentData Redirect-type wallet with reference transactions — the address is optional', async () => {
    const { Url } = await pay({ bearer: 'November' });
    const page = await (await sandbox.fetch(Url ?? '')).text();
    expect(page).toMatch(/name="email"[^>]*value="ada@shop\.test"/);
    const { ContractId } = await finalize(
      await atProvider(Url, { email: 'alias@wallet.test', password: 'x' }),
    );
    expect(await shownOf(ContractId)).toMatchObject({ Type: 'November', EmailAddress: 'payer@wallet.test' });
  });

  it('spec: secretPaymentData Redirect-type wallet with pre-approval — the address is required and stays', async () => {
    await expect(pay({ bearer: 'Oscar' })).rejects.toMatchObject({ errorCode: ['InvalidPaymentData'] });
    const { Url } = await pay({ bearer: 'Oscar', emailAddress: 'payer@wallet.test' });
    expect(await (await sandbox.fetch(Url ?? '')).text()).toMatch(
      /name="email"[^>]*value="payer@wallet\.test"[^>]*readonly/,
    );
    const back = await atProvider(Url, { email: 'other@wallet.test', password: 'x' });
    expect(await shownOf((await finalize(back)).ContractId)).toMatchObject({
      EmailAddress: 'payer@wallet.test',
    });
  });

  it('spec: secretPaymentData Other white-label and test bearers — the bearer only; empty fields of others', async () => {
    for (const bearer of ['Lima', 'Mike', 'FakePSP', 'Kilo']) {
      const { Url } = await pay({ bearer, cardNumber: '', iban: null });
      expect(new URL(Url ?? '').pathname).toMatch(
        new RegExp(`^/providers/${bearer}/checkout/[0-9a-zA-Z_-]+$`),
      );
    }
  });

  it('spec: What the service does 4, secretPaymentData, card data — the provider gets the card, the service a token', async () => {
    const { ContractId } = await pay({ bearer: 'CreditCard:Bravo', ...card });
    const withNumber = sent.filter(({ body }) => body.includes(card.cardNumber)).map(({ path }) => path);
    expect(withNumber).toEqual(['/providers/Bravo/tokens']);
    const { body } = sent.find(({ path }) => path === 'signup/pay') as { body: string };
    expect(JSON.parse(body).TetheredPaymentInformation).toEqual({
      Bearer: 'CreditCard:Bravo',
      Token: expect.stringMatching(/^tok_/),
    });
    expect(ContractId).toEqual(id);
    expect(JSON.stringify(sandbox.snapshot())).not.toContain(card.cardNumber);
  });
});

describe('spec: Order result', () => {
  it('spec: Order result OrderId, ContractId, CustomerId, GrossTotal, Currency, OrderStatus — of creating and paying', async () => {
    const created = await order();
    const known = { OrderId: id, ContractId: id, CustomerId: id, GrossTotal: 11.78, Currency: 'EUR' };
    expect(created).toEqual({ ...known, OrderStatus: 'InProgress' });
    expect(await pay({ bearer: 'CreditCard:Delta', ...card })).toEqual({
      ...known,
      OrderStatus: 'PaymentPending',
    });
  });

  it('spec: Order result Url, ContractId, CustomerId — the ids are absent where the customer must go to a page', async () => {
    expect(await pay({ bearer: 'CreditCard:Charlie' })).toEqual({
      OrderId: id,
      GrossTotal: 11.78,
      Currency: 'EUR',
      OrderStatus: 'PaymentPending',
      Url: expect.stringMatching(/^http:\/\/sandbox\.test\/providers\/Charlie\//),
    });
  });
});

describe('Available payment methods', () => {
  it('spec: Available payment methods detailed, InvoicePayment — all fields of each', async () => {
    const methods = (await ready()).getAvailablePaymentMethods();
    expect(methods['InvoicePayment']).toEqual({ DefaultPreauthAmount: { BlackLabel: 0 } });
    expect(methods['Alpha']).toEqual({
      CreditCard: true,
      DirectDebit: true,
      OnAccount: true,
      MerchantId: 'alpha-merchant',
      AccountId: 'alpha-account',
      PortalId: 'alpha-portal',
      Mode: 'test',
      BankAccountHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      CreditCardHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      DefaultPreauthAmount: { CreditCard: 1, Debit: 0 },
    });
    expect(methods['Juliett']).toMatchObject({ CreditCard: true, DirectDebit: false, OnAccount: false });
  });

  it('spec: Available payment methods list — names of methods', async () => {
    const list = (await ready()).getAvailablePaymentMethodEnum();
    expect(list).toEqual(expect.arrayContaining(['InvoicePayment', 'CreditCard:Alpha', 'Debit:Alpha']));
    expect(list.every((name) => /^((CreditCard|Debit|iDEAL|OnAccount):)?\w+$/.test(name))).toBe(true);
  });

  it('spec: Available payment methods activated — only what the account has', async () => {
    const Account = {
      Providers: [{ Name: 'Mine', Like: 'Delta' }],
      InvoicePayment: { Enabled: false, PreauthAmount: 0 },
    };
    use(createSandbox({ clock: '2026-01-15T10:00:00Z', config: { Account } }));
    const payment = await ready();
    expect(payment.getAvailablePaymentMethodEnum()).toEqual(['CreditCard:Mine', 'Debit:Mine']);
    expect(Object.keys(payment.getAvailablePaymentMethods())).toEqual(['Mine']);
  });
});

describe('Order status', () => {
  it('spec: Order status InProgress, PaymentPending — as results of the calls', async () => {
    const cart = { planVariantId: basic };
    const { OrderStatus: ofCartAndCustomer, ContractId } = await new Signup().createOrder(cart, person);
    expect(ofCartAndCustomer).toBe('InProgress');
    const whole = await new Signup().createOrder({ Cart: cart, Customer: person } as never);
    expect(whole.OrderStatus).toBe('InProgress');
    expect(ContractId).toEqual(id);

    const signedUp = await pay({ bearer: 'CreditCard:Delta', ...card });
    expect(signedUp.OrderStatus).toBe('PaymentPending');
    expect((await pay({ bearer: 'Mike' })).OrderStatus).toBe('PaymentPending');

    const portal = await portalOf(signedUp.ContractId);
    const upgradeOrder = () =>
      rest('orders', { ContractId: signedUp.ContractId, Cart: { PlanVariantId: pro } });
    expect((await portal.upgradePaySync((await upgradeOrder()).Id)).OrderStatus).toBe('PaymentPending');
    const { Id, TotalGross, Currency } = await rest('orders', {
      ContractId: signedUp.ContractId,
      Cart: { ComponentSubscriptions: [{ ComponentId: 'd00000000000000000000001', Quantity: 2 }] },
    });
    const interactive = await portal.upgradePayInteractive(
      await ready(),
      { bearer: 'CreditCard:Delta', ...card },
      { OrderId: Id, GrossTotal: TotalGross, Currency },
    );
    expect(interactive.OrderStatus).toBe('InProgress');
  });

  it('spec: Order status preview — an order preview is InProgress', async () => {
    const { Order } = await new Signup().preview({ planVariantId: basic }, person);
    expect(Order.Status).toBe('InProgress');
  });

  it('spec: Order status transitions — failed, tried again, canceled, paid', async () => {
    const statusOf = async (orderId: string) => (await rest(`orders/${orderId}`)).Status;
    const signup = new Signup();
    const payment = await ready();
    const payable = await order();
    const declined = { bearer: 'CreditCard:Delta', ...card, cardNumber: '4000000000000002' };
    await expect(signup.paySignupInteractive(payment, declined, payable)).rejects.toMatchObject({
      errorCode: ['BearerInvalid'],
    });
    expect(await statusOf(payable.OrderId)).toBe('InProgress');
    const { Url } = await signup.paySignupInteractive(payment, { bearer: 'Lima' }, payable);
    expect(await statusOf(payable.OrderId)).toBe('PaymentPending');
    expect((await finalize(await atProvider(Url, { action: 'cancel' }))).Error.Code).toBe('Canceled');
    expect(await statusOf(payable.OrderId)).toBe('Aborted');
    await signup.paySignupInteractive(payment, { bearer: 'CreditCard:Delta', ...card }, payable);
    expect(await statusOf(payable.OrderId)).toBe('Completed');
    const left = await order();
    await sandbox.clock.advance('P8D');
    expect(await statusOf(left.OrderId)).toBe('Expired');
  });
});

describe('Behaviour rules', () => {
  it('spec: Behaviour rules 2 — each subscribe with a white-label provider processes a new order, in one step', async () => {
    const payment = await ready();
    const once = () =>
      new Signup().subscribe(payment, { planVariantId: basic }, person, {
        bearer: 'CreditCard:FakePSP',
        ...card,
      });
    const [first, second] = [await once(), await once()];
    expect(first.Url).toBeUndefined();
    expect(first.OrderId).not.toBe(second.OrderId);
    expect(first.ContractId).not.toBe(second.ContractId);
    expect(eventNames().filter((name) => name === 'PaymentSucceeded')).toHaveLength(2);
  });

  it('spec: Behaviour rules 5 — upgradePaySync pays by the active method, and answers when the provider has', async () => {
    const { ContractId } = await pay({ bearer: 'CreditCard:Delta', ...card });
    const before = (await rest(`contracts/${ContractId}`)).PaymentBearer;
    const { Id } = await rest('orders', { ContractId, Cart: { PlanVariantId: pro } });
    sent.length = 0;
    const result = await (await portalOf(ContractId)).upgradePaySync(Id);
    expect(result).toEqual({
      OrderId: Id,
      ContractId,
      CustomerId: id,
      GrossTotal: 22.73,
      OrderStatus: 'PaymentPending',
    });
    // Nothing but the one call: no payment methods are loaded, no provider is asked by the browser.
    expect(sent.map(({ path }) => path)).toEqual(['upgrade/paySync']);
    expect(await rest(`contracts/${ContractId}`)).toMatchObject({
      PlanVariantId: pro,
      PaymentBearer: before,
    });
    expect(sandbox.snapshot().Collections['paymentTransactions']?.at(-1)).toMatchObject({
      Trigger: 'Upgrade',
      Status: { Status: 'Succeeded' },
    });
  });

  it('spec: Behaviour rules 6 — upgradePayInteractive pays with new payment data, which stay', async () => {
    const { ContractId } = await pay({ bearer: 'CreditCard:Delta', ...card });
    const { Id, TotalGross, Currency } = await rest('orders', { ContractId, Cart: { PlanVariantId: pro } });
    await (await portalOf(ContractId)).upgradePayInteractive(
      await ready(),
      { bearer: 'Debit:Delta', ...iban },
      { OrderId: Id, GrossTotal: TotalGross, Currency },
    );
    expect(await rest(`contracts/${ContractId}`)).toMatchObject({
      PlanVariantId: pro,
      PaymentProviderRole: 'Debit',
      PaymentBearer: { Type: 'BankAccount' },
    });
  });

  it('spec: Behaviour rules 10 — finalize completes the order', async () => {
    const { Url, OrderId } = await pay({ bearer: 'iDEAL:Charlie' });
    const back = await atProvider(Url, { bank: 'Grachtenbank' });
    expect((await rest(`orders/${OrderId}`)).Status).toBe('PaymentPending');
    expect(await finalize(back)).toMatchObject({ OrderId, ContractId: id });
    expect((await rest(`orders/${OrderId}`)).Status).toBe('Completed');
  });

  it('spec: Behaviour rules 10 — without finalize the webhook reports the success', async () => {
    const { Url, OrderId } = await pay({ bearer: 'iDEAL:Charlie' });
    await atProvider(Url, { bank: 'Grachtenbank' });
    await sandbox.clock.advance('PT1M');
    expect((await rest(`orders/${OrderId}`)).Status).toBe('Completed');
    expect(eventNames().filter((name) => name === 'OrderSucceeded')).toHaveLength(1);
  });
});
