import { describe, expect, test, vi } from 'vitest';
import {
  changePaymentMethod,
  deleteContract,
  endContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { patchCustomer } from '../../../../sandbox/src/service/domain/customers/customers.ts';
import { finalizePayment } from '../../../../sandbox/src/service/domain/interactive-payments/finalize.ts';
import {
  changePayment,
  type Payer,
  payOrder,
  payOrderSync,
} from '../../../../sandbox/src/service/domain/interactive-payments/paying.ts';
import { notifyOfPayment } from '../../../../sandbox/src/service/domain/interactive-payments/payment-outcome.ts';
import {
  approveOrder,
  commitOrder,
  createOrder,
  declineOrder,
  deleteOrder,
} from '../../../../sandbox/src/service/domain/orders/orders.ts';
import { withKeys } from '../../../../sandbox/src/service/domain/payments/return-url.ts';
import type { Account } from '../../../../sandbox/src/service/domain/records/account.ts';
import type {
  ChargeAnswer,
  ChargeRequest,
  PaymentProviders,
} from '../../../../sandbox/src/service/domain/records/payment-provider.ts';
import type {
  InteractivePayment,
  PaymentMethod,
} from '../../../../sandbox/src/service/domain/records/payments.ts';
import type { CustomerInput } from '../../../../sandbox/src/service/model/customer.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import type { PaymentTransaction } from '../../../../sandbox/src/service/model/payment.ts';
import { card, failing, ids, onAccount, pending, Shop, succeeded } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const returnUrl = 'https://shop.test/account';
const ada = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };
const byPage: Payer = { tethered: { Bearer: card.Bearer, Token: 'tok_page' }, returnUrl };
const guaranteed: ChargeAnswer = { Outcome: 'Pending', ProviderTransactionId: 'p2', Guaranteed: true };
const { Token: _, ...tokenless } = card;
const at = (instant: number) => new Date(instant).toISOString();

type Request<Call extends 'refund' | 'void'> = Parameters<PaymentProviders[Call]>[0];

/** A shop with a provider of the test's own: what it answers, and what it is asked. */
class Desk {
  readonly shop: Shop;
  readonly asked: ChargeRequest[] = [];
  readonly refunds: Request<'refund'>[] = [];
  readonly voids: Request<'void'>[] = [];

  constructor(
    charge: (request: ChargeRequest) => ChargeAnswer | Promise<ChargeAnswer>,
    providers: Partial<PaymentProviders> = {},
    account: Partial<Account> = {},
  ) {
    this.shop = new Shop(now, { account });
    Object.assign(this.shop.core.providers, {
      toMethod: ({ Token }) => ({ ...tokenless, ...(Token === undefined ? {} : { Token }) }),
      redirects: () => false,
      charge: (request) => {
        this.asked.push(request);
        return charge(request);
      },
      refund: (request) => {
        this.refunds.push(request);
        return { Outcome: 'Succeeded' };
      },
      void: (request) => {
        this.voids.push(request);
      },
      ...providers,
    } satisfies Partial<PaymentProviders>);
  }

  /** One whose provider has a page of its own, from which the customer comes with this answer. */
  static withPage(answer: ChargeAnswer | undefined = succeeded): Desk {
    return new Desk(() => ({ Outcome: 'Redirect', ProviderTransactionId: 'p0', Url: '/page' }), {
      redirects: () => true,
      getResult: () => answer,
    });
  }

  get tx() {
    return this.shop.tx;
  }

  order(input: OrderInput = { Customer: ada, Cart: { PlanVariantId: ids.basicMonthly } }) {
    return this.shop.core.transaction((tx) => createOrder(tx, input, { bySelfService: false }));
  }

  pay(orderId: string, payer = byPage, contractId?: string) {
    return payOrder(this.shop.core, orderId, payer, contractId);
  }

  /** An upgrade of a new contract. */
  upgrade(method: PaymentMethod = onAccount) {
    const { Id } = this.shop.signup(ids.basicMonthly, {}, ada, method);
    return this.order({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } });
  }

  /** The customer comes back from the provider's page. */
  back() {
    return finalizePayment(this.shop.core, this.asked.at(-1)?.Interactive?.ReturnUrl ?? '');
  }

  notify(answer: ChargeAnswer) {
    return notifyOfPayment(this.shop.core, this.transaction.Id, answer);
  }

  status(orderId: string) {
    return this.tx.orders.get(orderId)?.Status;
  }

  get transaction(): PaymentTransaction {
    return [...this.tx.paymentTransactions].at(-1) as PaymentTransaction;
  }

  events(name: string) {
    return [...this.tx.events].map(({ Payload }) => Payload).filter(({ Event }) => Event === name);
  }
}

const steps = ({ StatusHistory }: PaymentTransaction) => StatusHistory.map(({ Status }) => Status);

