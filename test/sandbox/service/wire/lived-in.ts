// An account in which everything has happened once: what the table of fields is held against.
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';
import { Merchant } from '../lives/merchant.ts';

const basicMonthly = 'b00000000000000000000001';
const proMonthly = 'b00000000000000000000003';
const trialVariant = 'b00000000000000000000005';
const freeVariant = 'b00000000000000000000006';
const seat = 'd00000000000000000000001';
const metered = 'd00000000000000000000003';

/** Real answers by resource and kind of answer. */
export type Answers = ReadonlyMap<string, ReadonlyMap<string, readonly object[]>>;

/** Its real answers. */
export async function livedIn(): Promise<Answers> {
  return (await livedInAccount()).answers;
}

/** A year with a card, a declined card, a company on account, a trial, an annulment and a store. */
export async function livedInAccount(): Promise<{ sandbox: Sandbox; api: Api; answers: Answers }> {
  const sandbox = newSandbox({
    config: {
      Account: {
        Escalation: [
          { TriggerDays: 7, Action: 'Reminder' },
          { TriggerDays: 300, Action: 'Notify' },
        ],
      },
    },
  });
  const api = await backEnd(sandbox);
  const answers = new Map<string, Map<string, object[]>>();
  const keep = (resource: string, kind: string, ...found: readonly object[]) => {
    const kinds = answers.get(resource) ?? new Map<string, object[]>();
    kinds.set(kind, [...(kinds.get(kind) ?? []), ...found]);
    answers.set(resource, kinds);
  };
  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  await fillCatalogue(done);
  await liveByCard(sandbox, done, keep);
  await liveOnAccount(sandbox, api, done, keep);
  await liveBriefly(sandbox, api, done, keep);
  await sandbox.clock.set('2027-01-16T10:00:00Z');
  await showOtherValues(sandbox, done);
  await keepFiles(done, keep);
  await deleteWhatIsUnused(done, keep);
  await keepLists(done, keep);
  await keepDrafts(keep);
  return { sandbox, api, answers };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Done = (method: string, path: string, body?: unknown) => Promise<any>;
type Keep = (resource: string, kind: string, ...found: readonly object[]) => void;

/** What the default catalogue has none of. */
async function fillCatalogue(done: Done): Promise<void> {
  const PlanGroupId = 'a10000000000000000000001';
  await done('PATCH', `planGroups/${PlanGroupId}`, {
    Description: 'Everything',
    SelfServiceSettings: {
      ShowVatId: true,
      ShowCompanyName: true,
      ShowEmailAddress: true,
      ShowBillingAddress: false,
    },
  });
  await done('PATCH', `components/${metered}`, { Unit: 'GB', ExternalId: 'traffic' });
  await done('POST', 'planVariants', {
    PlanId: 'b10000000000000000000001',
    InternalName: 'By the calendar',
    RecurringFee: 5,
    BillingDateAlignment: '---01',
    ExternalId: 'by-calendar',
    AfterFirstContractPeriodNextStep: 'End',
    Quota: [{ ComponentId: metered, ComponentName: 'API calls', Quota: 10 }],
  });
  await done('POST', 'taxPolicies', {
    Name: 'Books',
    ReverseChargeTaxDefinitionId: 'reverse',
    Entries: [{ Country: 'DE', Rate: 7, TaxDefinitionId: 'reduced', ValidFrom: '2026-01-01' }],
  });
  const discount = {
    PlanGroupId,
    InternalName: 'Spring',
    Duration: { Unit: 'Month', Quantity: 3 },
    Effect: { Type: 'Relative', ReductionPercent: 5 },
  };
  const { Id: DiscountId } = await done('POST', 'discounts', discount);
  const ValidFrom = '2026-01-01T00:00:00Z';
  const ValidUntil = '2026-12-31 23:59:59';
  const coupon = {
    PlanGroupId,
    DiscountId,
    InternalName: 'Spring',
    Codes: ['SPRING'],
    ValidFrom,
    ValidUntil,
  };
  await done('POST', 'coupons', coupon);
  await done('POST', 'priceLists', { PlanGroupId, InternalName: 'Partners' });
}

/** Signup, usage, pause, upgrade, credit note, refund, cancellation; and a card that is declined at renewals. */
async function liveByCard(sandbox: Sandbox, done: Done, keep: Keep): Promise<void> {
  const declined = new Merchant(sandbox, await Merchant.token(sandbox));
  await declined.signup('Pro monthly', {}, 'fails at renewals');
  const debit = new Merchant(sandbox, await Merchant.token(sandbox));
  await debit.signup('Basic monthly', {}, 'returned debit');
  await takeBackAndExpire(sandbox, done);

  const card = new Merchant(sandbox, await Merchant.token(sandbox));
  await card.signup('Pro monthly', { add: [{ name: 'Seat', quantity: 2 }], coupon: 'WELCOME20' }, 'card');
  const path = `contracts/${card.contractId}`;
  keep('ActiveSubscriptions', 'single', await done('GET', `${path}/subscriptions`));
  await done('PATCH', path, { Notes: 'Called on Monday.', ExternalId: 'subscription-1' });
  await done('PATCH', `customers/${card.customerId}`, {
    ExternalCustomerId: 'u-1',
    ServiceCountry: 'DE',
    DestinationCountry: 'AT',
    TimeZoneKey: 'W. Europe Standard Time',
    PartnerCompanyCode: 'P-1',
    BuyerReference: '04011000-12345-34',
    AdditionalEmailAddresses: [{ EmailAddress: 'books@customer.test' }],
    Address: { Street: 'Musterstraße', HouseNumber: '1', PostalCode: '10115', City: 'Berlin' },
  });
  await done('PATCH', `customers/${card.customerId}`, { IsLocked: true });
  await done('PATCH', `customers/${card.customerId}`, { IsLocked: false });
  await done('POST', `${path}/usage`, { ComponentId: metered, Quantity: 1500, Key: 'k-1', Memo: 'January' });
  await done('POST', `${path}/usage`, {
    ComponentId: metered,
    Quantity: 3,
    ProductOverride: { PricePerUnit: 1 },
  });
  const PeriodStart = '2026-01-15T10:00:00Z';
  const rated = { Description: 'Import', Quantity: 1, PricePerUnit: 5, PeriodStart, PeriodEnd: PeriodStart };
  await done('POST', `${path}/ratedItems`, rated);
  await sandbox.clock.set('2026-02-20T10:00:00Z');
  await done('POST', `${path}/componentSubscriptions`, {
    ComponentId: seat,
    Quantity: 1,
    StartDate: '2026-02-25T10:00:00Z',
    EndDate: '2026-04-01T10:00:00Z',
    Memo: 'Grace',
    ProductOverride: { PricePerUnit: 1, Name: 'Friend', Description: 'For a friend' },
  });
  await sandbox.clock.set('2026-03-01T10:00:00Z');
  await done('POST', `${path}/pause`, { EndDate: '2026-03-10T10:00:00Z' });
  keep('Contract', 'single', await done('GET', path));
  await sandbox.clock.set('2026-04-02T10:00:00Z');
  const change = { Cart: { PlanVariantId: 'b00000000000000000000002' }, ContractId: card.contractId };
  await card.pay((await done('POST', 'orders', change)).Id, 'paySync');
  const [invoice] = (await done('GET', `invoices?customerId=${card.customerId}&take=500`)).filter(
    ({ IsInvoice }: { IsInvoice: boolean }) => IsInvoice,
  );
  await done('POST', `invoices/${invoice.Id}/creditNote`, { Amount: 1, Reason: 'Goodwill' });
  const payments = await done('GET', 'paymentTransactions?take=500');
  const paid = payments.find((one: { ContractId: string }) => one.ContractId === card.contractId);
  await done('POST', `paymentTransactions/${paid.Id}/refund`, { Amount: 1 });
  const [, , first, second] = payments.filter(
    (one: { Status: { Status: string } }) => one.Status.Status === 'Succeeded',
  );
  await done('POST', `paymentTransactions/${first.Id}/refund`, {});
  await done('POST', `/sandbox/payments/${second.Id}/chargeback`, { Amount: 1 });
  await card.newPaymentData('card');
  await sandbox.settle();
  keep('CancellationPreview', 'preview', await done('GET', `${path}/cancellationPreview`));
  const EndDate = '2026-10-01T10:00:00Z';
  keep('CancellationPreview', 'end', await done('POST', `${path}/end`, { EndDate }));
  keep('SelfServiceToken', 'single', await done('GET', `${path}/selfServiceToken`));
}

/** A debit that the payer takes back, and a card that expires in April in its place. */
async function takeBackAndExpire(sandbox: Sandbox, done: Done): Promise<void> {
  const merchant = new Merchant(sandbox, await Merchant.token(sandbox));
  await merchant.signup('Basic monthly', {}, 'returned debit');
  await done('PATCH', `customers/${merchant.customerId}`, { ExternalCustomerId: 'u-debit' });
  const payWith = async (Bearer: string, data: object) => {
    const { Token } = await merchant.call('POST', `/providers/${Bearer.split(':')[1]}/tokens`, {
      Bearer,
      ...data,
    });
    const mandate = { MandateReference: 'M-2', MandateSignatureDate: '2026-01-15' };
    const TetheredPaymentInformation = { Bearer, Token, ...(Bearer.startsWith('Debit') ? mandate : {}) };
    const PublicApiKey = 'a00000000000000000000001';
    await merchant.page('payment/change', { PublicApiKey, TetheredPaymentInformation });
    await sandbox.settle();
  };
  await sandbox.clock.advance('P6D');
  await payWith('Debit:Delta', {
    Debit: { Holder: 'Ada', Iban: 'DE89370400440532013000', Bic: 'COBADEFFXXX' },
  });
  const payments = await done('GET', `paymentTransactions?contractId=${merchant.contractId}`);
  const paid = payments.find((one: { Status: { Status: string } }) => one.Status.Status === 'Succeeded');
  await done('POST', `/sandbox/payments/${paid.Id}/chargeback`, {});
  const Card = { Number: '4111111111111111', ExpiryMonth: 4, ExpiryYear: 2026, Holder: 'Ada', Cvc: '123' };
  await payWith('CreditCard:Delta', { Card });
}

/** A company with a VAT id that pays late, and books its payments by hand. */
async function liveOnAccount(sandbox: Sandbox, api: Api, done: Done, keep: Keep): Promise<void> {
  const order = await done('POST', 'orders', {
    Customer: {
      CompanyName: 'Ada BV',
      FirstName: 'Ada',
      LastName: 'Lovelace',
      VatId: 'NL123456789B01',
      EmailAddress: 'ada@customer.test',
      PhoneNumber: '030',
      Notes: 'n',
      Tag: 't',
      DebitorAccount: '10001',
      ExternalCustomerId: 'u-2',
      Locale: 'de-DE',
      Address: { Street: 'Kade', HouseNumber: '2', PostalCode: '1000', City: 'Amsterdam', Country: 'NL' },
    },
    StartDate: '2026-04-02T10:00:00Z',
    EndDate: '2028-01-01T00:00:00Z',
    BilledUntil: '2026-04-10T10:00:00Z',
    CustomFields: { Source: 'Fair' },
    Cart: {
      PlanVariantId: proMonthly,
      CouponCode: 'WELCOME20',
      ComponentSubscriptions: [{ ComponentId: seat, Quantity: 2, StartDate: '2026-04-11T10:00:00Z' }],
      MeteredUsages: [{ ComponentId: metered, Quantity: 3 }],
      RatedItems: [{ Description: 'Import', Quantity: 1, PricePerUnit: 5 }],
    },
  });
  keep('Order', 'post', order);
  await done('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  keep(
    'Order',
    'post',
    await done('POST', 'orders', { Customer: {}, Cart: { PlanVariantId: trialVariant } }),
  );
  const other = await newContract(api, { Cart: { PlanVariantId: basicMonthly } });
  await sandbox.clock.set('2026-06-01T10:00:00Z');
  keep('Dunning', 'single', ...(await singles(done, 'dunnings')));
  const { Balance } = await done('GET', `contracts/${other.Id}`);
  await done('POST', `contracts/${other.Id}/payment`, { Amount: Balance, Currency: 'EUR' });
  await sandbox.settle();
}

/** A trial that runs, a contract that is annulled, and a subscription of a store. */
async function liveBriefly(sandbox: Sandbox, api: Api, done: Done, keep: Keep): Promise<void> {
  await newContract(api, { Cart: { PlanVariantId: trialVariant } });
  const annulled = await newContract(api);
  await done('POST', `contracts/${annulled.Id}/annulate`);
  const bought = await done('POST', '/sandbox/stores/AppleIap/receipts', {});
  const order = await done('POST', 'orders', { Customer: { FirstName: 'Ada' }, ...bought });
  await done('POST', `orders/${order.Id}/commit`, {});
  await sandbox.clock.advance('P1D');
  const [invoice] = await done('GET', 'invoices');
  keep('FileDownloadLink', 'post', await done('POST', `invoices/${invoice.Id}/downloadLink`));
}

const everything =
  'includeContract=true&includeComponentSubscriptions=All&includeDiscountSubscriptions=All&includePauses=All';

/** Values of enumerations for which nothing else gives occasion. */
async function showOtherValues(sandbox: Sandbox, done: Done): Promise<void> {
  await done('POST', 'customers', { DefaultBearerMedium: 'ArchiveOnly', CustomerType: 'Business' });
  const PlanGroupId = 'a10000000000000000000001';
  const checked = await done('POST', 'plans', {
    PlanGroupId,
    Name: { _c: 'Checked' },
    TrialPeriod: { Unit: 'Day', Quantity: 7 },
    TrialEndPolicy: 'DeactivateAccount',
    RequiresOrderApproval: true,
  });
  for (const PaymentPeriodMode of ['PostPaid', 'PrePaidBillingPeriod'])
    await done('POST', `plans/${checked.Id}/planVariants`, {
      InternalName: PaymentPeriodMode,
      RecurringFee: 1,
      PaymentPeriodMode,
    });
  const [{ Id: PlanVariantId }] = await done('GET', `plans/${checked.Id}/planVariants`);
  const order = (variant: string) =>
    done('POST', 'orders', { Customer: {}, Cart: { PlanVariantId: variant } });
  await order(PlanVariantId);
  for (const answer of ['approve', 'decline'])
    await done('POST', `orders/${(await order(PlanVariantId)).Id}/${answer}`);
  for (const [variant, PaymentMethod] of [
    [freeVariant, 'None:None'],
    [basicMonthly, 'OnAccount:Alpha'],
    [basicMonthly, 'iDEAL:Charlie'],
  ] as const)
    await done('POST', `orders/${(await order(variant)).Id}/commit`, { PaymentMethod });
  await newTrial(done);
  const canceled = await done('POST', `orders/${(await order(basicMonthly)).Id}/commit`, {
    PaymentMethod: 'InvoicePayment',
  });
  await done('PATCH', `contracts/${canceled.Id}`, { EndDate: '2027-06-01' });
  await done('PATCH', `contracts/${canceled.Id}`, { EndDate: null });
  const orders: { readonly Id: string }[] = [];
  for (let count = 0; count < 4; count += 1) orders.push(await order(basicMonthly));
  await payInVain(sandbox, orders);
}

/** A trial that runs. */
async function newTrial(done: Done): Promise<void> {
  const { Id } = await done('POST', 'orders', { Customer: {}, Cart: { PlanVariantId: trialVariant } });
  await done('POST', `orders/${Id}/commit`, { PaymentMethod: 'InvoicePayment' });
}

/** A declined card, a challenge nobody answers, a customer at the page of a provider, and one who cancels there. */
async function payInVain(sandbox: Sandbox, orders: readonly { readonly Id: string }[]): Promise<void> {
  const page = new Merchant(sandbox, await Merchant.token(sandbox));
  const byCard = async (Bearer: string, number: string) => {
    const Card = { Number: number, ExpiryMonth: 12, ExpiryYear: 2049, Holder: 'Ada', Cvc: '123' };
    const { Token } = await page.call('POST', `/providers/${Bearer.split(':')[1]}/tokens`, { Bearer, Card });
    return { Bearer, Token };
  };
  const ways = [
    await byCard('CreditCard:Delta', '4000000000000002'),
    await byCard('CreditCard:Bravo', '4000000000003220'),
    { Bearer: 'CreditCard:Charlie' },
    { Bearer: 'CreditCard:Charlie' },
  ];
  let pageUrl = '';
  for (const [at, TetheredPaymentInformation] of ways.entries()) {
    const { Url } = await page.page('signup/pay', {
      PublicApiKey: 'a00000000000000000000001',
      OrderId: orders[at]?.Id,
      TetheredPaymentInformation,
      ProviderReturnUrl: 'https://shop.test/thanks',
      ...(at === 1 ? { ChallengeFollows: true } : {}),
    });
    pageUrl = Url;
  }
  const body = new URLSearchParams({ action: 'cancel' });
  const canceled = await sandbox.fetch(pageUrl, { method: 'POST', body, redirect: 'manual' });
  await page.page('Finalize', { returnUrl: canceled.headers.get('Location') });
}

/** Exports, reports and mail templates. */
async function keepFiles(done: Done, keep: Keep): Promise<void> {
  const { Id } = await done('POST', 'accountingExportFiles', {});
  await done('POST', 'paymentsExportFiles', {});
  const report = await done('POST', 'reports', { Type: 'OpenItems' });
  keep('AccountingExportFile', 'list', ...(await done('GET', 'accountingExportFiles')));
  keep('AccountingExportFile', 'single', await done('GET', `accountingExportFiles/${Id}`));
  keep('ReportFile', 'list', ...(await done('GET', 'reports')));
  keep('ReportFile', 'single', await done('GET', `reports/${report.Id}`));
  keep('ExportDownloadLink', 'post', await done('POST', `accountingExportFiles/${Id}/downloadLink`, []));
  keep('ExportDownloadLink', 'post', await done('POST', `reports/${report.Id}/downloadLink`, []));
  keep('File', 'list', ...(await done('GET', 'files')));
  const template = await done('POST', 'emailNotificationsTemplates', {
    InternalName: 'Welcome',
    ExternalId: 'welcome',
    EventType: 'OrderSucceeded',
    Subject: { _c: 'Welcome' },
    HtmlText: { _c: '<p>Welcome</p>' },
    UseIndividualEmailSettings: true,
    SenderName: 'Ada',
    ReplyToAddress: 'ada@merchant.test',
    BccAddress: 'books@merchant.test',
  });
  keep('EmailNotificationTemplate', 'list', ...(await done('GET', 'emailNotificationsTemplates?take=500')));
  const single = await done('GET', `emailNotificationsTemplates?id=${template.Id}`);
  keep('EmailNotificationTemplate', 'single', single);
  keep('TaxDefinition', 'list', ...(await done('GET', 'taxDefinitions')));
  const [list] = await done('GET', 'priceLists');
  keep('PriceList', 'list', list);
  keep('PriceList', 'single', await done('GET', `priceLists/${list.Id}`));
}

/** Of each kind that sends an event when it is deleted, one that nobody uses. */
async function deleteWhatIsUnused(done: Done, keep: Keep): Promise<void> {
  const PlanGroupId = 'a10000000000000000000001';
  const plan = await done('POST', 'plans', { PlanGroupId, Name: { _c: 'Unused' } });
  await done('PATCH', `plans/${plan.Id}`, { Hidden: true });
  const variant = await done('POST', `plans/${plan.Id}/planVariants`, { InternalName: 'x', RecurringFee: 1 });
  await done('PATCH', `planVariants/${variant.Id}`, { Hidden: true });
  await done('DELETE', `planVariants/${variant.Id}`);
  await done('DELETE', `plans/${plan.Id}`);
  const priced = { PlanGroupId, Name: { _c: 'x' }, ComponentType: 'OnOff', PricePerUnit: 1 };
  const component = await done('POST', 'components', priced);
  await done('DELETE', `components/${component.Id}`);
  const order = await done('POST', 'orders', { Customer: {}, Cart: { PlanVariantId: trialVariant } });
  const contract = await done('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  await done('DELETE', `contracts/${contract.Id}`);
  await done('DELETE', `customers/${contract.CustomerId}`);
  keep('Customer', 'deleted', ...(await done('GET', 'customers?statusFilter=Deleted')));
}

async function keepLists(done: Done, keep: Keep): Promise<void> {
  const whole = ['orders', 'customers', 'contracts', 'invoices', 'dunnings', 'paymentTransactions'] as const;
  for (const path of whole) {
    const resource = resources[path];
    keep(resource, 'list', ...(await done('GET', `${path}?take=500`)));
    keep(resource, 'single', ...(await singles(done, path)));
  }
  const changes = await done('GET', 'contractChanges?take=500');
  keep('ContractChange', 'list', ...changes);
  for (const { Id } of changes)
    keep('ContractChange', 'single', await done('GET', `contractChanges/${Id}?${everything}`));
  keep('SubscriptionRow', 'list', ...(await done('GET', 'subscriptions?take=500')));
  keep('PaymentRefund', 'list', ...(await done('GET', 'paymentRefunds?take=500')));
  for (const { Id } of await done('GET', 'contracts?take=500')) {
    for (const [list, resource] of Object.entries(ofContract)) {
      keep(resource, 'list', ...(await done('GET', `contracts/${Id}/${list}?take=500`)));
    }
    for (const one of await done('GET', `contracts/${Id}/componentSubscriptions`))
      keep('ComponentSubscription', 'single', await done('GET', `componentSubscriptions/${one.Id}`));
  }
  for (const [path, resource] of Object.entries(catalogue))
    keep(resource, 'list', ...(await done('GET', `${path}?take=500`)));
  keep('ProductInfo', 'single', await done('GET', 'productInfo'));
  const webhook = { Url: 'http://merchant.test/', Events: ['OrderSucceeded'] };
  keep('Webhook', 'post', await done('POST', 'webhooks', webhook));
  keep('Webhook', 'list', ...(await done('GET', 'webhooks')));
  for (const event of await done('GET', '/sandbox/events?take=10000'))
    keep(`event ${event.Event}`, 'event', event);
}

const resources = {
  orders: 'Order',
  customers: 'Customer',
  contracts: 'Contract',
  invoices: 'Invoice',
  dunnings: 'Dunning',
  paymentTransactions: 'PaymentTransaction',
} as const;

const ofContract = {
  componentSubscriptions: 'ComponentSubscription',
  discountSubscriptions: 'DiscountSubscription',
  ledgerEntries: 'LedgerEntry',
  usage: 'MeteredUsage',
  ratedItems: 'RatedItem',
};

const catalogue = {
  planGroups: 'PlanGroup',
  plans: 'Plan',
  planVariants: 'PlanVariant',
  components: 'Component',
  discounts: 'Discount',
  coupons: 'Coupon',
  taxPolicies: 'TaxPolicy',
};

async function singles(done: Done, path: string): Promise<object[]> {
  const list = (await done('GET', `${path}?take=500`)) as { Id: string }[];
  return Promise.all(list.map(({ Id }) => done('GET', `${path}/${Id}`)));
}

/** Drafts wait in an account of their own. */
async function keepDrafts(keep: Keep): Promise<void> {
  const api = await backEnd(newSandbox({ config: { Account: { InvoiceDrafts: true } } }));
  await newContract(api, {
    Customer: {
      CompanyName: 'Ada Ltd',
      FirstName: 'Ada',
      ExternalCustomerId: 'u',
      Address: { Country: 'DE' },
    },
  });
  const { body } = await api('GET', 'invoiceDrafts');
  keep('InvoiceDraft', 'list', ...body);
  keep('InvoiceDraft', 'single', (await api('GET', `invoiceDrafts/${body[0].Id}`)).body);
}
