import type { Configuration } from '../../../../sandbox/src/service/configuration/configuration.ts';
import { defaultCatalogue } from '../../../../sandbox/src/service/configuration/defaults/catalogue.ts';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import { Problem } from '../../../../sandbox/src/service/domain/basics/problem.ts';
import {
  completeOrder,
  createOrder,
  previewOrder,
} from '../../../../sandbox/src/service/domain/orders/orders.ts';
import type { Account } from '../../../../sandbox/src/service/domain/records/account.ts';
import type {
  ChargeAnswer,
  ChargeRequest,
} from '../../../../sandbox/src/service/domain/records/payment-provider.ts';
import type { PaymentMethod } from '../../../../sandbox/src/service/domain/records/payments.ts';
import type {
  Component,
  Discount,
  Plan,
  PlanGroup,
  PlanVariant,
  TaxPolicy,
} from '../../../../sandbox/src/service/model/catalogue.ts';
import type { Contract } from '../../../../sandbox/src/service/model/contract.ts';
import type { Invoice } from '../../../../sandbox/src/service/model/invoice.ts';
import type { OrderInput, OrderPreview } from '../../../../sandbox/src/service/model/order.ts';

/** Ids of the default catalogue (docs: the default account). */
export const ids = {
  basicMonthly: 'b00000000000000000000001',
  basicYearly: 'b00000000000000000000002',
  proMonthly: 'b00000000000000000000003',
  proYearly: 'b00000000000000000000004',
  proTrial: 'b00000000000000000000005',
  free: 'b00000000000000000000006',
  seat: 'd00000000000000000000001',
  support: 'd00000000000000000000002',
  apiCalls: 'd00000000000000000000003',
  storage: 'd00000000000000000000004',
} as const;

/** Changes of the one catalogue entry with this id. */
export interface CatalogueChange {
  readonly planGroup?: Partial<PlanGroup>;
  readonly plans?: { readonly [id: string]: Partial<Plan> };
  readonly variants?: { readonly [id: string]: Partial<PlanVariant> };
  readonly components?: { readonly [id: string]: Partial<Component> };
  readonly discounts?: Partial<Discount>;
  readonly taxPolicy?: Partial<TaxPolicy>;
}

/** An entry without what the service sets itself, as a configuration has it. */
export function settable<T extends object>(entry: T): T {
  type SetByService = {
    readonly IsDeletable?: boolean;
    readonly Active?: boolean;
    readonly UsedCodes?: unknown;
  };
  const { IsDeletable, Active, UsedCodes, ...rest } = entry as T & SetByService;
  if ('PlanId' in rest) delete (rest as { PlanGroupId?: string }).PlanGroupId;
  return rest as T;
}

/** The default catalogue with changes. */
export function catalogueWith(change: CatalogueChange): NonNullable<Configuration['Catalogue']> {
  const changed = <T extends { Id: string }>(
    all: readonly T[],
    by: { readonly [id: string]: Partial<T> } = {},
  ) => all.map((one) => settable({ ...one, ...by[one.Id] }));
  return {
    PlanGroups: defaultCatalogue.PlanGroups.map((group, at) =>
      settable(at === 0 ? { ...group, ...change.planGroup } : group),
    ),
    Plans: changed(defaultCatalogue.Plans, change.plans),
    PlanVariants: changed(defaultCatalogue.PlanVariants, change.variants),
    Components: changed(defaultCatalogue.Components, change.components),
    Discounts: defaultCatalogue.Discounts.map((discount) => settable({ ...discount, ...change.discounts })),
    TaxPolicies: defaultCatalogue.TaxPolicies.map((policy) => ({ ...policy, ...change.taxPolicy })),
  };
}

/** A card that the test provider accepts. */
export const card: PaymentMethod = {
  Id: '',
  Bearer: 'CreditCard:FakePSP',
  Provider: 'FakePSP',
  Role: 'CreditCard',
  Token: 'tok_kit',
  Shown: { Type: 'CreditCard', CardType: 'visa', ExpiryMonth: 12, ExpiryYear: 2099, Last4: '1111' },
  SupportsRefunds: true,
};

