// @vitest-environment happy-dom

import { configure, createElement, type PaymentForm, Portal, Signup } from 'clientlib';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Inside } from '../../sdk/src/elements/internal/inside.ts';
import type { Connect } from '../../sdk/src/elements/protocol.ts';

// Both ends of the payment form and the service, in one process; in two documents and with a real frame they are tried
// in test/e2e/payment-form.test.ts.
const base = 'http://sandbox.test';
const config = {
  publicApiKey: 'a00000000000000000000001',
  paymentMethods: ['CreditCard:Bravo', 'Debit:Delta'],
};
const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = {
  FirstName: 'Ada',
  LastName: 'Byron',
  EmailAddress: 'ada@shop.test',
  Address: { Country: 'DE' },
};

let sandbox: Sandbox;
let sent: { path: string; body: string }[];
let form: PaymentForm;
/** Outside the document, where happy-dom leaves frames alone: the tests load them by hand. */
let place: HTMLElement;

beforeEach(() => {
  sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z' });
  sent = [];
  configure({
    baseUrl: base,
    fetch: async (request) => {
      sent.push({ path: new URL(request.url).pathname, body: await request.clone().text() });
      return sandbox.fetch(request);
    },
  });
  place = document.createElement('div');
});
afterEach(() => {
  sandbox.close();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

/** Embeds a form; its inside runs in the same document. */
async function embed(style: object | null = null, given: object = config): Promise<PaymentForm> {
  form = createElement('paymentForm', place, given as typeof config, style);
  const frame = place.querySelector('iframe') as HTMLIFrameElement;
  Object.defineProperty(frame, 'contentWindow', {
    value: {
      postMessage: (setup: Connect, _origin: string, [port]: [MessagePort]) => {
        const inside = new Inside(setup, port, location.origin);
        port.onmessage = (event) => inside.receive(event);
      },
    },
  });
  frame.onload?.(new Event('load'));
  await form.ready;
  return form;
}

function type(fields: { readonly [id: string]: string }): void {
  for (const [id, value] of Object.entries(fields)) {
    const input = document.querySelector(`#${id}`) as HTMLInputElement;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
const number = '4111111111111111';
const typeCard = () => type({ cardNumber: number, expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' });

/** The REST API, as the merchant's back end uses it. */
async function rest<T>(path: string, body?: object): Promise<T> {
  const login = await sandbox.fetch(`${base}/oauth/token/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const response = await sandbox.fetch(`${base}/api/v1/${path}`, {
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}

async function signUp(): Promise<string> {
  const signup = new Signup();
  const order = await signup.createOrder(cart, customer);
  const { ContractId } = await signup.paySignupInteractive(null, form, order);
  return ContractId as string;
}
const portalOf = async (contractId: string) =>
  new Portal((await rest<{ Token: string }>(`contracts/${contractId}/selfServiceToken`)).Token);

interface Contract {
  PaymentBearer: { Type: string; Last4?: string; IBAN?: string };
  PaymentProvider: string;
}

describe('spec: Behaviour rules 9', () => {
  it('paySignupInteractive accepts null and a payment form, and submits it', async () => {
    await embed();
    typeCard();
    const id = await signUp();
    const contract = await rest<Contract>(`contracts/${id}`);
    expect(contract).toMatchObject({
      PaymentProvider: 'Bravo',
      PaymentBearer: { Type: 'CreditCard', Last4: '1111' },
    });
  });

  it('paymentChange accepts null and a payment form', async () => {
    await embed();
    typeCard();
    const id = await signUp();
    (document.querySelector('input[value="Debit:Delta"]') as HTMLInputElement).click();
    type({ accountHolder: 'Ada Byron', iban: 'DE89370400440532013000' });
    await (await portalOf(id)).paymentChange(null, form);
    const contract = await rest<Contract>(`contracts/${id}`);
    expect(contract).toMatchObject({ PaymentProvider: 'Delta', PaymentBearer: { Type: 'BankAccount' } });
  });

  it('upgradePayInteractive accepts null and a payment form', async () => {
    await embed();
    typeCard();
    const id = await signUp();
    const order = await rest<{ Id: string; TotalGross: number; Currency: string }>('orders', {
      ContractId: id,
      Cart: { PlanVariantId: 'b00000000000000000000003' },
    });
    type({ cardNumber: '5555555555554444' });
    const result = await (await portalOf(id)).upgradePayInteractive(null, form, {
      OrderId: order.Id,
      GrossTotal: order.TotalGross,
      Currency: order.Currency,
    });
    expect(result).toMatchObject({ OrderId: order.Id, ContractId: id, OrderStatus: 'InProgress' });
    expect((await rest<Contract>(`contracts/${id}`)).PaymentBearer.Last4).toBe('4444');
  });

  it('the service receives a token, and the card goes to the provider only', async () => {
    await embed();
    typeCard();
    await signUp();
    const withCard = sent.filter(({ path, body }) => `${path}${body}`.includes(number));
    expect(withCard.map(({ path }) => path)).toEqual(['/providers/Bravo/tokens']);
    const pay = JSON.parse(sent.at(-1)?.body as string);
    expect(pay.TetheredPaymentInformation).toEqual({ Bearer: 'CreditCard:Bravo', Token: expect.any(String) });
  });

  it('an error in the form is the error of the call, and nothing is sent', async () => {
    await embed();
    typeCard();
    type({ expiry: '01/20' });
    const signup = new Signup();
    const order = await signup.createOrder(cart, customer);
    const before = sent.length;
    const paying = signup.paySignupInteractive(null, form, order);
    await expect(paying).rejects.toMatchObject({
      errorCode: ['InvalidExpirationDate'],
      field: 'expiry',
    });
    expect(sent).toHaveLength(before);
    // The order stays payable.
    type({ expiry: '12/39' });
    expect((await signup.paySignupInteractive(null, form, order)).OrderStatus).toBe('PaymentPending');
  });
});

describe('spec: Behaviour rules 11, Operation createElement', () => {
  it('the one element value is paymentForm', async () => {
    const heard: unknown[] = [];
    createElement('creditCard' as 'paymentForm', document.body, config, null, (error) => heard.push(error));
    await vi.waitFor(() =>
      expect(heard).toMatchObject([{ errorCode: ['InvalidConfiguration'], field: 'embeddableElement' }]),
    );
  });

  it('config: key, methods, locale and return URL', async () => {
    await embed(null, {
      ...config,
      paymentMethods: ['November'],
      locale: 'de',
      providerReturnUrl: 'back.html?x=1',
    });
    expect(document.documentElement.lang).toBe('de');
    expect(document.querySelectorAll('input[type=radio]')).toHaveLength(0);
    const signup = new Signup();
    const { Url } = await signup.paySignupInteractive(null, form, await signup.createOrder(cart, customer));
    expect(Url).toContain('/providers/November');
    const pay = JSON.parse(sent.at(-1)?.body as string);
    expect(pay.ProviderReturnUrl).toBe(new URL('back.html?x=1', location.href).href);
  });

  it('style: body, label, input, inputRequired and inputInvalid', async () => {
    const ready = new Promise<{ ignoredStyles: string }>((resolve) => {
      embed({
        body: { color: 'black' },
        label: { color: 'black' },
        input: { color: 'black', position: 'fixed' },
        inputRequired: { color: 'black' },
        inputInvalid: { color: 'black' },
        button: { color: 'black' },
      });
      form.on('ready', (detail) => resolve(detail as { ignoredStyles: string }));
    });
    expect((await ready).ignoredStyles).toBe('input.position button.color');
  });
});