describe('spec: Behaviour rules 5, 6, Operation Portal.paymentChange, Portal.upgradePaySync, paymentConfig providerReturnUrl — what the provider is asked', () => {
  test('with the customer at the screen', async () => {
    const desk = Desk.withPage();
    const order = desk.order({
      Customer: { ...ada, EmailAddress: 'ada@customer.test', Locale: 'fr-FR' },
      Cart: { PlanVariantId: ids.basicMonthly },
    });
    await desk.pay(order.Id);
    const [payment] = [...desk.tx.interactivePayments] as [InteractivePayment];
    expect(desk.asked).toEqual([
      {
        TransactionId: payment.Id,
        Method: { ...card, Token: 'tok_page' },
        Amount: 11.78,
        Currency: 'EUR',
        Preauth: false,
        Recurring: false,
        Description: `Order ${order.Id}`,
        Interactive: {
          EmailAddress: 'ada@customer.test',
          ReturnUrl: withKeys(returnUrl, {
            transactionId: payment.Id,
            secret: payment.Secret as string,
            trigger: 'Payment',
            language: 'fr-FR',
          }),
        },
      },
    ]);
    expect(payment).toEqual({
      Id: desk.transaction.Id,
      OrderId: order.Id,
      OrderStatusBefore: 'InProgress',
      ContractId: order.ContractId,
      CustomerId: order.CustomerId,
      Method: { ...card, Token: 'tok_page' },
      State: 'AtProvider',
      AskedAt: Date.parse(now),
      Secret: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(desk.transaction).toMatchObject({ Trigger: 'Signup', CustomerName: 'Ada Lovelace' });
  });

  test.each<[CustomerInput, string]>([
    [{ CompanyName: '', FirstName: 'Ada', LastName: 'L' }, 'Ada L'],
    [{ EmailAddress: 'ada@customer.test' }, 'ada@customer.test'],
    [{ CompanyName: 'Analytical Engines', LastName: 'L' }, 'Analytical Engines'],
  ])('names the payer as in the contract: %o', async (Customer, name) => {
    const desk = new Desk(() => succeeded);
    await desk.pay(desk.order({ Customer, Cart: { PlanVariantId: ids.basicMonthly } }).Id);
    const [contract] = desk.tx.contracts;
    expect([desk.transaction.CustomerName, contract?.CustomerName]).toEqual([name, name]);
  });

  test('by a customer without address, with another one at the wallet, or in a challenge', async () => {
    const desk = new Desk(() => ({ Outcome: 'Challenge', ProviderTransactionId: 'p0' }));
    const input = {
      Customer: { ...ada, CompanyName: 'Analytical Engines' },
      Cart: { PlanVariantId: ids.basicMonthly },
    };
    await desk.pay(desk.order(input).Id, { tethered: { Bearer: card.Bearer } });
    expect(desk.transaction.CustomerName).toBe('Analytical Engines');
    expect(steps(desk.transaction)).toEqual(['InProgress', 'ThreeDSecurePending']);
    await desk.pay(desk.order().Id, {
      tethered: { Bearer: card.Bearer, EmailAddress: 'wallet@customer.test' },
      challengeFollows: true,
    });
    expect(steps(desk.transaction)).toEqual(['Created', 'ThreeDSecurePending']);
    expect(desk.asked.map(({ Interactive }) => Interactive)).toEqual([
      {},
      { EmailAddress: 'wallet@customer.test', ChallengeFollows: true },
    ]);
  });

  test("without the customer: by the contract's method, which stays", async () => {
    const desk = new Desk(() => succeeded);
    const order = desk.upgrade(card);
    await desk.shop.settle();
    expect(await payOrderSync(desk.shop.core, order.Id, order.ContractId)).toEqual({
      OrderId: order.Id,
      ContractId: order.ContractId,
      CustomerId: order.CustomerId,
      GrossTotal: order.TotalGross,
      OrderStatus: 'PaymentPending',
    });
    expect(desk.asked.at(-1)).toEqual({
      TransactionId: desk.transaction.Id,
      Method: { ...card, Id: order.ContractId },
      Amount: order.TotalGross,
      Currency: 'EUR',
      Preauth: false,
      Recurring: true,
      Description: `Order ${order.Id}`,
    });
    expect(desk.transaction).toMatchObject({ Trigger: 'Upgrade', CustomerName: 'Ada Lovelace' });
    expect(desk.events('PaymentDataChanged')).toEqual([]);
  });

  test('for new payment data: an authorization for the contract', async () => {
    const desk = Desk.withPage();
    const { Id, CustomerId, ReferenceCode } = desk.shop.signup(ids.free, {}, ada);
    expect(await changePayment(desk.shop.core, Id, byPage)).toEqual({
      ContractId: Id,
      CustomerId,
      PaymentBearer: card.Shown,
      Url: '/page',
    });
    expect(desk.asked).toMatchObject([
      {
        Amount: 1,
        Currency: 'EUR',
        Preauth: true,
        Recurring: false,
        Description: `Contract ${ReferenceCode}`,
      },
    ]);
    expect(desk.transaction).toMatchObject({
      Type: 'Preauthorization',
      Trigger: 'Payment',
      ContractId: Id,
      CustomerId,
      CustomerName: 'Ada Lovelace',
    });
    expect([...desk.tx.interactivePayments][0]).not.toHaveProperty('OrderId');
    expect(await desk.back()).toEqual({ ContractId: Id, CustomerId, PaymentBearer: card.Shown });
    await desk.shop.settle();
    expect(desk.voids).toEqual([{ Provider: 'FakePSP', ProviderTransactionId: 'p1' }]);
    expect(desk.events('PaymentSucceeded')).toMatchObject([{ PaymentTransactionType: 'Preauthorization' }]);
  });

  test('is not sent if nothing is due and the provider has no page', async () => {
    const desk = new Desk(() => succeeded, {}, { Providers: [] });
    const { Id } = desk.shop.signup(ids.free, {}, ada);
    expect(await changePayment(desk.shop.core, Id, byPage)).toMatchObject({ PaymentBearer: card.Shown });
    const trial = desk.order({ Customer: ada, Cart: { PlanVariantId: ids.proTrial } });
    const payer = { tethered: { Bearer: card.Bearer } };
    expect(await desk.pay(trial.Id, payer)).toMatchObject({
      OrderId: trial.Id,
      OrderStatus: 'PaymentPending',
    });
    expect([desk.asked, desk.status(trial.Id)]).toEqual([[], 'Completed']);
  });

  test('is not sent on account, or without payment data if the plan variant allows it', async () => {
    const desk = new Desk(() => succeeded);
    const order = desk.order();
    await desk.pay(order.Id, { tethered: { Bearer: 'InvoicePayment' } });
    expect(desk.shop.contract(order.ContractId)).toMatchObject({
      Balance: 11.78,
      PaymentProvider: 'InvoicePayment',
      PaymentBearer: { Type: 'InvoicePayment' },
      PaymentProviderSupportRefunds: false,
    });
    const free = desk.order({ Customer: ada, Cart: { PlanVariantId: ids.free } });
    await desk.pay(free.Id, { tethered: { Bearer: 'None:None' } });
    expect(desk.shop.contract(free.ContractId)).toMatchObject({
      PaymentProvider: 'None',
      PaymentProviderRole: 'None',
      PaymentProviderSupportRefunds: false,
    });
    expect(desk.shop.contract(free.ContractId)).not.toHaveProperty('PaymentBearer');
    const { Id } = desk.shop.signup(ids.free, {}, ada);
    expect(await changePayment(desk.shop.core, Id, { tethered: { Bearer: 'None:None' } })).toEqual({
      ContractId: Id,
      CustomerId: desk.shop.contract(Id).CustomerId,
    });
    expect(desk.asked).toEqual([]);
  });

  test('is not sent for a free upgrade, or one on account', async () => {
    const desk = new Desk(() => succeeded);
    const order = desk.upgrade();
    await payOrderSync(desk.shop.core, order.Id, order.ContractId);
    expect(desk.shop.contract(order.ContractId)).toMatchObject({
      PlanVariantId: ids.proMonthly,
      PaymentProvider: 'InvoicePayment',
    });
    const down = desk.order({ ContractId: order.ContractId, Cart: { PlanVariantId: ids.free } });
    await payOrderSync(desk.shop.core, down.Id, order.ContractId);
    expect([desk.asked, desk.status(down.Id)]).toEqual([[], 'Completed']);
  });
});

describe('spec: Operation Portal.upgradePayInteractive, Portal.paymentChange, Behaviour rules 5, 6 — who may pay what with what', () => {
  const refused = (work: Promise<unknown>) => expect(work).rejects;

  test.each([
    ['ApprovalPending', undefined, /is waiting for the merchant's approval/],
    ['Declined', declineOrder, /is Declined and cannot be paid/],
  ] as const)('an order that is %s is not paid', async (_, decide, message) => {
    const desk = new Desk(() => succeeded, {}, { OrderApproval: true });
    const { Id } = desk.order();
    if (decide !== undefined) desk.shop.core.transaction((tx) => decide(tx, Id));
    await refused(desk.pay(Id)).toMatchObject({
      kind: 'Conflict',
      code: 'InvalidPreconditions',
      message: expect.stringMatching(message),
    });
    expect(desk.asked).toEqual([]);
  });

  test('an approved order is paid, and needs no second approval after a decline', async () => {
    const desk = new Desk(() => failing('Minor'), {}, { OrderApproval: true });
    const { Id } = desk.order();
    desk.shop.core.transaction((tx) => approveOrder(tx, Id));
    await refused(desk.pay(Id)).toMatchObject({ kind: 'Declined', code: 'InsufficientBalance' });
    expect(desk.status(Id)).toBe('Approved');
  });

  test('an order is paid once, by its own contract', async () => {
    const desk = new Desk(() => succeeded);
    const [signup, upgrade, other] = [desk.order(), desk.upgrade(), desk.upgrade()];
    await desk.pay(signup.Id);
    await refused(desk.pay(signup.Id, { ...byPage, tethered: { Bearer: card.Bearer } })).toMatchObject({
      kind: 'Conflict',
      code: 'AlreadyExecuted',
      message: `Order ${signup.Id} is already paid.`,
    });
    await refused(desk.pay(upgrade.Id)).toMatchObject({ kind: 'Forbidden', code: 'PermissionDenied' });
    await refused(desk.pay(upgrade.Id, byPage, other.ContractId)).toMatchObject({ kind: 'NotFound' });
    expect(desk.asked).toHaveLength(1);
  });

  test('a signup is paid days later at the price that it showed', async () => {
    const desk = new Desk(() => succeeded);
    const { Id, ContractId } = desk.order();
    await desk.shop.advanceTo('2026-01-18T09:00:00Z');
    await desk.pay(Id);
    expect(desk.status(Id)).toBe('Completed');
    expect(desk.shop.contract(ContractId).StartDate).toBe('2026-01-18T09:00:00.0000000Z');
  });

  test('a locked customer cannot pay', async () => {
    const desk = new Desk(() => succeeded);
    const upgrade = desk.upgrade();
    desk.shop.core.transaction((tx) => patchCustomer(tx, upgrade.CustomerId, { IsLocked: true }));
    await refused(desk.pay(upgrade.Id, byPage, upgrade.ContractId)).toMatchObject({ kind: 'Forbidden' });
    await refused(changePayment(desk.shop.core, upgrade.ContractId, byPage)).toMatchObject({
      kind: 'Forbidden',
    });
    expect(desk.asked).toEqual([]);
  });

  test.each([
    ['on account where the account has none', { Bearer: 'InvoicePayment' }],
    ['without payment data where the plan variant wants some', { Bearer: 'None:None' }],
  ])('nobody pays %s', async (_, tethered) => {
    const desk = new Desk(() => succeeded, {}, { InvoicePayment: { Enabled: false, PreauthAmount: 0 } });
    const order = desk.order();
    await refused(desk.pay(order.Id, { tethered })).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidPaymentMethod',
    });
    const { Id } = desk.shop.signup(ids.basicMonthly, {}, ada, card);
    await refused(changePayment(desk.shop.core, Id, { tethered })).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidPaymentMethod',
    });
    expect(desk.status(order.Id)).toBe('InProgress');
  });

  test.each([
    ['None', { ...onAccount, Bearer: 'None:None', Provider: 'None', Role: 'None' }],
    ['lacks data', { ...card, LacksData: true }],
  ] as const)('a contract whose method is %s pays nothing without the customer', async (_, method) => {
    const desk = new Desk(() => succeeded);
    const order = desk.upgrade(method);
    await refused(payOrderSync(desk.shop.core, order.Id, order.ContractId)).toMatchObject({
      kind: 'Conflict',
      code: 'InvalidPreconditions',
      message: `Contract ${order.ContractId} has no payment method to pay with. Use upgradePayInteractive, or paymentChange first.`,
    });
    expect([desk.asked, desk.status(order.Id)]).toEqual([[], 'InProgress']);
  });

  test('a provider with a page requires a return URL; nothing is started without one', async () => {
    const desk = Desk.withPage();
    const order = desk.order();
    await refused(desk.pay(order.Id, { tethered: byPage.tethered })).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidConfiguration',
      fields: [{ Field: 'ProviderReturnUrl' }],
    });
    expect([desk.asked, [...desk.tx.paymentTransactions]]).toEqual([[], []]);
  });

  test('a token that pays a contract is not new payment data', async () => {
    const desk = new Desk(() => succeeded);
    const { Id } = desk.shop.signup(ids.free, {}, ada);
    await changePayment(desk.shop.core, Id, byPage);
    await refused(changePayment(desk.shop.core, Id, byPage)).toMatchObject({
      kind: 'Invalid',
      code: 'BearerInvalid',
      fields: [{ Field: 'TetheredPaymentInformation.Token' }],
    });
    expect(desk.asked).toHaveLength(1);
  });

  test('a mandate is the one from the page, or else generated', async () => {
    const account = {
      ...card,
      Bearer: 'Debit:FakePSP',
      Role: 'Debit',
      Shown: { Type: 'BankAccount' },
    } as const;
    const mandate = async (given: { MandateReference?: string; MandateSignatureDate?: string }) => {
      const desk = new Desk(() => succeeded, { toMethod: () => account });
      const order = desk.order();
      await desk.pay(order.Id, { tethered: { Bearer: account.Bearer, ...given } });
      return desk.shop.contract(order.ContractId).PaymentBearer;
    };
    expect(await mandate({ MandateReference: 'M-1', MandateSignatureDate: '2026-01-10' })).toEqual({
      Type: 'BankAccount',
      MandateReference: 'M-1',
      MandateReferenceDate: '2026-01-10T00:00:00.0000000Z',
    });
    expect(await mandate({ MandateReference: '' })).toEqual({
      Type: 'BankAccount',
      MandateReference: expect.stringMatching(/^M-[0-9A-F]{10}$/),
      MandateReferenceDate: '2026-01-15T09:00:00.0000000Z',
    });
    await refused(mandate({ MandateSignatureDate: 'yesterday' })).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidPaymentData',
      fields: [{ Field: 'TetheredPaymentInformation.MandateSignatureDate' }],
    });
  });
});

