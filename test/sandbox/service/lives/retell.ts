// The same life in other words: told to the service alone, without a book, and what it then has charged.
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type Json, Merchant, Refused } from './merchant.ts';
import type { Life, Step } from './steps.ts';
import { exact } from './story.ts';
import { sandboxOf, type World } from './world.ts';

/** How a life is told. */
export interface Wording {
  readonly world: World;
  /** How orders are paid, instead of as the step says. */
  readonly by?: 'commit' | 'paySync' | 'newCard';
  /** Time passes in so many parts. */
  readonly parts?: number;
  /** Before each step the state moves into another sandbox. */
  readonly moves?: boolean;
}

type Charge = readonly [
  product: string,
  rate: number,
  from: string,
  to: string,
  amount: number,
  total: number,
];

/** All that is compared; times are local. */
export interface Money {
  /** For each step, the status with which it was refused. */
  readonly refusals: readonly (number | undefined)[];
  readonly charges: readonly Charge[];
  readonly balance: number;
  readonly next: string | undefined;
  readonly problems: readonly unknown[];
}

/** Amounts by product and VAT rate: what is left if lines are cut in other ways. */
export function totalsOf({ charges }: Money): { readonly [key: string]: number } {
  const totals: Record<string, number> = {};
  for (const [product, rate, , , amount] of charges) {
    const key = `${product} at ${rate} %`;
    totals[key] = exact((totals[key] ?? 0) + amount);
  }
  return Object.fromEntries(Object.entries(totals).filter(([, amount]) => amount !== 0));
}

export async function retell(life: Life, wording: Wording): Promise<Money> {
  const teller = new Teller(wording);
  try {
    return await teller.tell(life);
  } finally {
    teller.close();
  }
}

class Teller {
  readonly #wording: Wording;
  #sandbox: Sandbox;
  #merchant!: Merchant;
  /** The local time, whatever the zone: clocks change in none between noon and two. */
  #local = '';

  constructor(wording: Wording) {
    this.#wording = wording;
    this.#sandbox = sandboxOf(wording.world);
  }

  close(): void {
    this.#sandbox.close();
  }

