// Half a year of a contract where amounts have no, two or three digits, net or gross, in three time zones: every line, booking, payment,
// mail and exported row of it, compared with a reviewed file. After an intended change:
//   npx vitest run --project unit test/sandbox/service/wire/whole-lives.test.ts --update
import { expect, test } from 'vitest';
import { paidByCard } from '../http/paid-by-card.ts';
import { type Api, backEnd, newSandbox } from '../http/service.ts';

const group = 'a10000000000000000000001';
const pro = 'b00000000000000000000003';
const [seat, calls] = ['d00000000000000000000001', 'd00000000000000000000003'];

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = any;

const places = [
  { Currency: 'JPY', TimeZone: 'Asia/Tokyo', PriceTaxType: 'Gross', Locale: 'ja-JP' },
  { Currency: 'KWD', TimeZone: 'America/New_York', PriceTaxType: 'Net', Locale: 'ar-KW' },
  { Currency: 'EUR', TimeZone: 'Europe/Berlin', PriceTaxType: 'Gross', Locale: 'de-DE' },
];

/** A signup by card, usage, an upgrade with a coupon, a pause, a credit note and a cancellation. */
async function live(api: Api, ContractId: string, sandbox: { clock: { set(at: string): Promise<unknown> } }) {
  const done = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const path = `contracts/${ContractId}`;
  const { CustomerId } = await done('GET', path);
  await done('PATCH', `customers/${CustomerId}`, { EmailAddress: 'ada@customer.test', Locale: 'de-DE' });
  await done('POST', `${path}/usage`, { ComponentId: calls, Quantity: 1234, Memo: 'January' });
  await sandbox.clock.set('2026-02-03T12:00:00Z');
  const order = await done('POST', 'orders', {
    ContractId,
    Cart: {
      PlanVariantId: pro,
      CouponCode: 'WELCOME20',
      ComponentSubscriptions: [{ ComponentId: seat, Quantity: 3 }],
    },
  });
  await done('POST', `orders/${order.Id}/commit`, {});
  await done('POST', `${path}/ratedItems`, { Description: 'Import', Quantity: 1.5, PricePerUnit: 80 });
  await sandbox.clock.set('2026-03-20T12:00:00Z');
  await done('POST', `${path}/pause`, { EndDate: '2026-04-10T12:00:00Z' });
  await sandbox.clock.set('2026-04-20T12:00:00Z');
  const [newest] = await done('GET', `invoices?contractId=${ContractId}`);
  if (newest.IsInvoice)
    await done('POST', `invoices/${newest.Id}/creditNote`, { Amount: 1, Reason: 'Goodwill' });
  await done('POST', `${path}/end`, { EndDate: '2026-06-01T00:00:00Z' });
  await sandbox.clock.set('2026-07-01T12:00:00Z');
  return done;
}

const day = (time: string | undefined) => time?.slice(0, 16) ?? '–';

test.each(places)(
  'in $Currency, $PriceTaxType, in $TimeZone',
  async ({ Currency, TimeZone, PriceTaxType, Locale }) => {
    const PlanGroups = [{ Id: group, Currency, PriceTaxType }];
    const config = { Account: { TimeZone, Locale }, Catalogue: { PlanGroups } } as const;
    const sandbox = newSandbox({ config: config as never });
    const api = await backEnd(sandbox);
    const ContractId = await paidByCard(api);
    const done = await live(api, ContractId, sandbox);
    const lines: string[] = [];
    const invoices = (await done('GET', `invoices?contractId=${ContractId}&take=100`)).reverse();
    for (const { Id } of invoices) {
      const one = await done('GET', `invoices/${Id}`);
      lines.push(
        '',
        `${one.InvoiceNumber} of ${one.DocumentDate}, due ${day(one.DueDate)}: ${one.TotalNet} + ${one.TotalVat} = ${one.TotalGross} ${one.Currency}`,
        ...one.ItemList.map((item: Json) =>
          [
            ` ${item.Description}`,
            `${item.Quantity} x ${item.PricePerUnit}`,
            `${item.TotalNet} + ${item.TotalVat} = ${item.TotalGross}`,
            `${item.VatPercentage} %`,
            `${day(item.PeriodStart)} to ${day(item.PeriodEnd)}`,
            `x${item.PeriodMultiplier ?? '–'}`,
            item.ProductType,
          ].join(' | '),
        ),
      );
    }
    lines.push('', 'Ledger');
    for (const one of await done('GET', `contracts/${ContractId}/ledgerEntries?take=100`))
      lines.push(
        ` ${day(one.Timestamp)} ${one.Type} ${one.Amount} -> ${one.Balance} ${one.Description ?? ''}`.trimEnd(),
      );
    lines.push('', 'Payments');
    for (const one of (await done('GET', `paymentTransactions?contractId=${ContractId}&take=100`)).reverse())
      lines.push(
        ` ${one.Amount} ${one.Currency} ${one.StatusHistory.map((at: Json) => `${at.Status} ${day(at.Timestamp)}`).join(', ')}`,
      );
    lines.push('', 'Mails');
    for (const one of (await done('GET', '/sandbox/mails?take=100')).reverse())
      lines.push(
        ` ${day(one.Timestamp ?? one.SentAt)} ${one.EventType ?? one.Event}: ${one.Subject}`,
        ...one.Text.split('\n').map((text: string) => `   ${text}`),
      );
    lines.push(
      '',
      'Events',
      ` ${(await done('GET', '/sandbox/events?take=500'))
        .map((one: Json) => one.Event)
        .reverse()
        .join(' ')}`,
    );
    for (const kind of ['accountingExportFiles', 'paymentsExportFiles']) {
      const { Id } = await done('POST', kind, {});
      lines.push('', kind, await done('GET', `${kind}/${Id}/download`));
    }
    for (const Type of ['OpenItems', 'Revenue', 'Churn']) {
      const made = await api('POST', 'reports', { Type });
      if (made.status < 300) lines.push('', Type, await done('GET', `reports/${made.body.Id}/download`));
    }
    lines.push('', JSON.stringify(await done('GET', `contracts/${ContractId}`), undefined, 1));
    sandbox.close();
    const seen = new Map<string, string>();
    const text = lines
      .join('\n')
      .replaceAll('\r', '')
      .replace(/\b[0-9a-f]{24}\b/g, (id) => {
        if (/^[a-f]\d0{5}|^[a-f]0{10}/.test(id)) return id;
        if (!seen.has(id)) seen.set(id, `#${seen.size + 1}`);
        return seen.get(id) as string;
      });
    await expect(`${text.trimStart()}\n`).toMatchFileSnapshot(`./reads/life-in-${Currency}.txt`);
  },
);