describe('spec: Order status transitions, Behaviour rules 10 — a payment that fails', () => {
  test('keeps the order payable, and says why; nothing is created', async () => {
    const desk = new Desk(() => ({ ...failing('Minor'), ProviderTransactionId: 'p9', HttpCode: 402 }));
    const order = desk.order();
    await expect(desk.pay(order.Id)).rejects.toMatchObject({
      kind: 'Declined',
      code: 'InsufficientBalance',
      message: 'Not enough money.',
    });
    expect(desk.transaction).toMatchObject({
      ProviderTransactionId: 'p9',
      Status: {
        Status: 'Failed',
        HttpCode: 402,
        ErrorCode: 'InsufficientBalance',
        ErrorMessage: 'Not enough money.',
      },
    });
    expect(desk.status(order.Id)).toBe('InProgress');
    expect([desk.tx.customers.size, desk.tx.contracts.size]).toEqual([0, 0]);
    expect(desk.events('PaymentFailed')).toEqual([
      {
        Event: 'PaymentFailed',
        EntityId: desk.tx.account.Id,
        OrderId: order.Id,
        PaymentTransactionId: desk.transaction.Id,
        PaymentTransactionType: 'Payment',
      },
    ]);
  });

  test('for a contract names it and its customer', async () => {
    const desk = new Desk(() => failing('Severe'));
    const order = desk.upgrade();
    const { ContractId, CustomerId } = order;
    await expect(desk.pay(order.Id, byPage, ContractId)).rejects.toMatchObject({ kind: 'Declined' });
    const payer = { tethered: { Bearer: card.Bearer } };
    await expect(changePayment(desk.shop.core, ContractId, payer)).rejects.toMatchObject({
      kind: 'Declined',
    });
    expect(desk.events('PaymentFailed')).toMatchObject([
      { OrderId: order.Id, ContractId, CustomerId, PaymentTransactionType: 'Payment' },
      { ContractId, CustomerId, PaymentTransactionType: 'Preauthorization' },
    ]);
    expect(desk.events('PaymentFailed')[1]).not.toHaveProperty('OrderId');
    expect(desk.shop.contract(ContractId).PaymentProvider).toBe('InvoicePayment');
  });

  test('sends no mail to the customer, who sees it on the screen', async () => {
    const desk = new Desk(() => failing('Severe'));
    const customer = { ...ada, EmailAddress: 'ada@customer.test' };
    const { Id } = desk.shop.signup(ids.basicMonthly, {}, customer);
    const order = desk.order({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } });
    await expect(desk.pay(order.Id, byPage, Id)).rejects.toMatchObject({ kind: 'Declined' });
    expect(desk.events('PaymentFailed')).toHaveLength(1);
    expect([...desk.tx.mails].filter(({ EventType }) => EventType === 'PaymentFailed')).toEqual([]);
  });

  test('that the customer cancels is canceled, without a mail', async () => {
    const canceled = { ...failing('Minor'), ErrorCode: 'Canceled', ErrorMessage: 'Not now.' } as ChargeAnswer;
    const desk = Desk.withPage(canceled);
    const order = desk.order();
    await desk.pay(order.Id);
    await expect(desk.back()).rejects.toMatchObject({
      kind: 'Declined',
      code: 'Canceled',
      message: 'Not now.',
    });
    expect(steps(desk.transaction)).toEqual(['Created', 'RedirectUrlPrepared', 'Canceled']);
    expect([desk.status(order.Id), desk.events('PaymentFailed')]).toEqual(['Aborted', []]);
    // It can be paid again.
    expect(await desk.pay(order.Id)).toMatchObject({ Url: '/page' });
  });

  test('because of a provider error counts as failed', async () => {
    const desk = new Desk(() => {
      throw new Error('out of memory');
    });
    const order = desk.order();
    await expect(desk.pay(order.Id)).rejects.toThrow('out of memory');
    expect(desk.transaction.Status).toMatchObject({
      Status: 'Failed',
      ErrorCode: 'InternalProviderError',
      ErrorMessage: 'The provider failed with an internal error.',
    });
    expect(desk.status(order.Id)).toBe('InProgress');
  });
});

