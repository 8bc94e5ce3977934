import { describe, expect, it } from 'vitest';
import { defaultAccount } from '../../../../sandbox/src/service/configuration/defaults/account.ts';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import {
  type EventName,
  eventCatalogue,
  eventNames,
} from '../../../../sandbox/src/service/model/event-catalogue.ts';
import { accessToken } from '../http/service.ts';
import { type Answer, type Json, Service } from '../simulation/service.ts';

const BASIC = 'b00000000000000000000001';
const TRIAL = 'b00000000000000000000005';
const PRO = 'b00000000000000000000003';

/** The service with every event that it sends, and the changes that tests make. */
class Merchant extends Service {
  readonly heard: Json[] = [];
  #token: Promise<string> | undefined;

  constructor(account: object = {}) {
    super({ config: { Account: { ...defaultAccount, ...account } } });
    this.sandbox.on('event', (event) => this.heard.push(event));
  }

  /** A REST call that must succeed. */
  async rest(method: string, path: string, body?: object): Promise<Json> {
    this.#token ??= accessToken(this.sandbox);
    const headers = { Authorization: `Bearer ${await this.#token}` };
    const answer: Answer = await this.call(method, `/api/v1${path}`, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A signup on account. @returns the contract */
  async signUp(planVariantId = BASIC): Promise<Json> {
    const order = await this.rest('POST', '/orders', {
      Customer: { FirstName: 'Ada', LastName: 'Byron', Tag: 'user-1', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: planVariantId },
    });
    return this.rest('POST', `/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  }

  /** A signup by card or IBAN. @returns the contract */
  async signUpPaying(by: Promise<Json>, planVariantId = BASIC): Promise<Json> {
    await this.pay(await this.order(planVariantId, { Tag: 'user-1' }), await by);
    await this.sandbox.settle();
    return (await this.rest('GET', '/contracts'))[0];
  }

  async newCustomer(): Promise<Json> {
    return this.rest('POST', '/customers', { FirstName: 'Ada', LastName: 'Byron', Tag: 'user-1' });
  }

  advance(duration: string): Promise<void> {
    return this.sandbox.clock.advance(duration);
  }

  /** Does it, and gives the events of this name that it fired; there must be none before. */
  async during(event: EventName, change: () => Promise<unknown>): Promise<Json[]> {
    // The signup has its own ContractChanged.
    const heard = () =>
      this.heard.filter(
        ({ Event, ContractChangeType }) => Event === event && ContractChangeType !== 'Signup',
      );
    expect(heard()).toEqual([]);
    await change();
    await this.sandbox.settle();
    return heard();
  }
}

/** What fires an event: given a merchant, does the change inside `during`, and says what its payload must hold. */
type Scenario = () => Promise<{ events: Json[]; holds: object }>;

const escalating = (TriggerDays: number, Action: string) => ({
  Escalation: [{ TriggerDays, Action }],
});

const signup =
  (event: EventName): Scenario =>
  async () => {
    const merchant = new Merchant();
    let contract: Json;
    const events = await merchant.during(event, async () => {
      contract = await merchant.signUp();
    });
    const holds = { CustomerId: contract.CustomerId, Tag: 'user-1' };
    return { events, holds: event === 'CustomerCreated' ? holds : { ...holds, ContractId: contract.Id } };
  };

/** A change of a contract that was made before. */
const ofContract =
  (
    event: EventName,
    change: (merchant: Merchant, contract: Json) => Promise<unknown>,
    holds: object = {},
    { account = {}, plan = BASIC }: { account?: object; plan?: string } = {},
  ): Scenario =>
  async () => {
    const merchant = new Merchant(account);
    const contract = await merchant.signUp(plan);
    const events = await merchant.during(event, () => change(merchant, contract));
    return { events, holds: { ContractId: contract.Id, CustomerId: contract.CustomerId, ...holds } };
  };

/** A change of a contract that pays by card or IBAN. */
const ofPayer =
  (
    event: EventName,
    by: (merchant: Merchant) => Promise<Json>,
    change: (merchant: Merchant, contract: Json) => Promise<unknown>,
    holds: object = {},
  ): Scenario =>
  async () => {
    const merchant = new Merchant();
    const contract = await merchant.signUpPaying(by(merchant));
    const events = await merchant.during(event, () => change(merchant, contract));
    return { events, holds: { ContractId: contract.Id, CustomerId: contract.CustomerId, ...holds } };
  };

const ofCustomer =
  (event: EventName, change: (merchant: Merchant, id: string) => Promise<unknown>): Scenario =>
  async () => {
    const merchant = new Merchant();
    const { Id } = await merchant.newCustomer();
    return { events: await merchant.during(event, () => change(merchant, Id)), holds: { CustomerId: Id } };
  };

const card = (merchant: Merchant) => merchant.byCard('4111111111111111');

/** Creating, changing or deleting something of the catalogue. */
function ofCatalogue(event: EventName, path: string, id: string, input: (from: Json) => object): Scenario {
  return async () => {
    const merchant = new Merchant();
    const [first] = await merchant.rest('GET', `/${path}`);
    const body = input(first);
    if (event.endsWith('Created')) {
      let made: Json;
      const events = await merchant.during(event, async () => {
        made = await merchant.rest('POST', `/${path}`, body);
      });
      return { events, holds: { [id]: made.Id } };
    }
    const { Id } = await merchant.rest('POST', `/${path}`, body);
    const events = await merchant.during(event, () =>
      event.endsWith('Deleted')
        ? merchant.rest('DELETE', `/${path}/${Id}`)
        : merchant.rest('PATCH', `/${path}/${Id}`, { Hidden: true }),
    );
    return { events, holds: { [id]: Id } };
  };
}

const planInput = ({ PlanGroupId }: Json) => ({ PlanGroupId, Name: { _c: 'Another' } });
const variantInput = ({ PlanId, FeePeriod, BillingPeriod, ContractPeriod, CancellationPeriod }: Json) => ({
  ...{ PlanId, FeePeriod, BillingPeriod, ContractPeriod, CancellationPeriod },
  InternalName: 'Another',
  RecurringFee: 5,
});
const componentInput = ({ PlanGroupId, FeePeriod }: Json) => ({
  ...{ PlanGroupId, FeePeriod },
  ComponentType: 'QuantityBased',
  Name: { _c: 'Another' },
  PricePerUnit: 2,
});

/** Events of features that the sandbox does not have: it sends them when it is told to, by `POST /sandbox/events`. */
const byHand = [
  'AccountingExportFileCreated',
  'PaymentsExportFileCreated',
  'ReportSucceeded',
  'ReportFailed',
  'AutomaticDowngradeInsufficientBalance',
  'InsufficientBalanceForNextBilling',
] as const satisfies readonly EventName[];

type SentByItself = Exclude<EventName, (typeof byHand)[number]>;

const isSentByItself = (name: EventName): name is SentByItself => !byHand.some((one) => one === name);

const scenarios: { readonly [Name in SentByItself]: Scenario } = {
  OrderSucceeded: signup('OrderSucceeded'),
  ContractCreated: signup('ContractCreated'),
  AccountCreated: signup('AccountCreated'),
  CustomerCreated: signup('CustomerCreated'),
  InvoiceCreated: async () => {
    const merchant = new Merchant();
    const events = await merchant.during('InvoiceCreated', () => merchant.signUp());
    const [invoice] = await merchant.rest('GET', '/invoices');
    return { events, holds: { InvoiceId: invoice.Id } };
  },
  ContractChanged: ofContract(
    'ContractChanged',
    async (merchant, { Id }) => {
      const order = await merchant.rest('POST', '/orders', { ContractId: Id, Cart: { PlanVariantId: PRO } });
      await merchant.rest('POST', `/orders/${order.Id}/commit`, {});
    },
    { ContractChangeType: 'Upgrade' },
  ),
  ContractDataChanged: ofContract('ContractDataChanged', (merchant, { Id }) =>
    merchant.rest('PATCH', `/contracts/${Id}`, { Notes: 'likes tea' }),
  ),
  ContractCancelled: ofContract('ContractCancelled', (merchant, { Id }) =>
    merchant.rest('POST', `/contracts/${Id}/end`, { EndDate: '2026-06-15T10:00:00Z' }),
  ),
  ContractCancellationRevoked: ofContract('ContractCancellationRevoked', async (merchant, { Id }) => {
    await merchant.rest('POST', `/contracts/${Id}/end`, { EndDate: '2026-06-15T10:00:00Z' });
    await merchant.rest('POST', `/contracts/${Id}/revokeCancellation`);
  }),
  ContractDeleted: async () => {
    const merchant = new Merchant();
    const contract = await merchant.signUp(TRIAL);
    const events = await merchant.during('ContractDeleted', () =>
      merchant.rest('DELETE', `/contracts/${contract.Id}`),
    );
    return { events, holds: { ContractId: contract.Id } };
  },
  CustomerChanged: ofCustomer('CustomerChanged', (merchant, id) =>
    merchant.rest('PATCH', `/customers/${id}`, { CompanyName: 'Engines' }),
  ),
  CustomerDeleted: ofCustomer('CustomerDeleted', (merchant, id) =>
    merchant.rest('DELETE', `/customers/${id}`),
  ),
  CustomerLocked: ofCustomer('CustomerLocked', (merchant, id) =>
    merchant.rest('PATCH', `/customers/${id}`, { IsLocked: true }),
  ),
  CustomerUnlocked: ofCustomer('CustomerUnlocked', async (merchant, id) => {
    await merchant.rest('PATCH', `/customers/${id}`, { IsLocked: true });
    await merchant.rest('PATCH', `/customers/${id}`, { IsLocked: false });
  }),
  RecurringBillingApproaching: ofContract('RecurringBillingApproaching', async (merchant) => {
    // Billed again on 15 February; the account's notice is 7 days.
    await merchant.advance('P23D');
    expect(merchant.heard.map(({ Event }) => Event)).not.toContain('RecurringBillingApproaching');
    await merchant.advance('P1D');
  }),
  TrialEndApproaching: ofContract(
    'TrialEndApproaching',
    async (merchant) => {
      await merchant.advance('P6D');
      expect(merchant.heard.map(({ Event }) => Event)).not.toContain('TrialEndApproaching');
      await merchant.advance('P1D');
    },
    {},
    { plan: TRIAL },
  ),
  InvoiceCorrected: ofContract('InvoiceCorrected', (merchant, { Id }) =>
    merchant.rest('POST', `/contracts/${Id}/annulate`),
  ),
  DunningCreated: ofContract(
    'DunningCreated',
    (merchant) => merchant.advance('P30D'),
    {},
    {
      account: escalating(7, 'Reminder'),
    },
  ),
  PaymentEscalated: ofContract(
    'PaymentEscalated',
    (merchant) => merchant.advance('P25D'),
    { TriggerDays: 7 },
    {
      account: escalating(7, 'Notify'),
    },
  ),
  PaymentEscalationReset: ofContract(
    'PaymentEscalationReset',
    async (merchant, { Id }) => {
      await merchant.advance('P25D');
      await merchant.rest('POST', `/contracts/${Id}/payment`, { Amount: 11.78 });
    },
    {},
    { account: escalating(7, 'Notify') },
  ),
  PaymentRegistered: ofContract('PaymentRegistered', (merchant, { Id }) =>
    merchant.rest('POST', `/contracts/${Id}/payment`, { Amount: 5 }),
  ),
  PaymentSucceeded: async () => {
    const merchant = new Merchant();
    const events = await merchant.during('PaymentSucceeded', () => merchant.signUpPaying(card(merchant)));
    const [transaction] = await merchant.rest('GET', '/paymentTransactions');
    return { events, holds: { PaymentTransactionId: transaction.Id } };
  },
  PaymentFailed: ofPayer(
    'PaymentFailed',
    (merchant) => merchant.byCard('4000000000000341'),
    (merchant) => merchant.advance('P1M'),
  ),
  PaymentProcessStatusChanged: ofPayer(
    'PaymentProcessStatusChanged',
    (merchant) => merchant.byCard('4000000000000341'),
    (merchant) => merchant.advance('P2M'),
  ),
  PaymentDataChanged: ofPayer('PaymentDataChanged', card, async (merchant, { Id }) => {
    const { Token } = await merchant.rest('GET', `/contracts/${Id}/selfServiceToken`);
    const answer = await merchant.selfService(
      'payment/change',
      { TetheredPaymentInformation: await merchant.byCard('5555555555554444') },
      { Authorization: `Bearer ${Token}` },
    );
    expect(answer.body).not.toHaveProperty('Error');
  }),
  PaymentBearerExpiring: ofPayer('PaymentBearerExpiring', card, (merchant) => merchant.advance('P6Y11M')),
  PaymentBearerExpired: ofPayer('PaymentBearerExpired', card, (merchant) => merchant.advance('P7Y')),
  DebitAuthCancelled: ofPayer(
    'DebitAuthCancelled',
    (merchant) => merchant.byIban('DE62370400440532013001'),
    (merchant) => merchant.advance('P3M'),
    { PaymentProvider: 'Delta' },
  ),
  PlanCreated: ofCatalogue('PlanCreated', 'plans', 'PlanId', planInput),
  PlanChanged: ofCatalogue('PlanChanged', 'plans', 'PlanId', planInput),
  PlanDeleted: ofCatalogue('PlanDeleted', 'plans', 'PlanId', planInput),
  PlanVariantCreated: ofCatalogue('PlanVariantCreated', 'planVariants', 'PlanVariantId', variantInput),
  PlanVariantChanged: ofCatalogue('PlanVariantChanged', 'planVariants', 'PlanVariantId', variantInput),
  PlanVariantDeleted: ofCatalogue('PlanVariantDeleted', 'planVariants', 'PlanVariantId', variantInput),
  ComponentCreated: ofCatalogue('ComponentCreated', 'components', 'ComponentId', componentInput),
  ComponentChanged: ofCatalogue('ComponentChanged', 'components', 'ComponentId', componentInput),
  ComponentDeleted: ofCatalogue('ComponentDeleted', 'components', 'ComponentId', componentInput),
};

describe('the change that an event names emits it', () => {
  it.each(eventNames.filter(isSentByItself))('%s', async (name) => {
    const { events, holds } = await scenarios[name]();
    expect(events.length).toBeGreaterThan(0);
    const { always, sometimes } = eventCatalogue[name];
    for (const { Event, EntityId, At, Id, ...fields } of events) {
      expect([Event, EntityId]).toEqual([name, 'a00000000000000000000001']);
      const given = Object.keys(fields);
      expect(given).toEqual(expect.arrayContaining([...always]));
      expect([...always, ...sometimes]).toEqual(expect.arrayContaining(given));
    }
    expect(events[0]).toMatchObject(holds);
  });
});

describe('an event', () => {
  it('of a cancellation is sent with the request, and that of the change on the date', async () => {
    const merchant = new Merchant();
    const { Id } = await merchant.signUp();
    const names = () =>
      merchant.heard
        .filter(({ ContractChangeType }) => ContractChangeType !== 'Signup')
        .map(({ Event }) => Event)
        .filter((name) => /^ContractC(anc|hang)/.test(name));
    await merchant.rest('POST', `/contracts/${Id}/end`, { EndDate: '2026-06-15T10:00:00Z' });
    expect(names()).toEqual(['ContractCancelled']);
    await merchant.advance('P6M');
    expect(names()).toEqual(['ContractCancelled', 'ContractChanged']);
    const changed = merchant.heard.findLast(({ Event }) => Event === 'ContractChanged');
    const changes = await merchant.rest('GET', `/contractChanges?contractId=${Id}`);
    expect(changed).toMatchObject({ At: '2026-06-15T10:00:00.0000000Z', ContractChangeType: 'Timebased' });
    expect(changes.map((change: Json) => change.Id)).toContain(changed.ContractChangeId);
  });

  it('of the end of a trial refers to a listed change', async () => {
    const merchant = new Merchant();
    const { Id } = await merchant.signUp(TRIAL);
    const [changed] = await merchant.during('ContractChanged', () => merchant.advance('P15D'));
    const [change] = await merchant.rest('GET', `/contractChanges?contractId=${Id}`);
    expect(changed).toMatchObject({ ContractChangeId: change.Id, ContractChangeType: 'Timebased' });
  });

  it('is stored in the same transaction as its change', () => {
    const core = new Core({ clock: '2026-01-15T10:00:00Z', webhooks: ['http://merchant.test/'] });
    const heard: string[] = [];
    core.feed.on('event', ({ Payload }) => heard.push(Payload.Event));
    const change = () =>
      core.transaction((tx) => {
        tx.emit({ Event: 'CustomerChanged', CustomerId: 'c' });
        throw new Error('on purpose');
      });
    expect(change).toThrow('on purpose');
    expect([core.tx.events.size, core.tx.deliveries.size, heard]).toEqual([0, 0, []]);
    expect(core.deliverer.quiet()).toBeUndefined();
    core.close();
  });
});
