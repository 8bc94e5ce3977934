// @vitest-environment happy-dom
import { ClientLibError, type ContractDetails, type UpgradeCart, type UpgradePreviewResult } from 'clientlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeLines } from '../../../sdk/src/drop-in/portal/change-lines.ts';
import { ContractChange } from '../../../sdk/src/drop-in/portal/change-of-contract.ts';
import { componentsSection } from '../../../sdk/src/drop-in/portal/components-section.ts';
import { contractSection } from '../../../sdk/src/drop-in/portal/contract-section.ts';
import { customerSection } from '../../../sdk/src/drop-in/portal/customer-section.ts';
import { savedSentence } from '../../../sdk/src/drop-in/portal/facts.ts';
import { invoicesSection } from '../../../sdk/src/drop-in/portal/invoices-section.ts';
import { Panel } from '../../../sdk/src/drop-in/portal/panel.ts';
import { openSection, paymentSection } from '../../../sdk/src/drop-in/portal/payment-section.ts';
import { planSection } from '../../../sdk/src/drop-in/portal/plan-section.ts';
import { isChangeable, type PortalView } from '../../../sdk/src/drop-in/portal/portal-view.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';
import { outlineOf } from '../outline.ts';

/* The sections of a portal for every state of a contract: what they say, and what they offer. */

const formats = new Formats('en');
formats.timeZone = 'UTC';
const month = { Unit: 'Month', Quantity: 1 } as const;

const base = {
  Contract: {
    Currency: 'EUR',
    PlanGroupId: 'g',
    PlanVariantId: 'v1',
    LifecycleStatus: 'Active',
    StartDate: '2026-01-15T00:00:00Z',
    PaymentBearer: { Type: 'InvoicePayment' },
  },
  CurrentPlan: { PlanName: 'Basic' },
  Customer: { CustomerName: 'Ada Byron' },
  ComponentsSubscriptions: [],
  RecentInvoices: [],
  Products: {
    PlanGroups: [{ Id: 'g', Name: {}, Currency: 'EUR', PriceTaxType: 'Net' }],
    Plans: [{ Id: 'p', PlanGroupId: 'g', Name: { _c: 'Basic' }, IsQuantityBased: false }],
    PlanVariants: ['v1', 'v2'].map((Id) => ({
      Id,
      PlanId: 'p',
      InternalName: Id,
      Description: { _c: `Basic ${Id}` },
      RecurringFee: 10,
      FeePeriod: month,
      BillingPeriod: month,
    })),
    Components: [{ Id: 'c1', PlanGroupId: 'g', ComponentType: 'QuantityBased', Name: { _c: 'Seat' } }],
  },
  Allowed: { CustomerChange: true, ContractChange: true, PaymentChange: true, RevokeCancellation: true },
  PayableAmount: 0,
  PaymentsBlocked: false,
  VatPercentage: 19,
  EndDateIfCancelledNow: '2026-02-15T00:00:00Z',
};

interface Changes {
  readonly Contract?: object;
  readonly Allowed?: object;
  readonly Products?: object;
  readonly [name: string]: unknown;
}

let host: PortalView['host'] & { readonly panels: Panel[] };
let portal: Record<string, ReturnType<typeof vi.fn>>;
const form = {
  validate: vi.fn(),
  focus: vi.fn(),
  clearCode: vi.fn(),
  payerDataChanged: vi.fn(),
  on: vi.fn<(event: string, listener: () => void) => void>(),
};
let payment: { readonly root: HTMLElement; readonly form: typeof form; chosen: { bearer: string } };

beforeEach(() => {
  host = {
    texts: en,
    panels: [],
    tell: vi.fn(),
    report: vi.fn(),
    leave: vi.fn(),
    refresh: vi.fn(async () => {}),
    comeBack: vi.fn(() => false),
  };
  portal = { invoicePdfDownloadUrl: vi.fn(() => '/pdf') };
  payment = { root: document.createElement('div'), form, chosen: { bearer: 'CreditCard:India' } };
  form.validate.mockResolvedValue(true);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.clearAllMocks();
});

const detailsOf = ({ Contract, Allowed, Products, ...more }: Changes = {}): ContractDetails =>
  ({
    ...base,
    ...more,
    Contract: { ...base.Contract, ...Contract },
    Allowed: { ...base.Allowed, ...Allowed },
    Products: { ...base.Products, ...Products },
  }) as unknown as ContractDetails;

const viewOf = (changes: Changes = {}): PortalView =>
  ({
    details: detailsOf(changes),
    portal,
    access: { call: async (operation: (given: object) => unknown) => operation(portal) },
    scene: { texts: en, formats, host: document.body, signal: new AbortController().signal },
    host,
    panels: new Map(),
    paymentPart: () => payment,
  }) as unknown as PortalView;

const opened = (section: HTMLElement | undefined) =>
  [...(section?.querySelectorAll('button.opener') ?? [])].map(({ textContent }) => textContent);
