import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/hosts/node/node.ts';
import type { SandboxOptions, SandboxPayments } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { backEnd } from '../http/service.ts';
import { type Json, publicApiKey, Service } from './service.ts';

/** POST /sandbox/payments/next: what happens to the next payments, whatever they are paid with. */

const good = '4111111111111111';
const alwaysAsked = '4000000000003220';
const pro = 'b00000000000000000000003';

type Decision = Parameters<SandboxPayments['next']>[0];

/** A contract that a good card pays, and its payments, oldest first. */
async function customer(bearer = 'CreditCard:Delta', options: SandboxOptions = {}) {
  const service = new Service(options);
  const tethered = bearer.startsWith('Debit')
    ? await service.byIban('DE89370400440532013000', bearer)
    : await service.byCard(good, bearer);
  const paid = await service.pay(await service.order(), tethered);
  const { ContractId, CustomerId } = paid.body;
  const payments = (): Json[] =>
    service.transactions.filter((transaction: Json) => transaction.ContractId === ContractId);
  const statuses = () => payments().map(({ Status }) => [Status.Status, Status.ErrorCode ?? '']);
  return { service, sandbox: service.sandbox, ContractId, CustomerId, payments, statuses };
}

const paid = ['Succeeded', ''];

describe('a decision', () => {
  it.each<[string, (of: { ContractId: string; CustomerId: string }) => Partial<Decision>, boolean]>([
    ['on its contract', ({ ContractId }) => ({ ContractId }), true],
    ['on its customer', ({ CustomerId }) => ({ CustomerId }), true],
    ['on its provider', () => ({ Provider: 'Delta' }), true],
    ['on another provider', () => ({ Provider: 'Golf' }), false],
    ['on another provider and its contract', ({ ContractId }) => ({ ContractId, Provider: 'Golf' }), false],
  ])('%s', async (_what, on, applies) => {
    const { sandbox, ContractId, CustomerId, statuses } = await customer();
    sandbox.payments.next({ ...on({ ContractId, CustomerId }), Outcome: { Code: 'BearerInvalid' } });
    await sandbox.clock.advance('P1M');
    expect(statuses()).toEqual([paid, applies ? ['Failed', 'BearerInvalid'] : paid]);
    expect(sandbox.payments.list()).toHaveLength(applies ? 0 : 1);
  });

  it.each(['ContractId', 'CustomerId'] as const)(
    'on another %s leaves a payment as it is, and its 3-D Secure',
    async (field) => {
      const { service, sandbox, statuses } = await customer('CreditCard:Bravo');
      const other = await service.pay(await service.order(), await service.byCard(good));
      sandbox.payments.next({ [field]: other.body[field], Outcome: { Challenge: true } });
      const { body } = await service.token('CreditCard:Bravo', {
        Card: { ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada', Cvc: '123', Number: good },
      });
      expect(body.Challenge).toBeUndefined();
      await sandbox.clock.advance('P1M');
      expect(statuses()).toEqual([paid, paid]);
    },
  );

  it.each([
    ['Passed', good],
    ['Failed', good],
    ['Passed', alwaysAsked],
    ['Failed', alwaysAsked],
  ] as const)(
    'that 3-D Secure has %s asks the customer for none, also with the card %s',
    async (Challenge, card) => {
      const { service, sandbox } = await customer('CreditCard:Bravo');
      const Card = { ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada', Cvc: '123', Number: card };
      sandbox.payments.next({ Provider: 'Bravo', Outcome: { Challenge } });
      const { status, body } = await service.token('CreditCard:Bravo', { Card });
      expect([status, body.Challenge]).toEqual([200, undefined]);
      const next = await service.token('CreditCard:Bravo', { Card });
      expect(next.body.Challenge !== undefined).toBe(card === alwaysAsked);
    },
  );

  it('on the 3-D Secure of another provider does not ask for it here', async () => {
    const { service, sandbox } = await customer('CreditCard:Bravo');
    const Card = { ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada', Cvc: '123', Number: good };
    sandbox.payments.next({ Provider: 'Delta', Outcome: { Challenge: true } });
    expect((await service.token('CreditCard:Bravo', { Card })).body.Challenge).toBeUndefined();
    sandbox.payments.next({ Provider: 'Bravo', Times: 2, Outcome: { Challenge: true } });
    for (const asks of [true, true, false])
      expect((await service.token('CreditCard:Bravo', { Card })).body.Challenge !== undefined).toBe(asks);
  });
});

describe('the next payment', () => {
  it('is declined with the code, and later ones are not', async () => {
    const { sandbox, service, ContractId, payments, statuses } = await customer();
    const { Id } = sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance' } });
    await sandbox.clock.advance('P1M');
    // Minor: tried again after 2 hours.
    expect(statuses()).toEqual([paid, ['Failed', 'InsufficientBalance']]);
    expect(payments()[1].Status.ErrorMessage).toBe(
      'Delta declined the payment (simulated: decided by /sandbox/payments/next).',
    );
    expect(service.events).toContain('PaymentFailed');
    await sandbox.clock.advance('PT2H');
    expect(statuses()).toEqual([paid, ['Failed', 'InsufficientBalance'], paid]);
    expect(sandbox.payments.list()).toEqual([]);
    expect(sandbox.payments.decided()).toMatchObject([
      {
        DecisionId: Id,
        Provider: 'Delta',
        ContractId,
        PaymentTransactionId: payments()[1].Id,
        Outcome: { Code: 'InsufficientBalance' },
      },
    ]);
  });

  it.each([
    ['Severe', 1],
    ['Medium', 2],
  ] as const)('is declined as badly as is said: %s', async (Severity, attempts) => {
    const { sandbox, statuses } = await customer();
    sandbox.payments.next({ Outcome: { Code: 'InsufficientBalance', Severity } });
    await sandbox.clock.advance('P1M');
    await sandbox.clock.advance('PT12H');
    expect(statuses().slice(1)).toHaveLength(attempts);
  });

  it('is one of N', async () => {
    const { service, sandbox, payments, statuses } = await customer();
    sandbox.payments.next({ Times: 2, Outcome: { Code: 'LimitExceeded' } });
    await sandbox.clock.advance('P1M');
    expect(sandbox.payments.list()).toMatchObject([{ Times: 1 }]);
    await sandbox.clock.advance('P1D');
    expect(statuses()).toEqual([paid, ['Failed', 'LimitExceeded'], ['Failed', 'LimitExceeded'], paid]);
    const { body } = await service.call('GET', '/sandbox/payments/decided');
    const ids = body.map(({ PaymentTransactionId }: Json) => PaymentTransactionId);
    expect(ids).toEqual([payments()[2].Id, payments()[1].Id]);
    expect((await service.call('GET', '/sandbox/payments/decided?skip=1')).body).toEqual([body[1]]);
    expect((await service.call('GET', '/sandbox/payments/decided?take=1')).body).toEqual([body[0]]);
  });

  it('is declined at signup too, over HTTP, and the order stays payable', async () => {
    const service = new Service();
    const decline = { Provider: 'delta', Outcome: { Code: 'BearerInvalid' } };
    const { body } = await service.call('POST', '/sandbox/payments/next', decline);
    expect(body).toMatchObject({ Provider: 'Delta', Times: 1 });
    const order = await service.order();
    const refused = await service.pay(order, await service.byCard(good));
    expect(refused.body.Error.Code).toBe('BearerInvalid');
    expect((await service.pay(order, await service.byCard(good))).body.OrderStatus).toBe('PaymentPending');
    expect(service.events).toContain('OrderSucceeded');
    expect((await service.call('GET', '/sandbox/payments/decided')).body).toMatchObject([
      { DecisionId: body.Id, At: '2026-01-15T10:00:00.0000000Z', Provider: 'Delta' },
    ]);
  });

  it('overrides the card and the amount', async () => {
    const service = new Service();
    service.sandbox.payments.next({ Outcome: { Code: 'LimitExceeded' } });
    const answer = await service.pay(await service.order(), await service.byCard('4000000000000002'));
    expect(answer.body.Error.Code).toBe('LimitExceeded');
  });

  it('is declined on a page of a provider, when the customer pays there', async () => {
    const service = new Service();
    service.sandbox.payments.next({ Provider: 'Lima', Outcome: { Code: 'Rejected' } });
    const { body } = await service.pay(await service.order(), { Bearer: 'Lima' });
    expect(service.sandbox.payments.list()).toHaveLength(1);
    const { location } = await service.visit(body.Url, {});
    expect((await service.finalize(location)).body.Error.Code).toBe('Rejected');
    expect(service.sandbox.payments.list()).toEqual([]);
  });

  it.each(['Debit:Charlie', 'Debit:Foxtrot'])(
    'is left pending on the page of %s: the contract is paid by that account from now on',
    async (bearer) => {
      const methodAfter = async (Outcome?: object) => {
        const service = new Service();
        if (Outcome !== undefined) service.sandbox.payments.next({ Outcome });
        const { body } = await service.pay(await service.order(), { Bearer: bearer });
        const form = { holder: 'Ada Byron', iban: 'DE89370400440532013000' };
        await service.finalize((await service.visit(body.Url, form)).location);
        expect(service.transactions[0].Status.Status).toBe(Outcome === undefined ? 'Succeeded' : 'Pending');
        const [{ Id, Token, Shown, ...method }] = service.sandbox.snapshot().Collections[
          'paymentMethods'
        ] as Json;
        const { MandateReference, ...shown } = Shown;
        return { ...method, shown, token: typeof Token, mandate: typeof MandateReference };
      };
      expect(await methodAfter({ Pending: 'P3D' })).toEqual(await methodAfter());
    },
  );

  it('takes its time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const service = new Service();
      service.sandbox.payments.next({ Outcome: { DelayMs: 30_000 } });
      const order = await service.order();
      const tethered = await service.byCard(good);
      let answered = false;
      const answer = service.pay(order, tethered).then((one) => {
        answered = true;
        return one;
      });
      await vi.advanceTimersByTimeAsync(29_999);
      expect(answered).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await answer).body.OrderStatus).toBe('PaymentPending');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['for a time, and succeeds', { Pending: 'P2D' }, paid],
    ['for a time, and is declined', { Pending: 'P2D', Code: 'Rejected' }, ['Failed', 'Rejected']],
    ['for good', { Pending: true }, ['InProgress', '']],
  ] as const)('is left open %s', async (_, Outcome, end) => {
    const { sandbox, statuses } = await customer();
    sandbox.payments.next({ Outcome });
    await sandbox.clock.advance('P1M');
    expect(statuses()[1]).toEqual(['InProgress', '']);
    await sandbox.clock.advance('P2D');
    expect(statuses()[1]).toEqual(end);
  });

  it('is left pending at signup: the order waits, and completes', async () => {
    const service = new Service();
    service.sandbox.payments.next({ Outcome: { Pending: 'PT1H' } });
    const { body } = await service.pay(await service.order(), await service.byCard(good));
    expect(body.OrderStatus).toBe('PaymentPending');
    expect(service.events).not.toContain('OrderSucceeded');
    await service.sandbox.clock.advance('PT1H');
    expect(service.events).toContain('OrderSucceeded');
  });

  it('is left pending as a debit: the order is valid, the money on its way', async () => {
    const service = new Service();
    service.sandbox.payments.next({ Outcome: { Pending: 'P3D' } });
    await service.pay(await service.order(), await service.byIban('DE89370400440532013000'));
    expect(service.events).toContain('OrderSucceeded');
    expect(service.transactions[0].Status.Status).toBe('Pending');
    await service.sandbox.clock.advance('P3D');
    expect(service.transactions[0].Status.Status).toBe('Succeeded');
  });

  it.each([
    ['a card', 'CreditCard:Delta', 'Chargeback'],
    ['a debit that has settled', 'Debit:Delta', 'Chargeback'],
    ['a debit that has not settled yet', 'Debit:Echo', 'Failed'],
  ])('is returned after three days: %s', async (_, bearer, end) => {
    const { sandbox, service, statuses } = await customer(bearer);
    await sandbox.clock.advance('P10D');
    sandbox.payments.next({ Outcome: { ReturnAfter: 'P3D' } });
    await sandbox.clock.set('2026-02-16T10:00:00Z');
    expect(statuses()[1]?.[0]).toBe(end === 'Failed' ? 'Pending' : 'Succeeded');
    await sandbox.clock.advance('P3D');
    expect(statuses()[1]?.[0]).toBe(end);
    expect(service.events.filter((name) => name === 'PaymentFailed')).toHaveLength(1);
  });

  it('requires 3-D Secure if the provider has it', async () => {
    const service = new Service();
    service.sandbox.payments.next({ Provider: 'Bravo', Outcome: { Challenge: true } });
    const Card = { Number: good, ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada Byron', Cvc: '123' };
    const { Token, Challenge } = (await service.token('CreditCard:Bravo', { Card })).body;
    await service.visit(`${Challenge.Url}/${Challenge.Params.challenge}`, { action: 'pass' });
    const answer = await service.selfService('signup/pay', {
      PublicApiKey: publicApiKey,
      OrderId: await service.order(),
      TetheredPaymentInformation: { Bearer: 'CreditCard:Bravo', Token },
    });
    expect(answer.body.OrderStatus).toBe('PaymentPending');
    expect((await service.token('CreditCard:Bravo', { Card })).body.Challenge).toBeUndefined();
  });

  it('requires 3-D Secure for a renewal: nobody is there to pass it', async () => {
    const { sandbox, statuses } = await customer();
    sandbox.payments.next({ Outcome: { Challenge: true } });
    await sandbox.clock.advance('P1M');
    expect(statuses()[1]).toEqual(['Failed', '3DsProblem']);
  });

  it('is lost: two minutes later it counts as failed, and is retried', async () => {
    const { sandbox, statuses } = await customer();
    sandbox.payments.next({ Outcome: { Lose: true } });
    await sandbox.clock.set('2026-02-15T10:00:30Z');
    expect(statuses()[1]).toEqual(['InProgress', '']);
    await sandbox.clock.advance('PT2M');
    expect(statuses()[1]).toEqual(['Failed', 'PSPConnectionTimeout']);
    await sandbox.clock.advance('PT2H');
    expect(statuses()[2]).toEqual(paid);
  });
});

it.each([
  [true, 'Approved'],
  [false, 'InProgress'],
])(
  'a declined first payment, approval %s: the order is %s again, and can be paid',
  async (OrderApproval, status) => {
    const service = new Service({ config: { Account: { OrderApproval } } });
    const api = await backEnd(service.sandbox);
    const order = await service.order();
    if (OrderApproval) await api('POST', `orders/${order}/approve`);
    service.sandbox.payments.next({ Outcome: { Code: 'Rejected' } });
    await service.pay(order, await service.byCard(good));
    expect((await api('GET', `orders/${order}`)).body.Status).toBe(status);
    await service.pay(order, await service.byCard(good));
    expect((await api('GET', `orders/${order}`)).body.Status).toBe('Completed');
  },
);

describe('which payments are decided', () => {
  const decline = { Code: 'Rejected' };

  it.each<[string, (ids: { ContractId: string; CustomerId: string }) => Omit<Decision, 'Outcome'>]>([
    ['of the contract', ({ ContractId }) => ({ ContractId })],
    ['of the customer', ({ CustomerId }) => ({ CustomerId })],
    ['of the provider', () => ({ Provider: 'India' })],
  ])('one %s, and no other', async (_, scope) => {
    const { service, sandbox, ContractId, CustomerId } = await customer('CreditCard:India');
    const other = await service.pay(await service.order(pro), await service.byCard(good));
    sandbox.payments.next({ ...scope({ ContractId, CustomerId }), Outcome: decline });
    await sandbox.clock.advance('P1M');
    const api = await backEnd(sandbox);
    const failed = (await api('GET', 'paymentTransactions')).body.filter(
      ({ Status }: Json) => Status.Status === 'Failed',
    );
    expect(failed.map((one: Json) => one.ContractId)).toEqual([ContractId]);
    expect(other.body.OrderStatus).toBe('PaymentPending');
  });

  it('the oldest decision applies first, and a return waits for a payment that moves money', async () => {
    const service = new Service();
    const { payments } = service.sandbox;
    payments.next({ Outcome: { ReturnAfter: 'P1D' } });
    payments.next({ Outcome: { Code: 'Rejected' } });
    payments.next({ Outcome: { Code: 'LimitExceeded' } });
    // A trial reserves only.
    const trial = await service.order('b00000000000000000000005');
    expect((await service.pay(trial, await service.byCard(good))).body.Error.Code).toBe('Rejected');
    expect(payments.list().map(({ Outcome }) => Outcome)).toEqual([
      { ReturnAfter: 'P1D' },
      { Code: 'LimitExceeded' },
    ]);
  });
});

describe('decisions are part of the state', () => {
  it('in a snapshot, in a fork, in one workspace, and removed by a reset', async () => {
    const { sandbox } = new Service();
    const mine = sandbox.workspace('mine');
    sandbox.payments.next({ Outcome: { Code: 'Rejected' } });
    const kept = sandbox.payments.list();
    expect(kept).toHaveLength(1);
    expect(mine.payments.list()).toEqual([]);
    expect(sandbox.fork().payments.list()).toEqual(kept);
    const snapshot = sandbox.snapshot();
    sandbox.reset();
    expect(sandbox.payments.list()).toEqual([]);
    mine.restore(snapshot);
    expect(mine.payments.list()).toEqual(kept);
  });

  it('in the data folder', async () => {
    const data = await mkdtemp(join(tmpdir(), 'next-payments-'));
    try {
      const first = await startSandbox({ port: 0, data });
      const made = await fetch(`${first.url}/sandbox/payments/next`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ Times: 3, Outcome: { Lose: true } }),
      });
      const decision = await made.json();
      await first.close();
      const second = await startSandbox({ port: 0, data });
      expect(second.sandbox.payments.list()).toEqual([decision]);
      await second.close();
    } finally {
      await rm(data, { recursive: true });
    }
  });
});

