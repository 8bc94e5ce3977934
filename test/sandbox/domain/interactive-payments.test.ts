import { describe, expect, test } from 'vitest';
import {
  changePaymentMethod,
  deleteContract,
  endContract,
} from '../../../sandbox/src/domain/contracts/contracts.ts';
import { finalizePayment } from '../../../sandbox/src/domain/interactive-payments/finalize.ts';
import { changePayment, payOrder } from '../../../sandbox/src/domain/interactive-payments/paying.ts';
import { createOrder } from '../../../sandbox/src/domain/orders/orders.ts';
import type { ChargeAnswer, PaymentProviders } from '../../../sandbox/src/domain/payment-provider.ts';
import type { OrderInput } from '../../../sandbox/src/model/order.ts';
import type { PaymentTransaction } from '../../../sandbox/src/model/payment.ts';
import { card, ids, Shop, succeeded } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const tethered = { Bearer: card.Bearer, Token: 'tok_page' };
const returnUrl = 'https://shop.test/account';
const ada = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };

type Request<Call extends 'refund' | 'void'> = Parameters<PaymentProviders[Call]>[0];

/** A shop whose provider has a page of its own, and what it is asked to give back. */
class Desk {
  readonly shop = new Shop(now);
  readonly refunds: Request<'refund'>[] = [];
  readonly voids: Request<'void'>[] = [];
  #address = '';

  constructor(answer: ChargeAnswer = succeeded) {
    Object.assign(this.shop.core.providers, {
      methodOf: () => ({ ...card, Token: tethered.Token }),
      redirects: () => true,
      charge: ({ Interactive }) => {
        this.#address = Interactive?.ReturnUrl ?? '';
        return { Outcome: 'Redirect', ProviderTransactionId: 'p0', Url: '/page' };
      },
      resultOf: () => answer,
      refund: (request) => {
        this.refunds.push(request);
        return { Outcome: 'Succeeded' };
      },
      void: (request) => {
        this.voids.push(request);
        return { HttpCode: 200 };
      },
    } satisfies Partial<PaymentProviders>);
  }

  order(input: OrderInput) {
    return this.shop.core.transaction((tx) => createOrder(tx, input, { bySelfService: false }));
  }

  /** The customer comes back from the provider's page. */
  back() {
    return finalizePayment(this.shop.core, this.#address);
  }

  get transaction(): PaymentTransaction {
    return [...this.shop.tx.paymentTransactions].at(-1) as PaymentTransaction;
  }
}

describe('a payment that went through, for something that can no longer be done', () => {
  /** An upgrade that is at the provider's page when its contract is ended. */
  async function overtaken(answer?: ChargeAnswer) {
    const desk = new Desk(answer);
    const { shop } = desk;
    const { Id } = shop.signup(ids.basicMonthly);
    const order = desk.order({ ContractId: Id, Cart: { PlanVariantId: ids.proMonthly } });
    await payOrder(shop.core, order.Id, { tethered, returnUrl }, Id);
    shop.core.transaction((tx) => endContract(tx, Id, '2026-03-01T00:00:00Z'));
    const booked = [...shop.tx.ledgerEntries];
    await expect(desk.back()).rejects.toMatchObject({
      kind: 'Conflict',
      code: 'InvalidPreconditions',
      message: `Contract ${Id} has changed since order ${order.Id} was made. Preview the change anew, and make another order.`,
    });
    expect(desk.transaction.Status).toMatchObject({ Status: 'Failed', ErrorCode: 'InvalidPreconditions' });
    expect([...shop.tx.ledgerEntries]).toEqual(booked);
    expect(shop.tx.orders.get(order.Id)?.Status).toBe('InProgress');
    expect(shop.events().at(-1)).toBe('PaymentFailed');
    return { desk, order };
  }

  test('is given back in full', async () => {
    const { desk, order } = await overtaken();
    expect(desk.refunds).toEqual([
      { Provider: 'FakePSP', ProviderTransactionId: 'p1', Amount: order.TotalGross, Currency: 'EUR' },
    ]);
    expect(desk.voids).toEqual([]);
    // The page asks again and gets the same refusal; nothing is given back twice.
    await expect(desk.back()).rejects.toMatchObject({ kind: 'Declined', code: 'InvalidPreconditions' });
    expect(desk.refunds).toHaveLength(1);
  });

  test('is not given back before it has moved', async () => {
    const { desk } = await overtaken({ Outcome: 'Pending', ProviderTransactionId: 'p2', Guaranteed: true });
    expect([desk.refunds, desk.voids]).toEqual([[], []]);
  });

  test('is let go where it only reserved', async () => {
    const desk = new Desk();
    const { shop } = desk;
    const { Id } = shop.signup(ids.free, {}, ada);
    await changePayment(shop.core, Id, { tethered, returnUrl });
    expect(desk.transaction).toMatchObject({ Type: 'Preauthorization', Amount: 1 });
    shop.core.transaction((tx) => deleteContract(tx, Id));
    await expect(desk.back()).rejects.toMatchObject({ kind: 'NotFound' });
    expect(desk.voids).toEqual([{ Provider: 'FakePSP', ProviderTransactionId: 'p1' }]);
    expect(desk.refunds).toEqual([]);
    expect(desk.transaction.Status.Status).toBe('Failed');
  });
});

describe('a provider that never answered, as when a snapshot was restored in between', () => {
  test('keeps nothing from being collected after two minutes, and not before', async () => {
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
      ErrorMessage: 'The provider did not answer.',
    });
  });
});