const textOf = (section: HTMLElement | undefined, selector = '*') =>
  [...(section?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);

const ends = { EndDate: '2026-03-01T00:00:00Z' };
const ended = { LifecycleStatus: 'Ended', ...ends };

describe('what a customer can change', () => {
  it.each([
    [{}, true],
    [{ Contract: { LifecycleStatus: 'InTrial' } }, true],
    [{ Contract: { LifecycleStatus: 'Draft' } }, false],
    [{ Contract: { LifecycleStatus: 'Paused' } }, false],
    [{ Contract: ended }, false],
    [{ Contract: ends }, false],
    [{ Allowed: { ContractChange: false } }, false],
  ])('of a contract with %j is plan and extras: %s', (changes, isIt) => {
    const view = viewOf(changes);
    expect(isChangeable(view)).toBe(isIt);
    expect(opened(planSection(view))).toEqual(isIt ? [en.changePlan] : []);
    expect(opened(componentsSection(view))).toEqual(isIt ? [en.changeExtras] : []);
  });

  it.each([
    [{}, [en.cancelContract]],
    [{ EndDateIfCancelledNow: undefined }, []],
    [{ Contract: ends }, [en.revoke]],
    [{ Contract: ends, Allowed: { RevokeCancellation: false } }, []],
    [{ Contract: ended }, []],
    [{ Contract: { LifecycleStatus: 'Annulled' } }, []],
  ])('of a contract with %j is its end: %j', (changes, openers) => {
    expect(opened(contractSection(viewOf(changes)))).toEqual(openers);
  });

  it.each([
    [{}, [en.changePayment], []],
    [{ Allowed: { PaymentChange: false } }, [], [en.forbidden]],
    [{ Contract: ended }, [], []],
    [{ Contract: ended, PayableAmount: 5 }, [en.changePayment], []],
    [{ Contract: ended, PaymentsBlocked: true }, [en.changePayment], []],
  ])('of a contract with %j is its payment: %j', (changes, openers, hints) => {
    const section = paymentSection(viewOf(changes));
    expect([opened(section), textOf(section, '.hint')]).toEqual([openers, hints]);
  });

  it('are the own details, where the account allows it', () => {
    expect(opened(customerSection(viewOf()))).toEqual([en.changeDetails]);
    expect(opened(customerSection(viewOf({ Allowed: { CustomerChange: false } })))).toEqual([]);
  });

  it('is no other plan where there is none', () => {
    const [only] = base.Products.PlanVariants;
    expect(opened(planSection(viewOf({ Products: { PlanVariants: [only] } })))).toEqual([]);
  });

  it('is the only plan on offer, for a customer whose own is no longer offered', () => {
    const [only] = base.Products.PlanVariants;
    const Contract = { PlanVariantId: 'not-offered-any-more' };
    expect(opened(planSection(viewOf({ Products: { PlanVariants: [only] }, Contract })))).toEqual([
      en.changePlan,
    ]);
  });
});

describe('what is to pay', () => {
  const amount = '€5.00';
  const failed = en.paymentFailed.replace('{amount}', amount);
  const payNow = en.payNow.replace('{amount}', amount);

  it.each([
    [{}, undefined],
    [{ PayableAmount: 5 }, ['open', `${en.openAmount}${amount}`, payNow]],
    [{ PayableAmount: 5, PaymentsBlocked: true }, ['problem', failed, payNow]],
    [{ PaymentsBlocked: true }, ['problem', en.paymentsBlocked, en.changePayment]],
    [{ PaymentsBlocked: true, Allowed: { PaymentChange: false } }, undefined],
    [{ PaymentsBlocked: true, Contract: ended }, undefined],
    [{ PaymentsBlocked: true, Contract: ended, PayableAmount: 5 }, ['problem', failed, payNow]],
  ])('with %j stands first: %j', (changes, shown) => {
    const section = openSection(viewOf(changes));
    const [kind, text, button] = shown ?? [];
    expect(section?.getAttribute('part')).toBe(kind && `section ${kind}`);
    expect(section?.querySelector('div')?.textContent).toBe(text);
    expect(opened(section)).toEqual(button ? [button] : []);
    // Screen readers say at once what went wrong, and only that.
    expect(section?.querySelector('[role=alert]') != null).toBe(kind === 'problem');
  });

  it.each([
    ['open', { PayableAmount: 5 }],
    ['problem', { PayableAmount: 5, PaymentsBlocked: true }],
  ])('has the outline of the file: %s', async (name, changes) => {
    const place = document.createElement('div');
    place.append(openSection(viewOf(changes)) ?? '');
    await expect(outlineOf(place)).toMatchFileSnapshot(`outlines/portal-section-${name}.txt`);
  });

  it('names the invoices that are open', () => {
    const invoice = (InvoiceNumber: string, Status: string) => ({
      InvoiceNumber,
      Status,
      InvoiceDate: '2026-02-15',
    });
    const RecentInvoices = [invoice('N2', 'Open'), invoice('N1', 'Paid')];
    expect(textOf(openSection(viewOf({ PayableAmount: 5, RecentInvoices })), '.hint')).toEqual([
      'N2 · February 15, 2026',
    ]);
  });

  it('is what a link to the payment opens, before the change of it', () => {
    const view = viewOf({ PayableAmount: 5 });
    const open = openSection(view);
    paymentSection(view);
    expect(view.panels.get('payment')?.opener).toBe(open?.querySelector('button'));
  });
});

describe('the invoices', () => {
  it('have their day, amount and state, and a PDF of their own', () => {
    const invoice = (InvoiceNumber: string, TotalGross: number, Status: string) => ({
      ...{ InvoiceNumber, TotalGross, Status },
      InvoiceDate: '2026-02-15T00:00:00Z',
    });
    const RecentInvoices = [
      invoice('N3', 5, 'Open'),
      invoice('N2', 3, 'Paid'),
      invoice('N1', -3, 'Paid'),
      invoice('N0', 0, 'Paid'),
    ];
    const section = invoicesSection(viewOf({ RecentInvoices }));
    expect(textOf(section, 'tr')).toEqual([
      'February 15, 2026N3€5.00OpenPDF',
      'February 15, 2026N2€3.00PaidPDF',
      'February 15, 2026N1−€3.00CreditPDF',
      'February 15, 2026N0€0.00PaidPDF',
    ]);
    expect(textOf(section, '.owed')).toEqual(['Open']);
    const link = section.querySelector('a');
    expect([link?.target, link?.rel, link?.getAttribute('aria-label')]).toEqual([
      ...['_blank', 'noreferrer', 'Download invoice N3 as PDF'],
    ]);
    expect(portal['invoicePdfDownloadUrl']?.mock.calls.map(([given]) => given)).toEqual(RecentInvoices);
    expect(section.querySelector('[role=region]')?.getAttribute('tabindex')).toBe('0');
  });

  it('that there are none of are said to be none', () => {
    expect(textOf(invoicesSection(viewOf()), '.hint')).toEqual([en.noInvoices]);
  });
});

it('the customer stands as on a letter', () => {
  const Address = {
    AddressLine1: 'c/o Engines',
    Street: 'Hauptstraße',
    HouseNumber: '1',
    AddressLine2: '2nd floor',
    PostalCode: '10115',
    City: 'Berlin',
    State: 'BE',
    Country: 'DE',
  };
  const Customer = {
    CustomerName: 'Byron Ltd',
    CustomerSubName: 'Ada',
    EmailAddress: 'ada@shop.test',
    VatId: 'DE1',
    Address,
  };
  expect(textOf(customerSection(viewOf({ Customer })), 'p')).toEqual([
    ...['Byron Ltd Ada', 'ada@shop.test', 'c/o Engines', 'Hauptstraße 1', '2nd floor', '10115 Berlin BE'],
    ...['Germany', 'DE1'],
  ]);
  expect(textOf(customerSection(viewOf({ Customer: { CustomerName: 'Ada' } })), 'p')).toEqual(['Ada']);
});

describe('the extras', () => {
  const booked = (more: object) => ({
    Id: 'b',
    ComponentId: 'c1',
    ComponentName: 'Seat',
    Quantity: 1_200,
    Memo: '',
    ...more,
  });

  it('have quantity and note; of what is on or off there is a check, and nothing of what ends', () => {
    const Components = [
      ...base.Products.Components,
      { Id: 'c2', PlanGroupId: 'g', ComponentType: 'OnOff', Name: { _c: 'Support' } },
    ];
    const ComponentsSubscriptions = [
      booked({ Memo: 'Ada' }),
      booked({ ComponentId: 'c2', ComponentName: 'Support', Quantity: 1 }),
      booked({ ComponentName: 'Old', ...ends }),
    ];
    const section = componentsSection(viewOf({ ComponentsSubscriptions, Products: { Components } }));
    expect(textOf(section, 'dt, dd')).toEqual(['Seat', '1,200 · Ada', 'Support', '']);
    expect(section?.querySelectorAll('dd .glyph')).toHaveLength(1);
  });

  it('have no section where none are booked and none can be', () => {
    const Components = [{ Id: 'm', PlanGroupId: 'g', ComponentType: 'Metered', Name: {} }];
    expect(componentsSection(viewOf({ Products: { Components } }))).toBeUndefined();
    expect(textOf(componentsSection(viewOf()), '.hint')).toEqual([en.noneBooked]);
  });
});

describe('the plan', () => {
  const plan = (more: object, changes: Changes = {}) => {
    const [first] = base.Products.PlanVariants;
    const PlanVariants = [{ ...first, ...more }];
    return textOf(planSection(viewOf({ Products: { PlanVariants }, ...changes })), 'p');
  };

  it.each([
    [{}, {}, 'Basic v1', '€11.90 / month incl. VAT'],
    [{}, { Customer: { CompanyName: 'Engines' } }, 'Basic v1', '€10.00 / month plus VAT'],
    [{}, { VatPercentage: 0 }, 'Basic v1', '€10.00 / month'],
    [{}, { VatPercentage: undefined }, 'Basic v1', '€10.00 / month plus VAT'],
    [{ RecurringFee: 0 }, {}, 'Basic v1', '€0.00 / month'],
    [
      { RecurringFee: 120, FeePeriod: { Unit: 'Year', Quantity: 1 } },
      {},
      'Basic v1',
      '€11.90 / month incl. VAT',
    ],
  ])('with %j of %j has its name and its price as the signup says it', (more, changes, name, price) => {
    expect(plan(more, changes)).toEqual([name, price]);
  });

  it('that the customer has already is no change, also after another one of it was chosen', async () => {
    const [monthly] = base.Products.PlanVariants;
    const year = { Unit: 'Month', Quantity: 12 };
    const yearly = { ...monthly, Id: 'y', RecurringFee: 100, FeePeriod: year, BillingPeriod: year };
    const Order = { ComponentSubscriptions: [], TotalVat: 0, TotalGross: 7, Currency: 'EUR' };
    portal['upgradePreview'] = vi.fn(async () => ({ Order }));
    portal['upgradeOrder'] = vi.fn(async () => ({ OrderId: 'o1', GrossTotal: 0 }));
    const section = await openPanel(planSection(viewOf({ Products: { PlanVariants: [monthly, yearly] } })));
    const press = (selector: string) => section.querySelector<HTMLElement>(selector)?.click();
    press('[name=period][value="1 Year"]');
    press('[name=plan][value=y]');
    await vi.waitFor(() => expect(textOf(section, '.cost dd')).toEqual(['€7.00']));
    press('[name=period][value="1 Month"]');
    expect([textOf(section, '.cost dd'), section.querySelector('[type=submit]')?.textContent]).toEqual([
      [],
      en.confirmChange,
    ]);
    confirm(section);
    await vi.waitFor(() => expect(host.panels[0]?.isBusy).toBe(false));
    expect(portal['upgradePreview']?.mock.calls).toEqual([[{ PlanVariantId: 'y' }]]);
    expect(portal['upgradeOrder']).not.toHaveBeenCalled();
  });

  it('that is not offered any more has the name of the contract, and no price', () => {
    expect(plan({ Id: 'other' })).toEqual(['Basic']);
    expect(plan({ Id: 'other' }, { CurrentPlan: undefined })).toEqual(['']);
  });
});

/** Opens the panel of a section, in the page. */
async function openPanel(section: HTMLElement | undefined): Promise<HTMLElement> {
  document.body.append(section as HTMLElement);
  section?.querySelector<HTMLElement>('button.opener')?.click();
  await vi.waitFor(() => expect(section?.querySelector('.panel form')).not.toBeNull());
  return section as HTMLElement;
}
const confirm = (section: HTMLElement) =>
  section.querySelector('.panel form')?.dispatchEvent(new Event('submit', { cancelable: true }));

describe('a cancellation', () => {
  const words = (section: HTMLElement) => textOf(section, '.panel form > p').filter(Boolean);
  const willEnd = en.cancelText.replace('{date}', 'February 15, 2026');

  it('names the day until which it must be given, if there is one', async () => {
    const by = { LastPossibleCancellationDate: '2026-01-31T00:00:00Z' };
    expect(words(await openPanel(contractSection(viewOf())))).toEqual([willEnd]);
    expect(words(await openPanel(contractSection(viewOf(by))))).toEqual([
      willEnd,
      en.cancelBy.replace('{date}', 'January 31, 2026'),
    ]);
  });

  it('offers another plan only where it can be changed to on the same page', async () => {
    const aside = async (changes: Changes, isShown: boolean) => {
      const view = viewOf(changes);
      const plan = planSection(view);
      if (isShown) document.body.append(plan);
      return (await openPanel(contractSection(view))).querySelector('.aside') !== null;
    };
    expect(await aside({}, true)).toBe(true);
    expect(await aside({}, false)).toBe(false);
    expect(await aside({ Allowed: { ContractChange: false } }, true)).toBe(false);
  });

  it.each([
    ['', undefined],
    [' Moved ', 'Moved'],
  ])('for the reason "%s" is told to the page, and shows the contract anew', async (typed, Reason) => {
    portal['contractCancel'] = vi.fn(async () => ({ EndDate: '2026-02-15' }));
    const section = await openPanel(contractSection(viewOf()));
    (section.querySelector('[name=Reason]') as HTMLInputElement).value = typed;
    confirm(section);
    // The contract itself says it.
    await vi.waitFor(() => expect(host.refresh).toHaveBeenCalledExactlyOnceWith(''));
    const detail = { EndDate: '2026-02-15', ...(Reason && { Reason }) };
    expect(vi.mocked(host.tell).mock.calls).toEqual([['canceled', detail]]);
  });

  it('is revoked by one button, and says so', async () => {
    portal['revokeCancellation'] = vi.fn(async () => ({}));
    const section = await openPanel(contractSection(viewOf({ Contract: ends })));
    expect(textOf(section, '.panel button')).toEqual([en.revoke, en.back]);
    // A panel without fields has the cursor on its button.
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(en.revoke));
    expect(section.querySelector('.panel')?.contains(document.activeElement)).toBe(true);
    confirm(section);
    await vi.waitFor(() => expect(host.refresh).toHaveBeenCalledExactlyOnceWith(en.saved));
    expect(portal['revokeCancellation']).toHaveBeenCalledOnce();
  });
});