export const succeeded: ChargeAnswer = { Outcome: 'Succeeded', ProviderTransactionId: 'p1' };
export const pending: ChargeAnswer = { Outcome: 'Pending', ProviderTransactionId: 'p2' };
export const failing = (Severity: 'Minor' | 'Medium' | 'Severe'): ChargeAnswer => ({
  Outcome: 'Failed',
  ErrorCode: 'InsufficientBalance',
  ErrorMessage: 'Not enough money.',
  Severity,
});

export const onAccount: PaymentMethod = {
  Id: '',
  Bearer: 'InvoicePayment',
  Provider: 'InvoicePayment',
  Role: 'BlackLabel',
  Shown: { Type: 'InvoicePayment' },
  SupportsRefunds: false,
};

/** The day of a timestamp. */
export const day = (timestamp: string | undefined): string | undefined => timestamp?.slice(0, 10);

/** A sandbox of its own with a standing clock, and the few steps that tests of billing are made of. */
export class Shop {
  readonly core: Core;

  constructor(
    now: string,
    change: { readonly account?: Partial<Account>; readonly catalogue?: CatalogueChange } = {},
  ) {
    this.core = new Core({
      clock: now,
      seed: 'billing',
      config: {
        ...(change.account === undefined ? {} : { Account: change.account }),
        Catalogue: catalogueWith(change.catalogue ?? {}),
      },
    });
  }

  get tx() {
    return this.core.tx;
  }

  preview(input: OrderInput): OrderPreview {
    return this.core.transaction((tx) => previewOrder(tx, input, { bySelfService: false }));
  }

  /** Orders and completes at once, on account without another method. */
  order(input: OrderInput, method: PaymentMethod | undefined = onAccount): Contract {
    return this.core.transaction((tx) => {
      const order = createOrder(tx, input, { bySelfService: false });
      return completeOrder(tx, order.Id, input.ContractId === undefined ? { method } : {});
    });
  }

  signup(
    variant: string,
    cart: Omit<NonNullable<OrderInput['Cart']>, 'PlanVariantId'> = {},
    customer: OrderInput['Customer'] = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
    method: PaymentMethod = onAccount,
  ): Contract {
    return this.order({ Customer: customer, Cart: { PlanVariantId: variant, ...cart } }, method);
  }

  change(
    contractId: string,
    cart: NonNullable<OrderInput['Cart']>,
    more: Partial<OrderInput> = {},
  ): Contract {
    return this.order({ ContractId: contractId, Cart: cart, ...more });
  }

  async advanceTo(instant: string): Promise<void> {
    await this.core.schedule.advanceTo(Date.parse(instant));
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.core.schedule.settle();
    const failure = this.core.schedule.failures[0];
    if (failure !== undefined) throw failure.error;
  }

  invoices(contractId?: string): Invoice[] {
    return this.tx.invoices.list({ where: { ContractId: contractId } });
  }

  /** Of each document its day, then name, first day, day of the end and net of each line. */
  documents(contractId: string): (string | (string | number | undefined)[] | undefined)[][] {
    return this.invoices(contractId).map((one) => [
      day(one.DocumentDate),
      ...one.ItemList.map((line) => [
        line.Description,
        day(line.PeriodStart),
        day(line.PeriodEnd),
        line.TotalNet,
      ]),
    ]);
  }

  contract(id: string): Contract {
    const contract = this.tx.contracts.get(id);
    if (contract === undefined) throw new Error(`no contract ${id}`);
    return contract;
  }

  /** Lets the providers answer with these, one after the other, and then always with the last; keeps what they were asked. */
  answering(...answers: readonly ChargeAnswer[]): ChargeRequest[] {
    const asked: ChargeRequest[] = [];
    Object.assign(this.core.providers, {
      charge: (request: ChargeRequest): ChargeAnswer => {
        asked.push(request);
        return answers[Math.min(asked.length, answers.length) - 1] as ChargeAnswer;
      },
    });
    return asked;
  }

  /** The refusal of work that a rule refuses; it must leave everything as it was. */
  refusal(work: () => unknown): Problem {
    const before = JSON.stringify(this.core.snapshot());
    try {
      this.core.transaction(work);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (JSON.stringify(this.core.snapshot()) !== before) throw new Error('A refusal changed something.');
      return error;
    }
    throw new Error('Nothing was refused.');
  }

  events(): string[] {
    return [...this.tx.events].map((event) => event.Payload.Event);
  }
}