  async tell(life: Life): Promise<Money> {
    const { start, variant, cart, pays, steps, restDays, elsewhereDays, startedDaysAgo = 0 } = life;
    await this.#at(`${start.slice(0, 10)}T12:00:00`);
    await this.#takeOver('', '');
    const dates = {
      BilledUntil: elsewhereDays === undefined ? undefined : this.#inDays(elsewhereDays).toISOString(),
      StartDate: startedDaysAgo === 0 ? undefined : this.#inDays(-startedDaysAgo).toISOString(),
    };
    const country = this.#wording.world.country;
    const by = pays === 'account' ? 'account' : 'card';
    const { Id } = await this.#merchant.signup(variant, cart, by, dates, country);
    const problems = this.#sandbox.audit().Problems;
    // Providers refuse some amounts: then there is no contract.
    if ((await this.#merchant.rest('GET', `orders/${Id}`)).Status !== 'Completed')
      return { refusals: [402], charges: [], balance: 0, next: undefined, problems };
    const refusals: (number | undefined)[] = [];
    // Nothing is done to a contract before it starts.
    if (startedDaysAgo < 0) await this.#wait(1 - startedDaysAgo);
    for (const [hours, step] of steps) {
      await this.#wait(Math.ceil(hours / 24));
      refusals.push(await this.#refusalOf(step));
    }
    await this.#wait(restDays);
    await this.#merchant.sendDrafts();
    return this.#money(refusals);
  }

  async #money(refusals: Money['refusals']): Promise<Money> {
    const { calendar, gross } = this.#wording.world;
    Merchant.forget(this.#sandbox);
    const { contract, documents } = await this.#merchant.read();
    const local = (time?: string) => (time === undefined ? '' : calendar.local(time));
    const lines: Json[] = documents.flatMap(({ ItemList }) => ItemList);
    return {
      refusals,
      charges: lines.map((line) => [
        line.ProductType,
        line.VatPercentage,
        local(line.PeriodStart),
        local(line.PeriodEnd),
        gross ? line.TotalGross : line.TotalNet,
        line.TotalGross,
      ]),
      balance: contract.Balance,
      next: contract.NextBillingDate && local(contract.NextBillingDate),
      problems: this.#sandbox.audit().Problems,
    };
  }

  /** Days later, at the same time of day and seven minutes: never at the very instant of a renewal. */
  async #wait(days: number): Promise<void> {
    const { parts = 1, moves = false } = this.#wording;
    if (moves) await this.#move();
    const { calendar } = this.#wording.world;
    const minutes = Number(this.#local.slice(14, 16)) + 7;
    const hour = Number(this.#local.slice(11, 13)) + Math.floor(minutes / 60);
    const time = `T${hour}:${String(minutes % 60).padStart(2, '0')}:00`;
    const then = calendar.addDays(this.#local, days).slice(0, 10) + time;
    const [from, to] = [calendar.instantOf(this.#local), calendar.instantOf(then)].map(Number);
    for (let part = 1; part < parts; part += 1)
      await this.#sandbox.clock.set(new Date(Number(from) + ((Number(to) - Number(from)) * part) / parts));
    await this.#at(then);
  }

  async #at(local: string): Promise<void> {
    this.#local = local;
    await this.#sandbox.clock.set(this.#wording.world.calendar.instantOf(local));
    await this.#sandbox.settle();
  }

  /** The state goes through JSON into a sandbox that knows nothing else. */
  async #move(): Promise<void> {
    const state = JSON.parse(JSON.stringify(this.#sandbox.snapshot()));
    this.#sandbox.close();
    this.#sandbox = createSandbox({ seed: 'another' });
    this.#sandbox.restore(state);
    await this.#takeOver(this.#merchant.contractId, this.#merchant.customerId);
  }

  async #takeOver(contractId: string, customerId: string): Promise<void> {
    const { calendar } = this.#wording.world;
    this.#merchant = new Merchant(this.#sandbox, await Merchant.token(this.#sandbox), customerId);
    this.#merchant.contractId = contractId;
    this.#merchant.startOf = (days) => calendar.instantOf(calendar.addDays(this.#local, days));
  }

  #inDays(days: number): Date {
    const { calendar } = this.#wording.world;
    return calendar.instantOf(calendar.addDays(this.#local, days));
  }

  /** @returns the status with which the step was refused */
  async #refusalOf(step: Step): Promise<number | undefined> {
    try {
      await this.#do(step);
      await this.#sandbox.settle();
      return undefined;
    } catch (error) {
      if (error instanceof Refused) return error.status;
      throw error;
    }
  }

  async #order(cart: Parameters<Merchant['order']>[0], by: Wording['by'], at?: Date): Promise<void> {
    const order = await this.#merchant.order(cart, at === undefined ? {} : { ChangeDate: at.toISOString() });
    await this.#merchant.pay(order.Id, by ?? 'commit');
  }

  /** What somebody does to the contract. What depends on the form of documents is left out. */
  async #do(step: Step): Promise<unknown> {
    const merchant = this.#merchant;
    const dates = (from?: number, days?: number) => ({
      StartDate: from === undefined ? undefined : this.#inDays(from).toISOString(),
      EndDate: days === undefined ? undefined : this.#inDays((from ?? 0) + days).toISOString(),
    });
    switch (step.do) {
      case 'change':
        return this.#order(step.cart, this.#wording.by ?? step.by);
      case 'changeLater':
        return this.#order(step.change, 'commit', this.#inDays(step.inDays));
      case 'changeBack':
        return this.#order(step.cart, 'commit', this.#inDays(-step.daysAgo));
      case 'price':
        return merchant.price(step.variant, step.fee);
      case 'usage':
        return merchant.usage(step.quantity);
      case 'lateUsage':
        return merchant.usage(step.quantity, this.#inDays(-step.daysAgo));
      case 'rated':
        return merchant.rated(step.price, this.#inDays(step.inDays), this.#inDays(step.inDays + step.days));
      case 'suspend': {
        const { BillingSuspended } = await merchant.contract();
        return merchant.contract('PATCH', '', { BillingSuspended: !BillingSuspended });
      }
      case 'customer':
        return merchant.customer(step.facts);
      case 'cancel':
        return merchant.page('contract/cancel', {});
      case 'end':
        return merchant.contract('POST', 'end', { EndDate: this.#inDays(step.inDays).toISOString() });
      case 'pauseLater':
        return merchant.contract('POST', 'pause', dates(step.inDays, step.days));
      case 'post':
        return merchant.component(step.name, 1, dates(step.startsIn, step.days));
      case 'bill':
      case 'pause':
      case 'resume':
        return merchant.contract('POST', step.do);
      case 'revoke':
        return merchant.contract('POST', 'revokeCancellation');
      case 'annul':
        return merchant.contract('POST', 'annulate');
      default:
        return undefined;
    }
  }
}
