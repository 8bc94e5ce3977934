import { configure, Payment, Portal, Signup } from 'clientlib';
import { createSandbox, startSandbox } from 'clientlib-sandbox';
import { test } from 'clientlib-sandbox/vitest';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { Inbox } from '../../sandbox/src/clients/kit/inbox.ts';
import { Workspaces } from '../../sandbox/src/sandbox/workspaces.ts';

const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };

const closed = vi.spyOn(Workspaces.prototype, 'close');
afterAll(() => closed.mockRestore());

// In their order: one looks at what the one before has left.
describe('the kit for Vitest', { shuffle: false }, () => {
  beforeAll(() => {
    closed.mockClear();
  });
  const at = test.extend({ sandboxOptions: { clock: '2026-01-15T10:00:00Z', seed: 'kit' } });

  at('signs up, waits for webhooks and lets a month pass', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    const created = sandbox.webhooks.next('ContractCreated');
    const order = await new Signup().createOrder(cart, customer);
    await sandbox.rest('POST', `/orders/${order.OrderId}/commit`, { PaymentMethod: 'InvoicePayment' });
    const { ContractId } = await created;
    await sandbox.webhooks.next('InvoiceCreated');
    await sandbox.clock.advance('P1M');
    await sandbox.webhooks.next('InvoiceCreated');
    const { Token } = await sandbox.rest<{ Token: string }>(
      'GET',
      `/contracts/${ContractId}/selfServiceToken`,
    );
    const { RecentInvoices } = await new Portal(Token).contractDetails();
    expect(RecentInvoices).toHaveLength(2);
    expect(sandbox.webhooks.all().map(({ Event }) => Event)).toContain('OrderSucceeded');
  });

  at('has nothing of the test before, whose sandbox is closed', async ({ sandbox }) => {
    expect(closed).toHaveBeenCalledTimes(1);
    expect(await sandbox.rest('GET', '/contracts')).toEqual([]);
    expect(sandbox.webhooks.all()).toEqual([]);
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-15T10:00:00.000Z');
  });

  at('sets faults', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    sandbox.faults.add({ Path: '*/signup/order', Times: 1, Fault: { DropResponse: true } });
    await new Signup().createOrder(cart, customer);
    expect(await sandbox.rest('GET', '/orders')).toHaveLength(1);
  });

  at(
    'says which webhooks there were when one does not come, and why a call was refused',
    async ({ sandbox }) => {
      await sandbox.rest('POST', '/customers', customer);
      await expect(sandbox.webhooks.next('OrderSucceeded', { timeoutMs: 1 })).rejects.toThrow(
        'No webhook OrderSucceeded within 1 ms. There were: CustomerCreated.',
      );
      await expect(sandbox.rest('GET', '/contracts/6a10580a3c9b1f0e5d000001')).rejects.toThrow(
        /404.*no contract/i,
      );
    },
  );

  at('waits for the webhook that carries the fields, typed by its name', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    const [first, second] = [await signUp(), await signUp()];
    sandbox.payments.next({ ContractId: second.ContractId, Outcome: { Code: 'InsufficientBalance' } });
    await sandbox.clock.advance('P1M');
    const failed = await sandbox.webhooks.next('PaymentFailed', { ContractId: second.ContractId });
    expectTypeOf(failed.PaymentTransactionId).toEqualTypeOf<string>();
    expectTypeOf(failed.Event).toEqualTypeOf<'PaymentFailed'>();
    // @ts-expect-error: this event has no invoice
    expect(failed.InvoiceId).toBeUndefined();
    const invoice = await sandbox.webhooks.next('InvoiceCreated', { ContractId: first.ContractId });
    expect(invoice.ContractId).toBe(first.ContractId);
    await expect(
      sandbox.webhooks.next('PaymentFailed', { ContractId: first.ContractId }, { timeoutMs: 1 }),
    ).rejects.toThrow(
      new RegExp(
        `^No webhook PaymentFailed with ContractId ${first.ContractId} within 1 ms. There were: .*PaymentFailed.*\n` +
          `PaymentFailed so far:\n.*ContractId ${second.ContractId}.*taken by an earlier call.*\n` +
          'The clock is at 2026-02-15T10:00:00.000Z \\(Manual\\); next due 2026-02-15T12:00:00',
      ),
    );
  });

  at('refuses to wait for an event that does not exist', async ({ sandbox }) => {
    // @ts-expect-error: this is a typo
    await expect(sandbox.webhooks.next('PaymentFaild')).rejects.toThrow(
      new TypeError("webhooks.next: there is no event 'PaymentFaild'; did you mean 'PaymentFailed'?"),
    );
  });

  at('points at the line of the test that has a wrong code or name', async ({ sandbox }) => {
    const code = () => sandbox.payments.next({ Outcome: { Code: 'InsufficientBalanc' } });
    expect(code).toThrow(
      '"InsufficientBalanc" is not a code of a declined payment; did you mean InsufficientBalance?',
    );
    const wrong = [() => code(), () => sandbox.webhooks.next('PaymentFaild' as never)];
    for (const call of wrong) {
      const { stack } = (await Promise.resolve()
        .then(call)
        .then(String, (error: Error) => error)) as Error;
      expect(stack).toMatch(/vitest\.test\.ts:\d+/);
    }
  });

  at('signs a customer up by card, with defaults for everything', async ({ sandbox }) => {
    const { ContractId, CustomerId } = await sandbox.signUp();
    expect(sandbox.contract(ContractId)).toHaveInvoice({ TotalGross: 11.78 });
    expect(sandbox.contract(ContractId)).toOwe(0);
    const another = await sandbox.signUp({
      cart: { PlanVariantId: 'b00000000000000000000003' },
      customer: { FirstName: 'Grace', EmailAddress: 'grace@example.com' },
    });
    expect(another.CustomerId).not.toBe(CustomerId);
    expect(await sandbox.rest('GET', `/customers/${another.CustomerId}`)).toMatchObject({
      FirstName: 'Grace',
      LastName: 'Lovelace',
    });
    await expect(sandbox.signUp({ cardNumber: '4000000000000002' })).rejects.toThrow(
      /^signUp: \/api\/v1\/CustomerSelfService\/signup\/pay answered 200 \w+: /,
    );
    await expect(sandbox.signUp({ cart: { PlanVariantId: 'x' } })).rejects.toThrow(
      /^signUp: \/api\/v1\/CustomerSelfService\/signup\/order answered 422 InvalidData: .*PlanVariantId/,
    );
  });

  at('passes and fails 3-D Secure without a page', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    sandbox.payments.challenge('pass');
    const { ContractId } = await signUp('CreditCard:Bravo');
    expect(sandbox.contract(ContractId)).toOwe(0);
    const failed = {
      errorCode: ['3DsProblem'],
      // As when the customer fails it in the frame.
      details: 'Your bank did not confirm the payment.',
    };
    sandbox.payments.challenge('fail');
    await expect(signUp('CreditCard:Bravo')).rejects.toMatchObject(failed);
    sandbox.payments.challenge('pass');
    const card = '4000000000003220';
    expect(sandbox.contract((await signUp('CreditCard:Bravo', card)).ContractId)).toOwe(0);
    sandbox.payments.challenge('fail');
    await expect(signUp('CreditCard:Bravo', card)).rejects.toMatchObject(failed);
    expect(sandbox.payments.list()).toEqual([]);
    // Renewals, and providers without 3-D Secure, have no challenge: what is decided is the result of the payment.
    sandbox.payments.challenge('fail');
    await sandbox.clock.advance('P1M');
    const { PaymentTransactionId = '', Outcome } = sandbox.payments.decided().at(-1) ?? {};
    expect(Outcome).toEqual({ Challenge: 'Failed' });
    await sandbox.webhooks.next('PaymentFailed', { PaymentTransactionId });
    expect(() => sandbox.payments.next({ Outcome: { Challenge: 'pass' as never } })).toThrow(
      "Outcome.Challenge: expected true, 'Passed' or 'Failed', got \"pass\"",
    );
  });

  at('says how to decide a challenge that no page can show', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    await expect(signUp('CreditCard:Bravo', '4000000000003220')).rejects.toThrow();
    const asked = await sandbox.requests.next({ Path: '/providers/Bravo/tokens' });
    expect(asked.Warnings).toEqual([
      "no page asks for this token: decide its challenge first, by sandbox.payments.challenge('pass')",
    ]);
  });

  at('waits for requests', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    const asked = sandbox.requests.next({ Method: 'post', Path: '*/signup/pay' });
    await signUp();
    expect(await asked).toMatchObject({
      Path: '/api/v1/CustomerSelfService/signup/pay',
      Status: 200,
      RequestBody: { TetheredPaymentInformation: { Bearer: 'CreditCard:Delta', Token: '***' } },
      AnswerBody: { OrderStatus: 'PaymentPending' },
    });
    // A query counts only where one is asked for.
    for (const [query, Path] of [
      ['?take=1', '/api/v1/plans'],
      ['?take=2', '/api/v1/plans?take=2'],
    ] as const) {
      await sandbox.rest('GET', `/plans${query}`);
      expect((await sandbox.requests.next({ Path }, { timeoutMs: 1 })).Path).toBe(`/api/v1/plans${query}`);
    }
    await sandbox.rest('GET', '/plans?take=3');
    await expect(sandbox.requests.next({ Path: '/api/v1/plans?take=4' }, { timeoutMs: 1 })).rejects.toThrow(
      'No request with Path /api/v1/plans?take=4 within 1 ms. There were:\n',
    );
    await expect(sandbox.requests.next({ Status: 500 }, { timeoutMs: 1 })).rejects.toThrow(
      /^No request with Status 500 within 1 ms. There were:\n[\s\S]* {2}POST \/api\/v1\/CustomerSelfService\/signup\/pay → 200/,
    );
  });

  at('waits for mails', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    const invoice = sandbox.mails.next({ EventType: 'InvoiceCreated', To: 'ada@example.com' });
    await signUp();
    expect((await invoice).Attachments).toHaveLength(1);
    expect(sandbox.mails().length).toBeGreaterThan(0);
    await expect(sandbox.mails.next({ To: 'nobody@example.com' }, { timeoutMs: 1 })).rejects.toThrow(
      /^No mail with To nobody@example.com within 1 ms. There were:\n[\s\S]* {2}InvoiceCreated to ada@example.com: /,
    );
  });

  at('has matchers for contracts', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    const { ContractId } = await signUp();
    const contract = sandbox.contract(ContractId);
    expect(contract).toBeActive();
    expect(contract).not.toOwe();
    expect(contract).toHaveInvoice({ TotalGross: 11.78 });
    sandbox.payments.next({ Outcome: { Code: 'Rejected' } });
    await sandbox.clock.advance('P1M');
    expect(contract).toOwe(11.78);
    expect(contract).toHaveInvoice({ Created: expect.stringMatching(/^2026-02-15/) });
    expect(() => expect(contract).toOwe(5)).toThrow(
      `Expected contract ${ContractId} to owe 5.00 EUR; its balance is 11.78 EUR.`,
    );
    expect(() => expect(contract).not.toBeActive()).toThrow(
      `Expected not contract ${ContractId} to be Active; it is Active.`,
    );
    expect(() => expect(contract).toHaveInvoice({ TotalGross: 1 })).toThrow(
      /with \{"TotalGross":1\}; it has:\n {2}\S+ of 2026-01-15: 11\.78 EUR\n/,
    );
    expect(() => expect(ContractId).toBeActive()).toThrow(
      'toBeActive is for contracts: expect(sandbox.contract(',
    );
  });

  at.for<[object, string]>([
    [{ Pathh: '/x', Fault: { Status: 500 } }, 'Pathh: is not known; did you mean Path?'],
    [{ Fault: { Stats: 500 } }, 'Fault.Stats: is not known; did you mean Status?'],
    [{ Fault: {} }, 'Fault: expected at least one of Status,'],
    [{ Fault: { Status: 200 } }, 'Fault.Status: expected a status from 400 to 599, got 200'],
    [{ Times: 0, Fault: { Drop: true } }, 'Times: expected a whole number of at least 1, got 0'],
    [{ Probability: 2, Fault: { Drop: true } }, 'Probability: expected a number from 0 to 1, got 2'],
    [{ Fault: { DelayMs: 600_001 } }, 'Fault.DelayMs: expected milliseconds from 0 to 600000, got 600001'],
    [
      { Fault: { DelayMs: { Min: 1, Max: null } } },
      'Fault.DelayMs: expected milliseconds from 0 to 600000, got null',
    ],
  ])('rejects the fault %j in process, as over HTTP', async ([rule, message], { sandbox }) => {
    expect(() => sandbox.faults.add(rule as never)).toThrow(message);
    const response = await sandbox.fetch(`${sandbox.baseUrl}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(rule),
    });
    expect(response.status).toBe(422);
    expect(sandbox.faults.list()).toEqual([]);
  });
});

describe('createSandbox', () => {
  it('has the calls of the kits, and so have its copy and a sandbox on a port', async () => {
    const started = await startSandbox({ port: 0, seed: 'port' });
    const made = createSandbox({ seed: 'calls', basePath: '/billing' });
    expect([made.baseUrl, started.sandbox.baseUrl]).toEqual(['http://sandbox/billing', started.url]);
    for (const sandbox of [made.fork(), made, started.sandbox]) {
      const { ContractId } = await sandbox.signUp();
      expect(sandbox.contract(ContractId).LifecycleStatus).toBe('Active');
      expect(await sandbox.rest('GET', '/contracts')).toHaveLength(1);
      expect(sandbox.log()).toMatch(/POST \/api\/v1\/CustomerSelfService\/signup\/pay → 200/);
    }
    made.close();
    await started.close();
  });
});

/** A contract that a good card pays. */
async function signUp(
  bearer = 'CreditCard:Delta',
  cardNumber = '4111111111111111',
): Promise<{ ContractId: string }> {
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const result = await new Signup().subscribe(
    payment,
    cart,
    { ...customer, EmailAddress: 'ada@example.com' },
    {
      bearer,
      cardNumber,
      expiryMonth: '12',
      expiryYear: '2032',
      cardHolder: 'Ada Byron',
      cvc: '123',
    },
  );
  return { ContractId: result.ContractId ?? '' };
}

it('gives each item to one waiting caller', async () => {
  const inbox = new Inbox<number>();
  const any = (item: number): item is number => item > 0;
  const first = inbox.next(any, 1_000, () => 'no first');
  inbox.add(1);
  inbox.add(2);
  expect(await first).toBe(1);
  expect(inbox.isTaken(2)).toBe(false);
  expect(await inbox.next(any, 1_000, () => 'no second')).toBe(2);
});