describe('a change of extras', () => {
  const c1 = (...quantities: number[]) =>
    quantities.map((Quantity) => ({ ComponentId: 'c1', ComponentName: 'Seat', Quantity }));
  const other = { ComponentId: 'gone', ComponentName: 'Old', Quantity: 7 };
  const open = async (ComponentsSubscriptions: object[], before: number, typed: number) => {
    const price = { ComponentSubscriptions: [], TotalVat: 0, TotalGross: 0, Currency: 'EUR' };
    portal['upgradePreview'] = vi.fn(async () => ({ Order: price }));
    portal['upgradeOrder'] = vi.fn(async () => ({ OrderId: 'o1', GrossTotal: 0 }));
    portal['upgradePaySync'] = vi.fn(async () => ({}));
    const section = await openPanel(componentsSection(viewOf({ ComponentsSubscriptions })));
    const input = section.querySelector('[type=number]') as HTMLInputElement;
    expect(input.valueAsNumber).toBe(before);
    input.value = `${typed}`;
    input.dispatchEvent(new Event('input'));
    confirm(section);
  };

  it.each([
    [c1(2), 2, 5, [{ ComponentId: 'c1', Quantity: 3 }], []],
    [c1(5), 5, 2, [{ ComponentId: 'c1', Quantity: 2 }], ['c1']],
    [c1(2), 2, 0, [], ['c1']],
    [[], 0, 4, [{ ComponentId: 'c1', Quantity: 4 }], []],
    [c1(1, 2), 3, 4, [{ ComponentId: 'c1', Quantity: 1 }], []],
    [[...c1(1), other], 1, 2, [{ ComponentId: 'c1', Quantity: 1 }], []],
  ])('from %j, together %d, to %d adds what is new, and ends what is less', async (...row) => {
    const [booked, before, typed, ComponentSubscriptions, EndComponentSubscriptions] = row;
    const cart = { ComponentSubscriptions, EndComponentSubscriptions };
    await open(booked, before, typed);
    expect(portal['upgradePreview']).toHaveBeenCalledExactlyOnceWith(cart);
    await vi.waitFor(() => expect(host.refresh).toHaveBeenCalledExactlyOnceWith(en.saved));
    expect(portal['upgradeOrder']?.mock.calls[0]?.[0]).toEqual(cart);
  });

  it('to what is booked already is none', async () => {
    await open(c1(2), 2, 2);
    await vi.waitFor(() => expect(host.panels[0]?.isBusy).toBe(false));
    expect([portal['upgradePreview'], portal['upgradeOrder']].map((call) => call?.mock.calls)).toEqual([
      [],
      [],
    ]);
    expect(host.refresh).not.toHaveBeenCalled();
  });

  it('has prices with the VAT that the customer pays', async () => {
    const Components = [{ ...base.Products.Components[0], PricePerUnit: 4, FeePeriod: month }];
    const noteFor = async (changes: Changes) =>
      textOf(
        await openPanel(componentsSection(viewOf({ Products: { Components }, ...changes }))),
        '.note',
      )[0];
    expect(await noteFor({})).toBe('€4.76 / month');
    expect(await noteFor({ Customer: { VatId: 'DE1' } })).toBe('€4.00 / month');
  });
});