describe('spec: Order status transitions, Behaviour rules 6 — a later attempt to pay', () => {
  test.each<[string, string, (desk: Desk) => Promise<unknown>]>([
    ['an order', 'order', (desk) => desk.pay([...desk.tx.orders][0]?.Id ?? '')],
    [
      'new payment data',
      'contract',
      (desk) => changePayment(desk.shop.core, [...desk.tx.contracts][0]?.Id ?? '', byPage),
    ],
  ])(
    'for %s waits two minutes for an answer to the first, and then replaces it',
    async (kind, subject, pay) => {
      let answer = (_: ChargeAnswer) => {};
      const desk: Desk = new Desk(() =>
        desk.asked.length > 1
          ? succeeded
          : new Promise((resolve) => {
              answer = resolve;
            }),
      );
      if (kind === 'an order') desk.order();
      else desk.shop.signup(ids.free, {}, ada);
      const first = pay(desk);
      const { Id } = desk.transaction;
      await desk.shop.advanceTo(at(Date.parse(now) + 119_999));
      await expect(pay(desk)).rejects.toMatchObject({
        kind: 'Conflict',
        code: 'InvalidPreconditions',
        message: `The provider is still processing payment ${Id} of the same ${subject}; wait for its outcome.`,
        retryAfter: 1,
      });
      await desk.shop.advanceTo(at(Date.parse(now) + 120_000));
      await pay(desk);
      expect(desk.tx.paymentTransactions.get(Id)?.Status).toMatchObject({
        Status: 'Canceled',
        ErrorCode: 'Canceled',
        ErrorMessage: 'A later payment attempt has replaced this one. It is not charged.',
      });
      // The answer that comes after all changes nothing.
      answer(succeeded);
      // An order that was paid meanwhile is not canceled.
      await expect(first).rejects.toMatchObject(
        kind === 'an order'
          ? { kind: 'Conflict', code: 'AlreadyExecuted' }
          : { kind: 'Declined', code: 'Canceled' },
      );
      expect(desk.tx.paymentTransactions.get(Id)?.Status.Status).toBe('Canceled');
      expect(steps(desk.transaction)).toContain(kind === 'an order' ? 'Succeeded' : 'PreliminarySucceeded');
    },
  );

  test('waits for the outcome if the provider is working on it, however long', async () => {
    const desk = new Desk(() => pending);
    const order = desk.order();
    expect(await desk.pay(order.Id)).toMatchObject({ OrderStatus: 'PaymentPending' });
    await desk.shop.advanceTo('2026-01-17T09:00:00Z');
    await expect(desk.pay(order.Id)).rejects.toMatchObject({ kind: 'Conflict', retryAfter: undefined });
    await desk.notify(succeeded);
    expect([desk.status(order.Id), desk.shop.contract(order.ContractId).Balance]).toEqual(['Completed', 0]);
    expect(desk.asked).toHaveLength(1);
  });
});

