// docs/billing.md, "Next billing": every view shows the same date.
import { expect, test } from 'vitest';
import { ids } from './billing-kit.ts';
import { RestAccount } from './rest-account.ts';

const at = (day: string) => `${day}T10:00:00Z`;
const zone = { timeZone: 'Europe/Berlin' };
const dayOf = (time: string | undefined) =>
  time === undefined ? '' : new Intl.DateTimeFormat('sv', zone).format(new Date(time));

/** The day of the next billing in each view of a contract, empty where there is none. */
async function viewsOf(account: RestAccount): Promise<{ readonly [view: string]: string }> {
  const { api, contractId: ContractId } = account;
  const contract = await account.contract();
  const [row] = (await api('GET', 'subscriptions')).body;
  const preview = await account.contract('GET', 'previewNextRecurring');
  const { Token } = await account.contract('GET', 'selfServiceToken');
  const page = await api('GET', 'CustomerSelfService/contract', undefined, {
    Authorization: `Bearer ${Token}`,
  });
  const { Id } = (await api('POST', 'reports', { Type: 'Contracts' })).body;
  const [names, cells] = ((await api('GET', `reports/${Id}/download`)).body as string)
    .split('\r\n')
    .map((line) => line.split(','));
  const event = { Event: 'RecurringBillingApproaching', ContractId, CustomerId: contract.CustomerId };
  await api('POST', '/sandbox/events', event);
  const [mail] = (await api('GET', '/sandbox/mails')).body;
  return {
    contract: dayOf(contract.NextBillingDate),
    subscriptions: dayOf(row.NextBillingDate),
    preview: dayOf(preview.NextBillingDate),
    page: dayOf(page.body.Contract.NextBillingDate),
    report: cells?.[names?.indexOf('NextBillingDate') ?? -1] ?? '',
    // As German writes it, after a dash.
    mail: mail.Subject.slice(1).split('.').reverse().join('-'),
  };
}

const cases: [what: string, date: string, (account: RestAccount) => Promise<unknown>][] = [
  ['of a renewal', '2026-05-01', async () => {}],
  [
    'of a planned change',
    '2026-04-20',
    (one) => one.change({ PlanVariantId: ids.proMonthly }, { ChangeDate: at('2026-04-20') }),
  ],
  [
    'of the end of a planned pause that covers the renewal',
    '2026-05-20',
    (one) => one.pause({ StartDate: at('2026-04-20'), EndDate: at('2026-05-20') }),
  ],
  ['in a pause with an end', '2026-05-20', (one) => one.pause({ EndDate: at('2026-05-20') })],
  ['in a pause without an end', '', (one) => one.pause()],
  [
    'of a contract that ends with its paid time',
    '2026-05-01',
    async (one) => {
      await one.contract('POST', 'usage', { ComponentId: ids.apiCalls, Quantity: 3 });
      await one.contract('POST', 'end', { EndDate: at('2026-05-01') });
    },
  ],
  [
    'of a contract whose end lies in a pause',
    '',
    async (one) => {
      await one.contract('POST', 'end', { EndDate: at('2026-04-25') });
      await one.pause({ StartDate: at('2026-04-20'), EndDate: at('2026-05-20') });
    },
  ],
  ['of a contract that is annulled', '', (one) => one.contract('POST', 'annulate')],
];

test.each(cases)('the next billing date %s is %j in every view', async (_, date, step) => {
  const account = await RestAccount.open(at('2026-04-01'));
  await account.api('POST', 'emailNotificationsTemplates', {
    EventType: 'RecurringBillingApproaching',
    Name: 'Next',
    Subject: { _c: '-{{NextBillingDate}}' },
    HtmlText: { _c: 'Next' },
  });
  await account.signup(ids.basicMonthly);
  await step(account);
  const views = await viewsOf(account);
  expect(views).toEqual(Object.fromEntries(Object.keys(views).map((view) => [view, date])));
});