describe('a change of the payment', () => {
  const open = async (changes: Changes = {}) => {
    const section = await openPanel(paymentSection(viewOf(changes)));
    return { section, label: () => section.querySelector('[type=submit]')?.textContent };
  };
  const payNow = en.payNow.replace('{amount}', '€5.00');

  it('knows the customer, and has the words of what it does with what is chosen', async () => {
    const { label } = await open({ PayableAmount: 5 });
    expect(form.payerDataChanged).toHaveBeenCalledExactlyOnceWith(base.Customer);
    expect(label()).toBe(payNow);
    expect(form.on.mock.calls.map(([event]) => event)).toEqual(['ready', 'change']);
    for (const [bearer, words] of [
      ['InvoicePayment', en.save],
      ['Debit:Delta', payNow],
    ] as const)
      for (const [, listener] of form.on.mock.calls) {
        payment.chosen = { bearer };
        listener();
        expect(label()).toBe(words);
      }
    expect((await open()).label()).toBe(en.save);
  });

  it('is not made with wrong data, and leaves for the page of the provider', async () => {
    portal['paymentChange'] = vi.fn(async () => ({ Url: 'https://psp.test/' }));
    const { section } = await open();
    form.validate.mockResolvedValueOnce(false);
    confirm(section);
    await vi.waitFor(() => expect(host.panels[0]?.isBusy).toBe(false));
    expect(portal['paymentChange']).not.toHaveBeenCalled();
    confirm(section);
    await vi.waitFor(() => expect(host.leave).toHaveBeenCalledExactlyOnceWith('https://psp.test/'));
    expect(portal['paymentChange']).toHaveBeenCalledExactlyOnceWith(null, form);
    expect(host.refresh).not.toHaveBeenCalled();
  });

  const paid = `${en.saved} ${en.paid}: €5.00`;
  it.each([
    ['a card', 'CreditCard:India', { PayableAmount: 0, CurrentBalance: 0 }, { done: paid }],
    [
      'a card that is declined',
      'CreditCard:India',
      { PayableAmount: 5, CurrentBalance: 5 },
      { problem: en.declined },
    ],
    ['a bank that takes days', 'Debit:Delta', { PayableAmount: 0, CurrentBalance: 5 }, { done: en.saved }],
    ['an invoice', 'InvoicePayment', { PayableAmount: 5, CurrentBalance: 5 }, { done: en.saved }],
  ])(
    'to %s says what became of what was open',
    async (_, bearer, { PayableAmount, CurrentBalance }, said) => {
      portal['paymentChange'] = vi.fn(async () => ({}));
      const { section } = await open({ PayableAmount: 5, Contract: { CurrentBalance: 5 } });
      payment.chosen = { bearer };
      confirm(section);
      await vi.waitFor(() => expect(host.refresh).toHaveBeenCalledOnce());
      const [[outcome]] = vi.mocked(host.refresh).mock.calls as [[(after: ContractDetails) => object]];
      expect(outcome(detailsOf({ PayableAmount, Contract: { CurrentBalance } }))).toEqual(said);
    },
  );
});

