import { describe, expect, test } from 'vitest';
import { Problem } from '../../../../sandbox/src/service/domain/basics/problem.ts';
import { getSubject } from '../../../../sandbox/src/service/domain/billing/bill.ts';
import { billContract } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import {
  cancelContract,
  changePaymentMethod,
  endContract,
  pauseContract,
  resumeContract,
  revokeCancellation,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import { openReceivables } from '../../../../sandbox/src/service/domain/payments/receivables.ts';
import { addAmounts } from '../../../../sandbox/src/service/domain/pricing/money.ts';
import { zoneCalendar } from '../../../../sandbox/src/service/domain/pricing/periods.ts';
import type { LineItem } from '../../../../sandbox/src/service/model/invoice.ts';
import { examples, fc } from '../../../properties.ts';
import { card, ids, onAccount, Shop, succeeded } from './billing-kit.ts';

const DAY = 86_400_000;
const calendar = zoneCalendar('Europe/Berlin');
const dayOf = (timestamp: string) => calendar.dayAt(Date.parse(timestamp));

/** Starts that are hard for a calendar: short months, leap days, clock changes. */
const starts = fc.constantFrom(
  '2023-01-31T09:00:00Z',
  '2024-01-29T22:59:59Z',
  '2024-02-29T12:00:00Z',
  '2026-01-29T00:00:00Z',
  '2026-03-28T01:30:00Z',
  '2026-10-25T00:30:00Z',
  '2027-12-31T23:30:00Z',
);

const variant = fc.constantFrom(ids.basicMonthly, ids.basicYearly, ids.proMonthly, ids.proYearly, ids.free);

type Step =
  | {
      readonly do: 'change';
      readonly to: string;
      readonly inherit: boolean;
      readonly inDays: number;
      readonly interim: boolean;
    }
  | { readonly do: 'quantity'; readonly quantity: number }
  | { readonly do: 'component'; readonly id: string; readonly quantity: number }
  | { readonly do: 'endComponents'; readonly id: string }
  | { readonly do: 'usage'; readonly quantity: number }
  | { readonly do: 'bill' }
  | { readonly do: 'pause' }
  | { readonly do: 'resume' }
  | { readonly do: 'cancel' }
  | { readonly do: 'revoke' }
  | { readonly do: 'card' }
  | { readonly do: 'end'; readonly inDays: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      to: variant,
      inherit: fc.boolean(),
      inDays: fc.constantFrom(0, 0, 0, 5, 40, -3, -45),
      interim: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('quantity' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('component' as const),
      id: fc.constantFrom(ids.seat, ids.support),
      quantity: fc.constant(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('endComponents' as const),
      id: fc.constantFrom(ids.seat, ids.support),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('usage' as const), quantity: fc.integer({ min: 0, max: 3000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('bill' as const, 'pause' as const, 'resume' as const, 'card' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'revoke' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end' as const), inDays: fc.constantFrom(-20, 0, 10, 50, 120) }),
  },
);

interface Life {
  readonly start: string;
  readonly variant: string;
  readonly pays: boolean;
  readonly coupon: boolean;
  /** Days until each step. */
  readonly steps: readonly (readonly [afterDays: number, step: Step])[];
  readonly restDays: number;
}

const lives: fc.Arbitrary<Life> = fc.record({
  start: starts,
  variant: fc.oneof(variant, fc.constant(ids.proTrial)),
  pays: fc.boolean(),
  coupon: fc.boolean(),
  steps: fc.array(fc.tuple(fc.double({ min: 0, max: 70, noNaN: true }), step), { maxLength: 9 }),
  restDays: fc.integer({ min: 0, max: 500 }),
});

/** Does a step; a rule that refuses it leaves everything as it was. */
function take(shop: Shop, contractId: string, step: Step): void {
  const inDays = (days: number) => new Date(shop.tx.now + days * DAY).toISOString();
  const end = (days: number) => endContract(shop.tx, contractId, inDays(days));
  try {
    switch (step.do) {
      case 'change':
        shop.change(
          contractId,
          { PlanVariantId: step.to, InheritStartDate: step.inherit },
          {
            TriggerInterimBilling: step.interim,
            ...(step.inDays === 0 ? {} : { ChangeDate: inDays(step.inDays) }),
          },
        );
        break;
      case 'quantity':
        shop.change(contractId, { Quantity: step.quantity });
        break;
      case 'component':
        shop.change(contractId, {
          ComponentSubscriptions: [{ ComponentId: step.id, Quantity: step.quantity }],
        });
        break;
      case 'endComponents':
        shop.change(contractId, { EndComponentSubscriptions: [step.id] });
        break;
      default:
        shop.core.transaction((tx) => {
          if (step.do === 'usage')
            reportUsage(tx, contractId, { ComponentId: ids.apiCalls, Quantity: step.quantity });
          else if (step.do === 'bill') billContract(tx, contractId);
          else if (step.do === 'pause') pauseContract(tx, contractId);
          else if (step.do === 'resume') resumeContract(tx, contractId);
          else if (step.do === 'cancel') cancelContract(tx, contractId);
          else if (step.do === 'revoke') revokeCancellation(tx, contractId, 'Merchant');
          else if (step.do === 'card') changePaymentMethod(tx, contractId, card);
          else end(step.inDays);
        });
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** Lives a life. `stops` are extra halts of the clock on the way, as parts of each advance. */
async function live(
  life: Life,
  stops: readonly number[],
): Promise<{ readonly shop: Shop; readonly contractId: string }> {
  const shop = new Shop(life.start);
  shop.answering(succeeded);
  const { Id: contractId } = shop.signup(
    life.variant,
    life.coupon ? { CouponCode: 'WELCOME20' } : {},
    { FirstName: 'Ada', Address: { Country: 'DE' } },
    life.pays ? card : onAccount,
  );
  const advance = async (days: number) => {
    const from = shop.tx.now;
    const to = Math.floor(from + days * DAY);
    for (const part of [...stops].sort((a, b) => a - b)) {
      await shop.core.schedule.advanceTo(Math.floor(from + part * (to - from)));
    }
    await shop.advanceTo(new Date(to).toISOString());
  };
  await shop.settle();
  for (const [afterDays, next] of life.steps) {
    await advance(afterDays);
    take(shop, contractId, next);
    await shop.settle();
  }
  await advance(life.restDays);
  return { shop, contractId };
}

interface Days {
  readonly from: number;
  readonly to: number;
  readonly product: string | undefined;
}

/** The days that charges of a kind stand for once credits are taken off, in order. */
function chargedDays(shop: Shop, contractId: string, of: (line: LineItem) => boolean): Days[] {
  const lines = shop.invoices(contractId).flatMap((invoice) => invoice.ItemList);
  return lines
    .filter((line) => of(line) && line.CreditedLineItemId === undefined && !line.Description.includes('%'))
    .map((line) => {
      const credits = lines.filter((one) => one.CreditedLineItemId === line.Id);
      // A credit loses its first days where the end that made it was moved or taken back.
      const given = credits.flatMap((credit) => {
        const reversed = lines.filter((one) => one.CreditedLineItemId === credit.Id);
        const from = [credit.PeriodStart, ...reversed.map((one) => one.PeriodEnd)].sort().at(-1);
        return from === credit.PeriodEnd ? [] : from;
      });
      const ends = [line.PeriodEnd, ...given].map((one) => dayOf(one as string));
      return { from: dayOf(line.PeriodStart as string), to: Math.min(...ends), product: line.ProductId };
    })
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
}

/** Neighbours of one product made one. */
function merged(days: readonly Days[]): Days[] {
  const all: Days[] = [];
  for (const one of days) {
    const last = all.at(-1);
    if (last !== undefined && last.to === one.from && last.product === one.product)
      all[all.length - 1] = { ...last, to: one.to };
    else if (one.from < one.to) all.push(one);
  }
  return all;
}

// Hundreds of lives over years: a slow machine may take its time.
describe('random contract lives', { timeout: 120_000 }, () => {
  test('property: ledger, balance and open invoices agree', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const { shop, contractId } = await live(life, []);
        const contract = shop.contract(contractId);
        const entries = shop.tx.ledgerEntries.where('ContractId', contractId);
        expect(
          addAmounts(
            'EUR',
            entries.map((entry) => entry.Amount),
          ),
        ).toBe(contract.Balance);
        const invoiced = addAmounts(
          'EUR',
          shop.invoices(contractId).map((invoice) => invoice.TotalGross),
        );
        const paid = entries.filter((entry) => entry.Type === 'Payment').map((entry) => entry.Amount);
        expect(addAmounts('EUR', [invoiced, ...paid])).toBe(contract.Balance);
        const open = openReceivables(shop.tx, contract).map((one) => one.open);
        expect(addAmounts('EUR', open)).toBe(Math.max(0, contract.Balance));
      }),
      { numRuns: examples(60) },
    );
  });

  test('property: no day of the recurring fee is billed twice or skipped', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const { shop, contractId } = await live(life, []);
        const contract = shop.contract(contractId);
        const until =
          contract.BilledUntil === undefined ? Number.NEGATIVE_INFINITY : dayOf(contract.BilledUntil);
        // A change that waits for its date is billed at its date; a known end is billed up to.
        const phases = contract.Phases.filter(
          (phase) => phase.Type === 'Inactive' || Date.parse(phase.StartDate) <= shop.tx.now,
        );
        const expected = phases.flatMap((phase, at): Days[] => {
          if (phase.Type !== 'Normal') return [];
          const next = phases[at + 1];
          const to = Math.min(until, next === undefined ? until : dayOf(next.StartDate));
          const from = dayOf(phase.StartDate);
          return from < to && phase.PlanVariantId !== ids.free
            ? [{ from, to, product: phase.PlanVariantId }]
            : [];
        });
        const charged = chargedDays(shop, contractId, (line) => line.ProductType === 'RecurringFee').filter(
          (days) => days.product !== ids.free,
        );
        expect(merged(charged)).toEqual(merged(expected));
        if (contract.LifecycleStatus === 'Active' && contract.NextBillingDate !== undefined) {
          expect(Date.parse(contract.BilledUntil as string)).toBeGreaterThan(shop.tx.now - 1);
        }
      }),
      { numRuns: examples(120) },
    );
  });

  test('property: no day of a component is billed twice, or outside of its life', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const { shop, contractId } = await live(life, []);
        for (const one of getSubject(shop.tx, shop.contract(contractId)).components) {
          const charged = chargedDays(shop, contractId, (line) => line.ComponentSubscriptionId === one.Id);
          for (const [at, days] of charged.entries()) {
            expect(days.from).toBeGreaterThanOrEqual(dayOf(one.StartDate));
            if (one.EndDate !== undefined) expect(days.to).toBeLessThanOrEqual(dayOf(one.EndDate));
            expect(days.from).toBeGreaterThanOrEqual(charged[at - 1]?.to ?? 0);
          }
        }
      }),
      { numRuns: examples(60) },
    );
  });

  test('property: one advance gives the same result, byte for byte, as many small steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        lives,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (life, stops) => {
          const once = (await live(life, [])).shop.core;
          const stepwise = (await live(life, stops)).shop.core;
          expect(JSON.stringify(stepwise.snapshot())).toBe(JSON.stringify(once.snapshot()));
        },
      ),
      { numRuns: examples(40) },
    );
  });
});