describe('an empty decision is rejected', () => {
  it.each<[object, string]>([
    [{}, 'Outcome: is required; expected one of Code,'],
    [{ Outcome: {} }, 'Outcome: expected one of Code, Severity,'],
    [{ Outcome: { Cod: 'Rejected' } }, 'Outcome.Cod: is not known; did you mean Code?'],
    [{ Contract: 'x', Outcome: { Lose: true } }, 'Contract: is not known; did you mean ContractId?'],
    [{ Outcome: { Code: 'InsuficientBalance' } }, 'did you mean InsufficientBalance?'],
    [{ Outcome: { Severity: 'Minor', Lose: true } }, 'Outcome.Severity: requires Outcome.Code'],
    [{ Outcome: { Code: 'Rejected', Lose: true } }, 'Outcome.Lose: contradicts Outcome.Code'],
    [{ Outcome: { Pending: true, Lose: true } }, 'Outcome.Pending: contradicts Outcome.Lose'],
    [{ Outcome: { ReturnAfter: '3 days' } }, 'Outcome.ReturnAfter: expected an ISO 8601 duration'],
    [{ Outcome: { Pending: '-P1D' } }, 'Outcome.Pending: expected a duration above 0'],
    [{ Outcome: { DelayMs: -1 } }, 'Outcome.DelayMs: expected milliseconds from 0 to 600000, got -1'],
    [{ Times: 0, Outcome: { Lose: true } }, 'Times: expected a whole number from 1 to 1000, got 0'],
    [
      { Provider: 'Zulu', Outcome: { Lose: true } },
      'Provider: "Zulu" does not exist in this account; it has FakePSP',
    ],
    [{ ContractId: 'nobody', Outcome: { Lose: true } }, 'There is no contract "nobody"'],
    [{ CustomerId: 'nobody', Outcome: { Lose: true } }, 'There is no customer "nobody"'],
  ])('%j', async (decision, message) => {
    const { sandbox } = new Service();
    expect(() => sandbox.payments.next(decision as Decision)).toThrow(message);
    const service = new Service();
    const answer = await service.call('POST', '/sandbox/payments/next', decision);
    expect([404, 422]).toContain(answer.status);
    expect(service.sandbox.payments.list()).toEqual([]);
  });
});