describe('the cost of a change', () => {
  const line = (Name: string, TotalNet: number, TotalVat = 0, more: object = {}) => ({
    Name,
    TotalNet,
    TotalVat,
    LineItems: [],
    ...more,
  });
  const cost = (order: object, changes: Changes = {}) => {
    const Order = { ComponentSubscriptions: [], TotalVat: 0, TotalGross: 0, Currency: 'EUR', ...order };
    const place = document.createElement('div');
    place.append(...changeLines({ Order } as unknown as UpgradePreviewResult, viewOf(changes)));
    return place;
  };
  const all = {
    RecurringFee: line('Fee', 10, 1.9, { LineItems: [{ ProductDescription: 'Pro monthly' }] }),
    SetupFee: line('Setup', 5, 0.95),
    ComponentSubscriptions: [line('Seat', 4, 0.76), line('Free', 0)],
    Credits: [line('Basic', -3, -0.57)],
    TotalVat: 3.04,
    TotalGross: 19.04,
    NextTotalGross: 11.9,
    NextTotalGrossDate: '2026-03-15T00:00:00Z',
  };

  it('is net with the VAT below, or gross, as the prices of the plan are', () => {
    expect(textOf(cost(all), 'dt, dd')).toEqual([
      ...['Pro monthly', '€10.00', 'Setup fee', '€5.00', 'Seat', '€4.00', 'Credit: Basic', '−€3.00'],
      ...['VAT', '€3.04', 'Due today', '€19.04'],
    ]);
    const gross = { Products: { PlanGroups: [{ Id: 'g', PriceTaxType: 'Gross' }] } };
    expect(textOf(cost(all, gross), 'dt, dd')).toEqual([
      ...['Pro monthly', '€11.90', 'Setup fee', '€5.95', 'Seat', '€4.76', 'Credit: Basic', '−€3.57'],
      ...['Due today', '€19.04'],
    ]);
    expect(textOf(cost({ ...all, TotalVat: 0 }), 'dt')).not.toContain('VAT');
  });

  it('says what comes then, and how it is paid where something is', () => {
    expect(textOf(cost(all), 'p')).toEqual(['Then €11.90 on March 15, 2026', en.onInvoice]);
    expect(textOf(cost({ ...all, NextTotalGross: 0 }), '.note')).toEqual(['Then €0.00 on March 15, 2026']);
    expect(textOf(cost({ ...all, NextTotalGross: undefined }), '.note')).toEqual([]);
    expect(textOf(cost({ ...all, NextTotalGrossDate: undefined }), '.note')).toEqual([]);
    expect(textOf(cost({ ...all, TotalGross: 0 }), '.bearer')).toEqual([]);
    expect(textOf(cost(all, { Contract: { PaymentBearer: undefined } }), '.bearer')).toEqual([]);
  });

  it('is that of the plan group of the contract, whatever else the account has', () => {
    const other = { Id: 'other', Name: {}, Currency: 'JPY', PriceTaxType: 'Gross' };
    const PlanGroups = [other, ...base.Products.PlanGroups];
    expect(textOf(cost(all, { Products: { PlanGroups } }), 'dt, dd')).toEqual(textOf(cost(all), 'dt, dd'));
    const [first] = base.Products.Components;
    const Components = [{ ...first, PricePerUnit: 4, FeePeriod: month }];
    const open = componentsSection(viewOf({ Products: { PlanGroups, Components } })) as HTMLElement;
    document.body.append(open);
    open.querySelector<HTMLElement>('button.opener')?.click();
    expect(textOf(open, '.choice .note')).toEqual(['€4.76 / month']);
  });

  it('that is below zero is a credit', () => {
    expect(textOf(cost({ TotalGross: -2 }), 'dt, dd')).toEqual(['Credit', '€2.00']);
  });
});