describe('the steps of a payment', () => {
  test('show no challenge that might have followed and did not', async () => {
    const desk = new Desk(() => succeeded);
    await desk.pay(desk.order().Id, { ...byPage, challengeFollows: true });
    expect(steps(desk.transaction)).toEqual(['InProgress', 'Succeeded']);
  });

  test.each([
    ['Succeeded', succeeded],
    ['Failed', failing('Minor')],
  ])('begin when it was paid, where the provider works on it until it has %s', async (status, outcome) => {
    const desk = new Desk(() => pending);
    await desk.pay(desk.order().Id);
    await desk.shop.advanceTo('2026-01-17T09:00:00Z');
    await desk.notify(outcome);
    const history = desk.transaction.StatusHistory;
    expect(history.map((one) => [one.Status, one.Timestamp.slice(0, 16)])).toEqual([
      ['InProgress', '2026-01-15T09:00'],
      [status, '2026-01-17T09:00'],
    ]);
  });
});

describe('spec: Behaviour rules 10 — an outcome that is reported twice', () => {
  /** The provider tells it before it answers the call. */
  async function told(outcome: ChargeAnswer, answer: ChargeAnswer) {
    let reply = (_: ChargeAnswer) => {};
    const desk = new Desk(
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    const order = desk.order();
    const paid = desk.pay(order.Id);
    await desk.notify(outcome);
    const state = [steps(desk.transaction), desk.status(order.Id), desk.shop.events()];
    reply(answer);
    const result = await paid.catch((error: unknown) => error);
    expect([steps(desk.transaction), desk.status(order.Id), desk.shop.events()]).toEqual(state);
    await desk.notify(answer);
    expect([steps(desk.transaction), desk.status(order.Id), desk.shop.events()]).toEqual(state);
    expect([desk.refunds, desk.voids]).toEqual([[], []]);
    return { desk, order, result };
  }

  test.each([
    ['a success', succeeded],
    ['a failure', failing('Minor')],
    ['a redirect', { Outcome: 'Redirect', ProviderTransactionId: 'p3', Url: '/page' }],
  ] as const)('a success, and then %s: it is taken once', async (_, answer) => {
    const { desk, order, result } = await told(succeeded, answer);
    expect(result).toMatchObject({ OrderId: order.Id, OrderStatus: 'PaymentPending' });
    expect(desk.events('OrderSucceeded')).toHaveLength(1);
    expect(desk.tx.ledgerEntries.where('ContractId', order.ContractId).map(({ Amount }) => Amount)).toEqual([
      11.78, -11.78,
    ]);
  });

  test('a failure, and then a success: it stays failed', async () => {
    const { desk, result } = await told(failing('Minor'), succeeded);
    expect(result).toMatchObject({ kind: 'Declined', code: 'InsufficientBalance' });
    expect(desk.events('PaymentFailed')).toHaveLength(1);
  });

  test('of an unknown payment changes nothing', async () => {
    const { core } = new Desk(() => succeeded).shop;
    const before = JSON.stringify(core.snapshot());
    await notifyOfPayment(core, 'ff0000000000000000000001', succeeded);
    expect(JSON.stringify(core.snapshot())).toBe(before);
  });
});

describe('spec: Behaviour rules 10, Order result Url — the customer at the provider’s page', () => {
  test('has not paid before the provider reports it', async () => {
    const desk = Desk.withPage();
    Object.assign(desk.shop.core.providers, { getResult: () => undefined });
    await desk.pay(desk.order().Id);
    await expect(desk.back()).rejects.toMatchObject({
      kind: 'Conflict',
      message: "The customer has not finished on the provider's page.",
    });
  });

  test('gets a token and data that pay from then on', async () => {
    const learned = { EmailAddress: 'ada@wallet.test', Type: 'Wallet' };
    const desk = Desk.withPage({ ...succeeded, Token: 'tok_wallet', Shown: learned } as ChargeAnswer);
    const order = desk.order();
    await desk.pay(order.Id);
    await desk.back();
    expect(desk.tx.paymentMethods.get(order.ContractId)).toEqual({
      ...card,
      Id: order.ContractId,
      Token: 'tok_wallet',
      Shown: { ...card.Shown, ...learned },
    });
    expect(desk.shop.contract(order.ContractId).PaymentBearer).toEqual({ ...card.Shown, ...learned });
    expect(desk.tx.orders.get(order.Id)?.Status).toBe('Completed');
  });

  test('whose money is on its way has a contract; it is booked when it arrives', async () => {
    const desk = Desk.withPage(guaranteed);
    const order = desk.order();
    await desk.pay(order.Id);
    expect(await desk.back()).toMatchObject({ OrderId: order.Id, OrderStatus: 'PaymentPending' });
    expect([desk.status(order.Id), desk.shop.contract(order.ContractId).Balance]).toEqual([
      'Completed',
      11.78,
    ]);
    expect(desk.transaction).toMatchObject({
      ProviderTransactionId: 'p2',
      InvoiceId: desk.shop.invoices(order.ContractId)[0]?.Id,
      Status: { Status: 'Pending' },
    });
    await desk.notify({ Outcome: 'Succeeded', ProviderTransactionId: 'p2' });
    expect(desk.shop.contract(order.ContractId).Balance).toBe(0);
  });

  test('with new payment data is settled when the money arrives; the data applies at once', async () => {
    const desk = Desk.withPage(guaranteed);
    const { Id } = desk.shop.signup(ids.free, {}, ada);
    await changePayment(desk.shop.core, Id, byPage);
    await desk.back();
    await desk.shop.settle();
    expect(desk.shop.contract(Id).PaymentBearer).toEqual(card.Shown);
    expect([desk.transaction.Status.Status, desk.events('PaymentSucceeded'), desk.voids]).toEqual([
      'Pending',
      [],
      [],
    ]);
    await desk.notify({ Outcome: 'Succeeded', ProviderTransactionId: 'p2' });
    await desk.shop.settle();
    expect(desk.events('PaymentSucceeded')).toHaveLength(1);
    expect(desk.voids).toEqual([{ Provider: 'FakePSP', ProviderTransactionId: 'p2' }]);
  });

  test('whose order was deleted meanwhile is not charged', async () => {
    const [paid, waiting] = [Desk.withPage(), Desk.withPage(pending)];
    for (const desk of [paid, waiting]) await desk.pay(desk.order().Id);
    const drop = (desk: Desk) => {
      const { Id } = [...desk.tx.orders][0] as { Id: string };
      desk.shop.core.transaction((tx) => deleteOrder(tx, Id));
      return Id;
    };
    const id = drop(paid);
    await expect(paid.back()).rejects.toMatchObject({
      kind: 'Declined',
      code: 'InvalidPreconditions',
      message: `Order ${id} is deleted; this payment is not charged.`,
    });
    expect(paid.transaction.Status.Status).toBe('Canceled');
    await waiting.back();
    const other = drop(waiting);
    await expect(waiting.back()).rejects.toMatchObject({
      kind: 'Conflict',
      message: `Order ${other} was deleted.`,
    });
  });

  test('whose order was committed meanwhile is not charged', async () => {
    const desk = Desk.withPage();
    const order = desk.order();
    await desk.pay(order.Id);
    desk.shop.core.transaction((tx) => commitOrder(tx, order.Id, { PaymentMethod: 'InvoicePayment' }));
    await expect(desk.back()).rejects.toMatchObject({
      kind: 'Conflict',
      code: 'AlreadyExecuted',
      message: `Order ${order.Id} is Completed; this payment is not charged.`,
    });
    expect(desk.shop.contract(order.ContractId).Balance).toBe(11.78);
  });
});

describe('spec: Behaviour rules 10 — a payment that went through, for something that can no longer be done', () => {
  /** An upgrade that is at the provider's page when its contract is ended. */
  async function overtaken(answer?: ChargeAnswer) {
    const desk = Desk.withPage(answer);
    const { shop } = desk;
    const order = desk.upgrade();
    await desk.pay(order.Id, byPage, order.ContractId);
    shop.core.transaction((tx) => endContract(tx, order.ContractId, '2026-03-01T00:00:00Z'));
    const booked = [...shop.tx.ledgerEntries];
    const message = `Contract ${order.ContractId} has changed since order ${order.Id} was created. Preview the change again and create a new order.`;
    return { desk, order, booked, message };
  }

  const failed = (desk: Desk, orderId: string, booked: readonly unknown[], message: string) => {
    expect(desk.transaction.Status).toMatchObject({
      Status: 'Failed',
      ErrorCode: 'InvalidPreconditions',
      ErrorMessage: message,
    });
    expect([...desk.tx.ledgerEntries]).toEqual(booked);
    expect(desk.status(orderId)).toBe('InProgress');
    expect(desk.shop.events().at(-1)).toBe('PaymentFailed');
  };

  test('is refunded in full', async () => {
    const { desk, order, booked, message } = await overtaken();
    await expect(desk.back()).rejects.toMatchObject({
      kind: 'Conflict',
      code: 'InvalidPreconditions',
      message,
    });
    failed(desk, order.Id, booked, message);
    expect(desk.refunds).toEqual([
      { Provider: 'FakePSP', ProviderTransactionId: 'p1', Amount: order.TotalGross, Currency: 'EUR' },
    ]);
    expect(desk.voids).toEqual([]);
    // The page asks again and gets the same refusal; nothing is given back twice.
    await expect(desk.back()).rejects.toMatchObject({ kind: 'Declined', code: 'InvalidPreconditions' });
    expect(desk.refunds).toHaveLength(1);
  });

  test('is also refunded if the provider reports it and nobody waits', async () => {
    const { desk, order, booked, message } = await overtaken();
    await desk.notify(succeeded);
    failed(desk, order.Id, booked, message);
    expect(desk.refunds).toHaveLength(1);
  });

  test('is not refunded before it has moved', async () => {
    const { desk } = await overtaken(guaranteed);
    await expect(desk.back()).rejects.toMatchObject({ kind: 'Conflict' });
    expect([desk.refunds, desk.voids]).toEqual([[], []]);
  });

  test('is refunded if the service fails, which is not a rejection', async () => {
    const desk = Desk.withPage();
    const order = desk.order();
    await desk.pay(order.Id);
    vi.spyOn(desk.tx.contracts, 'insert').mockImplementation(() => {
      throw new Error('disk full');
    });
    await expect(desk.notify(succeeded)).rejects.toThrow('disk full');
    expect(desk.transaction.Status).toMatchObject({
      Status: 'Failed',
      ErrorCode: 'InternalError',
      ErrorMessage: 'The order could not be completed.',
    });
    expect(desk.refunds).toHaveLength(1);
  });

  test('is voided if it was only an authorization', async () => {
    const desk = Desk.withPage();
    const { shop } = desk;
    const { Id } = shop.signup(ids.free, {}, ada);
    await changePayment(shop.core, Id, byPage);
    expect(desk.transaction).toMatchObject({ Type: 'Preauthorization', Amount: 1 });
    shop.core.transaction((tx) => deleteContract(tx, Id));
    await expect(desk.back()).rejects.toMatchObject({ kind: 'NotFound' });
    expect(desk.voids).toEqual([{ Provider: 'FakePSP', ProviderTransactionId: 'p1' }]);
    expect(desk.refunds).toEqual([]);
    expect(desk.transaction.Status.Status).toBe('Failed');
  });
});

describe('a provider that never responded, for example after a restored snapshot', () => {
  test('does not block collecting after two minutes, but does before', async () => {
    const shop = new Shop(now);
    shop.answering(succeeded);
    const { Id } = shop.signup(ids.basicMonthly, {}, undefined, card);
    await shop.settle();
    let unanswered = shop.core.snapshot();
    Object.assign(shop.core.providers, {
      charge: () => {
        unanswered = shop.core.snapshot();
        return succeeded;
      },
    });
    await shop.advanceTo('2026-02-15T09:00:00Z');
    shop.core.restore(unanswered);
    const lost = [...shop.tx.paymentTransactions].at(-1) as PaymentTransaction;
    const [asked, at] = [Date.parse('2026-02-15T09:00:00Z'), Date.parse(lost.StatusTimestamp)];
    expect([lost.Status.Status, Math.floor((at - asked) / 1000)]).toEqual(['InProgress', 0]);
    const collected = shop.answering(succeeded);
    const collectAt = async (instant: number) => {
      await shop.advanceTo(new Date(instant).toISOString());
      shop.core.transaction((tx) => changePaymentMethod(tx, Id, card));
      await shop.settle();
      return collected.map(({ Amount }) => Amount);
    };
    expect(await collectAt(at + 119_999)).toEqual([]);
    expect(shop.contract(Id).Balance).toBe(11.78);
    expect(await collectAt(at + 120_000)).toEqual([11.78]);
    expect(shop.contract(Id).Balance).toBe(0);
    expect(shop.tx.paymentTransactions.get(lost.Id)?.Status).toMatchObject({
      Status: 'Failed',
      ErrorCode: 'PSPConnectionTimeout',
      ErrorMessage: 'The provider did not respond.',
    });
  });
});