it('what a customer has now is named: plan with its extras, once each, or the payment', () => {
  const booked = (ComponentName: string, more: object = {}) => ({ ComponentName, ...more });
  const details = detailsOf({
    ComponentsSubscriptions: [booked('Seat'), booked('Seat'), booked('Support', ends)],
  });
  const { scene } = viewOf();
  expect([savedSentence(details, scene, true), savedSentence(details, scene, false)]).toEqual([
    'Plan: Basic + Seat',
    `Payment: ${en.onInvoice}`,
  ]);
});

describe('a panel', () => {
  const show = (work: () => Promise<string | undefined>, more: object = {}) => {
    const panel = new Panel(host, 'Change', (own) =>
      own.show([Object.assign(document.createElement('input'), { name: 'first' })], 'Do it', work, more),
    );
    document.body.append(panel.opener, panel.root);
    panel.opener.click();
    return panel;
  };
  const submit = ({ root }: Panel) =>
    root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  const message = ({ root }: Panel) => root.querySelector('[role=alert]')?.textContent;

  it('opens with the cursor in its first field, and closes back to its button', async () => {
    const panel = show(async () => '');
    expect([panel.isOpen, panel.opener.hidden]).toEqual([true, true]);
    await vi.waitFor(() => expect(document.activeElement).toBe(panel.root.querySelector('input')));
    panel.root.querySelectorAll('button')[1]?.click();
    expect([panel.isOpen, panel.opener.hidden, panel.root.textContent]).toEqual([false, false, '']);
    expect(document.activeElement).toBe(panel.opener);
  });

  it('leaves for the page that sent the customer here, if there is one', () => {
    const panel = show(async () => '');
    vi.mocked(host.comeBack).mockReturnValue(true);
    panel.root.querySelectorAll('button')[1]?.click();
    expect(panel.isOpen).toBe(true);
  });

  it('sends no form: the page would load anew', () => {
    const panel = show(async () => '');
    const event = new Event('submit', { cancelable: true });
    panel.root.querySelector('form')?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });

  it('works once at a time, says so, and shows the contract anew when it is done', async () => {
    let finish = (_: string): void => {};
    const work = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)));
    const panel = show(work);
    submit(panel);
    submit(panel);
    const button = panel.root.querySelector('button');
    const state = () => [
      panel.isBusy,
      button?.getAttribute('aria-busy'),
      button?.getAttribute('aria-disabled'),
      panel.root.querySelector('.spoken')?.textContent,
    ];
    expect([work.mock.calls.length, state()]).toEqual([1, [true, 'true', 'true', en.working]]);
    finish('Done.');
    await vi.waitFor(() => expect(state()).toEqual([false, 'false', 'false', '']));
    expect(host.refresh).toHaveBeenCalledExactlyOnceWith('Done.');
  });

  it('says what went wrong until the next try; nothing of what another call has taken over', async () => {
    const work = vi.fn(async (): Promise<undefined> => {
      throw new ClientLibError(['InvalidVatId'], 'No.');
    });
    const panel = show(work);
    submit(panel);
    await vi.waitFor(() => expect(message(panel)).toBe(en.wrong));
    expect([host.report, host.refresh].map((call) => vi.mocked(call).mock.calls.length)).toEqual([1, 0]);
    work.mockRejectedValue(new ClientLibError(['Superseded' as never], 'Newer.'));
    await vi.waitFor(() => expect(panel.isBusy).toBe(false));
    submit(panel);
    await vi.waitFor(() => expect(panel.isBusy).toBe(false));
    expect(message(panel)).toBe('');
  });

  it('says so when the contract cannot be shown anew, and works until that is known', async () => {
    const panel = show(async () => 'Done.');
    let fail = (): void => {};
    vi.mocked(host.refresh).mockReturnValueOnce(
      new Promise((_, reject) => (fail = () => reject(new ClientLibError(['ServerError'], 'Lost.')))),
    );
    submit(panel);
    await vi.waitFor(() => expect(host.refresh).toHaveBeenCalledOnce());
    expect(panel.isBusy).toBe(true);
    fail();
    await vi.waitFor(() => expect(message(panel)).toBe(en.failed));
    expect([panel.isBusy, vi.mocked(host.report).mock.calls.length]).toEqual([false, 1]);
  });

  it('says above the ways to pay what was declined, and clears the code of the card', async () => {
    const declined = new ClientLibError(['BearerInvalid'], 'No.', { order: {} as never });
    const panel = show(async () => {
      throw declined;
    });
    panel.payment = payment as never;
    panel.root.querySelector('form')?.prepend(payment.root);
    submit(panel);
    await vi.waitFor(() => expect(message(panel)).toBe(en.declined));
    expect(payment.root.previousElementSibling?.textContent).toBe(en.declined);
    expect(form.clearCode).toHaveBeenCalledOnce();
  });

  it('that has come to ask how to pay leaves the code as it is', async () => {
    const panel = show(async () => {
      panel.root.querySelector('form')?.prepend(payment.root);
      throw new ClientLibError(['BearerInvalid'], 'No.', { order: {} as never });
    });
    panel.payment = payment as never;
    submit(panel);
    await vi.waitFor(() => expect(message(panel)).toBe(en.declined));
    expect(payment.root.previousElementSibling?.textContent).toBe(en.declined);
    expect(form.clearCode).not.toHaveBeenCalled();
  });

  it('with a payment form opens with the cursor in that', async () => {
    const panel = new Panel(host, 'Pay', (own) => {
      own.payment = payment as never;
      own.show([payment.root], 'Do it', async () => '');
    });
    document.body.append(panel.opener, panel.root);
    await panel.open();
    expect(form.focus).toHaveBeenCalledOnce();
    // In other words, the cursor stays where it was.
    const restore = vi.fn();
    await panel.open(restore);
    expect([restore.mock.calls, form.focus.mock.calls.length]).toEqual([[[panel.root]], 1]);
  });

  it('has the cursor in no sample and on no hidden button', async () => {
    const sample = Object.assign(document.createElement('input'), { className: 'sample' });
    const hidden = Object.assign(document.createElement('button'), { hidden: true });
    const select = document.createElement('select');
    const panel = new Panel(host, 'Change', (own) =>
      own.show([sample, hidden, select], 'Do it', async () => ''),
    );
    document.body.append(panel.opener, panel.root);
    await panel.open();
    expect(document.activeElement).toBe(select);
  });

  it('says nothing of before when it is tried again, and shows what went wrong', async () => {
    const scrolled = vi.fn();
    let go = (): void => {};
    const panel = show(
      vi.fn(async (): Promise<undefined> => {
        await new Promise<void>((resolve) => (go = resolve));
        throw new ClientLibError(['PermissionDenied'], 'No.');
      }),
    );
    const alert = panel.root.querySelector('[role=alert]') as HTMLElement;
    alert.scrollIntoView = scrolled;
    for (const times of [1, 2]) {
      submit(panel);
      expect(alert.textContent).toBe('');
      await vi.waitFor(() => go());
      await vi.waitFor(() => expect(alert.textContent).toBe(en.forbidden));
      expect(scrolled).toHaveBeenCalledTimes(times);
      await vi.waitFor(() => expect(panel.isBusy).toBe(false));
    }
    expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
  });

  it('says nothing of before when it is left and opened again', async () => {
    const panel = show(async () => {
      throw new ClientLibError(['PermissionDenied'], 'No.');
    });
    submit(panel);
    await vi.waitFor(() => expect(message(panel)).toBe(en.forbidden));
    panel.root.querySelector<HTMLElement>('button[type=button]')?.click();
    panel.opener.click();
    expect([panel.isOpen, message(panel)]).toEqual([true, '']);
  });

  it('that cannot be filled says why, and is opened again by its button', async () => {
    const fill = vi.fn<(own: Panel) => Promise<void>>(async () => {
      throw new ClientLibError(['ServerError', 'NetworkDown'], 'No.');
    });
    const panel = new Panel(host, 'Change', fill);
    document.body.append(panel.opener, panel.root);
    await panel.open();
    expect([message(panel), vi.mocked(host.report).mock.calls.length]).toEqual([en.failed, 1]);
    expect([panel.opener.hidden, document.activeElement]).toEqual([false, panel.opener]);
    fill.mockImplementation(async (own) => own.show([], 'Do it', async () => ''));
    panel.opener.click();
    await vi.waitFor(() => expect(panel.root.querySelector('[type=submit]')?.textContent).toBe('Do it'));
    expect([panel.opener.hidden, message(panel)]).toEqual([true, '']);
  });
});

describe('a change', () => {
  const cart = { PlanVariantId: 'v2' } as UpgradeCart;
  const order = { OrderId: 'o1', GrossTotal: 5 };
  const preview = (TotalGross: number) => ({
    Order: { ComponentSubscriptions: [], TotalVat: 0, TotalGross, Currency: 'EUR' },
  });
  const begin = (changes: Changes = {}) => {
    const panel = new Panel(host, 'Change', () => {});
    const change = new ContractChange(viewOf(changes), panel);
    panel.show([change.price], en.confirmChange, async () => undefined);
    document.body.append(panel.root);
    const label = () => panel.root.querySelector('[type=submit]')?.textContent;
    return { panel, change, label };
  };

  it('has the newest price, and the words of an order where it costs something', async () => {
    const { change, label } = begin();
    const answers: ((result: object) => void)[] = [];
    portal['upgradePreview'] = vi.fn(() => new Promise((resolve) => answers.push(resolve)));
    const isBusy = () => change.price.getAttribute('aria-busy');
    const [first, second] = [change.preview(cart), change.preview(cart)];
    expect(isBusy()).toBe('true');
    answers[1]?.(preview(7));
    await second;
    answers[0]?.(preview(3));
    await first;
    expect([textOf(change.price, 'dd'), label()]).toEqual([['€7.00'], en.subscribe]);
    expect(isBusy()).toBe('false');
    // What comes late does not say that the newest price is there.
    const [third, fourth] = [change.preview(cart), change.preview(cart)];
    answers[2]?.(preview(3));
    await third;
    expect([textOf(change.price, 'dd'), isBusy()]).toEqual([['€7.00'], 'true']);
    await change.preview(undefined);
    expect([change.price.textContent, isBusy()]).toEqual(['', 'false']);
    answers[3]?.(preview(3));
    await fourth;
    expect([change.price.textContent, isBusy()]).toEqual(['', 'false']);
    const free = change.preview(cart);
    expect(label()).toBe(en.confirmChange);
    answers[4]?.(preview(0));
    await free;
    expect(label()).toBe(en.confirmChange);
    await change.preview(undefined);
    expect(change.price.textContent).toBe('');
  });

  it.each(['has a price', 'has none'])('that is taken back before it %s shows neither', async (outcome) => {
    const { change, label } = begin();
    let arrive = (): void => {};
    portal['upgradePreview'] = vi.fn(
      () =>
        new Promise((resolve, reject) => {
          arrive = () =>
            outcome === 'has none' ? reject(new ClientLibError(['ServerError'], 'No.')) : resolve(preview(7));
        }),
    );
    const first = change.preview(cart);
    await vi.waitFor(() => expect(portal['upgradePreview']).toHaveBeenCalled());
    await change.preview(undefined);
    arrive();
    await first;
    expect([change.price.textContent, label()]).toEqual(['', en.confirmChange]);
  });

  it('that is taken back shows no price any more', async () => {
    const { change } = begin();
    portal['upgradePreview'] = vi.fn(async () => preview(7));
    await change.preview(cart);
    expect(change.price.textContent).not.toBe('');
    await change.preview(undefined);
    expect(change.price.textContent).toBe('');
  });

  it('that has no price says why', async () => {
    const { change } = begin();
    portal['upgradePreview'] = vi.fn(async () => {
      throw new ClientLibError(['PermissionDenied'], 'No.');
    });
    await change.preview(cart);
    expect([change.price.textContent, vi.mocked(host.report).mock.calls.length]).toEqual([en.forbidden, 1]);
  });

  it('is ordered once for a cart, under one key, and paid by what the contract has: also when an answer was lost', async () => {
    const { change, panel } = begin();
    portal['upgradeOrder'] = vi.fn(async () => order);
    portal['upgradePaySync'] = vi
      .fn()
      .mockRejectedValueOnce(new ClientLibError(['ServerError'], 'Lost.'))
      .mockResolvedValue({});
    await expect(change.confirm(cart)).rejects.toThrow('Lost.');
    expect(panel.root.contains(payment.root)).toBe(false);
    expect(await change.confirm(cart)).toBe(en.saved);
    expect(await change.confirm({ PlanVariantId: 'v3' } as UpgradeCart)).toBe(en.saved);
    const [first, second] = portal['upgradeOrder'].mock.calls;
    expect(portal['upgradeOrder']).toHaveBeenCalledTimes(2);
    expect(first?.[1].idempotencyKey).not.toBe(second?.[1].idempotencyKey);
    expect(portal['upgradePaySync']).toHaveBeenCalledWith('o1');
  });

  it('asks how to pay where the contract has nothing to pay with, unless it is free', async () => {
    const { change, panel } = begin({ Contract: { PaymentBearer: undefined } });
    portal['upgradeOrder'] = vi.fn(async () => order);
    portal['upgradePayInteractive'] = vi.fn(async () => ({}));
    expect(await change.confirm(cart)).toBeUndefined();
    expect([panel.root.contains(payment.root), form.focus.mock.calls.length]).toEqual([true, 1]);
    form.validate.mockResolvedValueOnce(false);
    expect(await change.confirm(cart)).toBeUndefined();
    expect(portal['upgradePayInteractive']).not.toHaveBeenCalled();
    expect(await change.confirm(cart)).toBe(en.saved);
    expect(portal['upgradePayInteractive']).toHaveBeenCalledExactlyOnceWith(null, form, order);
    portal['upgradePayInteractive'].mockResolvedValueOnce({ Url: 'https://psp.test/' });
    expect(await change.confirm(cart)).toBeUndefined();
    expect(host.leave).toHaveBeenCalledExactlyOnceWith('https://psp.test/');
    const free = begin({ Contract: { PaymentBearer: undefined } }).change;
    payment.root.remove();
    portal['upgradeOrder'] = vi.fn(async () => ({ ...order, GrossTotal: 0 }));
    portal['upgradePaySync'] = vi.fn(async () => ({}));
    expect(await free.confirm(cart)).toBe(en.saved);
  });

  it('that must ask how to pay, in a panel that the customer has closed meanwhile, opens no form there', async () => {
    const { change, panel } = begin({ Contract: { PaymentBearer: undefined } });
    portal['upgradeOrder'] = vi.fn(async () => {
      panel.close();
      return order;
    });
    expect(await change.confirm(cart)).toBeUndefined();
    expect([payment.root.isConnected, form.focus.mock.calls]).toEqual([false, []]);
  });

  it.each([
    ['AlreadyExecuted', {}, en.saved, 1],
    ['NotFound', {}, undefined, 2],
    ['BearerInvalid', { order: {} }, undefined, 1],
  ])('whose payment ends with %s is made again or not', async (code, facts, said, orders) => {
    const { change, panel } = begin();
    portal['upgradeOrder'] = vi.fn(async () => order);
    portal['upgradePaySync'] = vi
      .fn()
      .mockRejectedValue(new ClientLibError([code as 'NotFound'], 'No.', facts as never));
    const result = await change.confirm(cart).catch(() => undefined);
    expect(result).toBe(said);
    expect(panel.root.contains(payment.root)).toBe(code === 'BearerInvalid');
    payment.root.remove();
    await change.confirm(cart).catch(() => {});
    expect(portal['upgradeOrder']).toHaveBeenCalledTimes(orders);
  });

  it('whose new payment data is declined leaves the form where it is: a frame that is moved loads again', async () => {
    const { change, panel } = begin();
    const declined = new ClientLibError(['BearerInvalid'], 'No.', { order: {} as never });
    portal['upgradeOrder'] = vi.fn(async () => order);
    portal['upgradePaySync'] = vi.fn().mockRejectedValue(declined);
    portal['upgradePayInteractive'] = vi.fn().mockRejectedValue(declined);
    await expect(change.confirm(cart)).rejects.toBe(declined);
    expect([panel.root.contains(payment.root), form.focus.mock.calls.length]).toEqual([true, 1]);
    const moves = new MutationObserver(() => {});
    moves.observe(panel.root, { childList: true, subtree: true });
    await expect(change.confirm(cart)).rejects.toBe(declined);
    expect([moves.takeRecords(), form.focus.mock.calls.length]).toEqual([[], 1]);
    expect(portal['upgradePaySync']).toHaveBeenCalledOnce();
    moves.disconnect();
  });

  it('whose order failed is ordered again', async () => {
    const { change } = begin();
    portal['upgradeOrder'] = vi.fn().mockRejectedValueOnce(new Error('Lost.')).mockResolvedValue(order);
    portal['upgradePaySync'] = vi.fn(async () => ({}));
    await expect(change.confirm(cart)).rejects.toThrow('Lost.');
    expect(await change.confirm(cart)).toBe(en.saved);
  });
});
