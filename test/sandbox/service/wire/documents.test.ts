import { describe, expect, it } from 'vitest';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

// Differences from real services, titled by their numbers.

const lived = async () => {
  const sandbox = newSandbox({
    config: { Account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } },
  });
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  return { sandbox, api, contract };
};

describe('8: bookings have a sign, a day and a currency', () => {
  it('a negative amount was refunded: the debt is open again', async () => {
    const { api, contract } = await lived();
    const path = `contracts/${contract.Id}/payment`;
    const paid = await api('POST', path, { Amount: 11.78, Currency: 'EUR', BookingDate: '2026-01-14' });
    expect(paid.body).toMatchObject({
      Type: 'Payment',
      Amount: -11.78,
      Balance: 0,
      Timestamp: '2026-01-14T00:00:00.0000000Z',
    });
    const back = await api('POST', path, { Amount: -5, Currency: 'EUR', Description: 'Goodwill' });
    expect(back.body).toMatchObject({ Type: 'Refund', Amount: 5, Balance: 5, Description: 'Goodwill' });
    expect((await api('GET', `contracts/${contract.Id}`)).body.Balance).toBe(5);
  });

  it('a foreign currency and an amount of 0 are rejected', async () => {
    const { api, contract } = await lived();
    const path = `contracts/${contract.Id}/payment`;
    const foreign = await api('POST', path, { Amount: 11.78, Currency: 'USD' });
    expect([foreign.status, foreign.body.Code]).toEqual([422, 'InvalidCurrency']);
    const nothing = await api('POST', path, { Amount: 0 });
    expect([nothing.status, nothing.body.Errors[0].Field]).toEqual([422, 'Amount']);
  });

  it('RecurringPaymentsOff stops collecting', async () => {
    const { api, contract } = await lived();
    await api('POST', `contracts/${contract.Id}/payment`, { Amount: 1, RecurringPaymentsOff: true });
    expect((await api('GET', `contracts/${contract.Id}`)).body.RecurringPaymentsPaused).toBe(true);
  });
});

describe('10: the cancellation preview and the end always have an Invoice', () => {
  const zero = { TotalNet: 0, TotalVat: 0, TotalGross: 0, ItemList: [], VatDescriptors: [] };

  it('with zero totals where nothing is billed', async () => {
    const { api, contract } = await lived();
    const preview = (await api('GET', `contracts/${contract.Id}/cancellationPreview`)).body;
    expect(preview.Invoice).toEqual({
      CustomerId: contract.CustomerId,
      ContractId: contract.Id,
      RecipientName: 'Ada Lovelace',
      RecipientAddress: { Country: 'DE' },
      Currency: 'EUR',
      ReverseCharge: false,
      ...zero,
    });
    expect(preview.CancellationDate).toBe('2026-01-15T10:00:00.0000000Z');
    const ended = await api('POST', `contracts/${contract.Id}/end`, { EndDate: preview.EndDate });
    expect(ended.body.Invoice).toMatchObject(zero);
  });

  it('with what is credited, without Id and number', async () => {
    const { api, contract } = await lived();
    const ended = await api('POST', `contracts/${contract.Id}/end`, { EndDate: '2026-01-31T10:00:00Z' });
    expect(ended.body.Invoice.TotalGross).toBeLessThan(0);
    expect(ended.body.Invoice).not.toHaveProperty('Id');
    expect(ended.body.Invoice).not.toHaveProperty('InvoiceNumber');
  });
});

describe('11: customers have what clients read unguarded', () => {
  it('even if nothing is known', async () => {
    const api = await backEnd(newSandbox());
    const made = (await api('POST', 'customers', { CompanyName: 'Lovelace Ltd' })).body;
    const empty = { CustomerSubName: '', EmailAddress: '', Address: {}, CustomFields: {} };
    expect(made).toMatchObject({
      ...empty,
      Language: 'de-DE',
      Locale: 'de-DE',
      DefaultBearerMedium: 'Email',
    });
    expect((await api('GET', `customers/${made.Id}`)).body).toEqual(made);
    const back = await api('PUT', `customers/${made.Id}`, made);
    expect(back.body).toEqual(made);
    expect(back.headers.get('X-Sandbox-Warnings')).toBeNull();
  });

  it('BearerMedium has the published values; a signup without an e-mail address gets letters', async () => {
    const api = await backEnd(newSandbox());
    for (const DefaultBearerMedium of ['Email', 'SnailMail', 'ArchiveOnly'])
      expect((await api('POST', 'customers', { DefaultBearerMedium })).body).toMatchObject({
        DefaultBearerMedium,
      });
    const { CustomerId } = await newContract(api, {
      Customer: { FirstName: 'Bo', Address: { Country: 'DE' } },
    });
    expect((await api('GET', `customers/${CustomerId}`)).body.DefaultBearerMedium).toBe('SnailMail');
  });
});

describe('13: filters have the published values', () => {
  it('statusFilter Normal and Unconfirmed', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = (await api('POST', 'customers', { EmailAddress: 'Ada@Example.com' })).body;
    const ids = async (query: string) =>
      (await api('GET', `customers?${query}`)).body.map((one: { Id: string }) => one.Id);
    expect(await ids('statusFilter=Normal')).toEqual([Id]);
    expect(await ids('statusFilter=Unconfirmed')).toEqual([]);
    expect(await ids('EmailAddress=ada@example.com')).toEqual([Id]);
    expect(await ids('emailAddress=bo@example.com')).toEqual([]);
  });

  it.each(['OverPaid', 'PartiallyPaid', 'Scheduled', 'SuccessfullyImported', 'Undefined', 'Unmapped'])(
    'paymentTransactions?status=%s',
    async (status) => {
      const api = await backEnd(newSandbox());
      const { body } = await api('GET', `paymentTransactions?status=${status}`);
      expect(body).toEqual([]);
    },
  );
});

describe('16: a dunning document has its published names', () => {
  it('CreationTime, SentAt, DocumentDate, Total, Items and the sender', async () => {
    const { sandbox, api, contract } = await lived();
    await sandbox.clock.advance('P22D');
    const [dunning] = (await api('GET', `dunnings?customerId=${contract.CustomerId}`)).body;
    const [invoice] = (await api('GET', 'invoices')).body;
    expect(dunning).toMatchObject({
      CreationTime: '2026-02-05T10:00:00.0000000Z',
      SentAt: '2026-02-05T10:00:00.0000000Z',
      DocumentDate: '2026-02-05',
      Total: 11.78,
      Items: [
        {
          InvoiceId: invoice.Id,
          InvoiceNumber: '2026-000001',
          DueDate: '2026-01-29T10:00:00.0000000Z',
          Total: 11.78,
          Remaining: 11.78,
        },
      ],
      SenderName: 'Sandbox Merchant GmbH',
      Prologue: expect.stringContaining('Zahlung'),
      BearerMedium: 'Email',
    });
    const events = await api('GET', '/sandbox/events?event=DunningCreated');
    expect(events.body[0]).toMatchObject({ ContractID: contract.Id, ContractId: contract.Id });
  });

  it('CurrentDunning of the contract is the newest one, until the debt is paid', async () => {
    const { sandbox, api, contract } = await lived();
    const current = async () => (await api('GET', `contracts/${contract.Id}`)).body.CurrentDunning;
    expect(await current()).toBeUndefined();
    await sandbox.clock.advance('P22D');
    const [dunning] = (await api('GET', 'dunnings')).body;
    const shown = {
      Level: 1,
      Amount: 11.78,
      Remaining: 11.78,
      Threshold: 0,
      DocumentId: dunning.Id,
      Timestamp: dunning.CreationTime,
    };
    expect(await current()).toEqual(shown);
    await api('POST', `contracts/${contract.Id}/payment`, { Amount: 1.78 });
    expect(await current()).toEqual({ ...shown, Remaining: 10 });
    await api('POST', `contracts/${contract.Id}/payment`, { Amount: 10 });
    await sandbox.settle();
    expect(await current()).toBeUndefined();
  });
});

describe('19: documents and bookings in detail', () => {
  it('a download link has an Expiry', async () => {
    const { api } = await lived();
    const [invoice] = (await api('GET', 'invoices')).body;
    const { body } = await api('POST', `invoices/${invoice.Id}/downloadLink`);
    expect(body.Expiry).toBe('2026-01-16T10:00:00.0000000Z');
    expect((await api('GET', new URL(body.Url).pathname)).status).toBe(200);
  });

  it('an invoice has sender, recipient, delivery period, texts and gross sums of each rate', async () => {
    const api = await backEnd(newSandbox());
    await newContract(api, {
      Customer: { CompanyName: 'Ada BV', VatId: 'NL123456789B01', Address: { Country: 'NL' } },
    });
    const [listed] = (await api('GET', 'invoices')).body;
    const { body } = await api('GET', `invoices/${listed.Id}`);
    expect(body).toMatchObject({
      DocumentDate: '2026-01-15',
      RecipientVatId: 'NL123456789B01',
      SenderName: 'Sandbox Merchant GmbH',
      SenderVatId: 'DE999999999',
      SenderTaxNumber: '30/999/99999',
      SenderAddress: { City: 'Berlin', Country: 'DE' },
      BearerMedium: 'SnailMail',
      Prologue: '',
      Epilogue: expect.stringContaining('Reverse Charge'),
      DeliveryPeriodStart: '2026-01-15T10:00:00.0000000Z',
      DeliveryPeriodEnd: '2026-02-15T10:00:00.0000000Z',
      VatDescriptors: [{ VatPercentage: 0, TotalNet: 9.9, TotalVat: 0, TotalGross: 9.9 }],
    });
  });

  it.each([
    ['invoices', 'InvoiceNumber'],
    ['dunnings', 'DunningNumber'],
  ])('the PDF of %s has the %s as its name, also by a link', async (list, field) => {
    const { sandbox, api } = await lived();
    await sandbox.clock.advance('P30D');
    const [one] = (await api('GET', list)).body;
    const link = (await api('POST', `${list}/${one.Id}/downloadLink`)).body.Url;
    for (const path of [`${list}/${one.Id}/download`, new URL(link).pathname]) {
      const { headers } = await api('GET', path);
      expect(headers.get('Content-Disposition'), path).toBe(`attachment; filename="${one[field]}.pdf"`);
    }
  });

  it('a list of drafts is short, one draft is complete, and sending it returns the invoice', async () => {
    const api = await backEnd(newSandbox({ config: { Account: { InvoiceDrafts: true } } }));
    const { CustomerId, Id } = await newContract(api);
    await newContract(api);
    for (const query of [`customerId=${CustomerId}`, `contractId=${Id}`])
      expect((await api('GET', `invoiceDrafts?${query}`)).body).toMatchObject([
        { CustomerId, ContractId: Id },
      ]);
    const [draft] = (await api('GET', `invoiceDrafts?contractId=${Id}`)).body;
    expect(Object.keys(draft).sort()).toEqual(
      ['ContractId', 'Created', 'Currency', 'CustomerId', 'Id', 'IsInvoice'].concat([
        'RecipientName',
        'TotalGross',
        'TotalNet',
        'TotalVat',
      ]),
    );
    expect((await api('GET', `invoiceDrafts/${draft.Id}`)).body).toMatchObject({
      Language: 'de-DE',
      RecipientAddress: { Country: 'DE' },
      DeliveryPeriodEnd: '2026-02-15T10:00:00.0000000Z',
    });
    expect((await api('POST', `invoiceDrafts/${draft.Id}`)).body).toMatchObject({
      Id: draft.Id,
      InvoiceNumber: '2026-000001',
      SenderVatId: 'DE999999999',
    });
  });

  it('a booking has the balance after it, its kind of amount, its rate, and the status of its payment', async () => {
    const { api, contract } = await lived();
    await api('POST', `contracts/${contract.Id}/payment`, { Amount: 11.78 });
    const [receivable, payment] = (await api('GET', `contracts/${contract.Id}/ledgerEntries`)).body;
    expect(receivable).toMatchObject({
      Type: 'Receivable',
      Description: 'Invoice: 2026-000001',
      Amount: 11.78,
      Balance: 11.78,
      AmountType: 'GrossAmount',
      VatPercentage: 19,
    });
    expect(payment).toMatchObject({ Balance: 0, VatPercentage: 0, PaymentStatus: 'Confirmed' });
  });
});

describe('23: events contain what receivers look up', () => {
  it("a signup sends ContractChanged beside ContractCreated, with one change and the merchant's id of the customer", async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api, {
      Customer: { ExternalCustomerId: 'u-1', Address: { Country: 'DE' } },
    });
    const [change] = (await api('GET', `contractChanges?contractId=${contract.Id}`)).body;
    const one = async (name: string) => (await api('GET', `/sandbox/events?event=${name}`)).body[0];
    const facts = { ExternalCustomerId: 'u-1', ContractChangeId: change.Id, ContractId: contract.Id };
    expect(await one('ContractCreated')).toMatchObject(facts);
    expect(await one('ContractChanged')).toMatchObject({ ...facts, ContractChangeType: 'Signup' });
  });

  it('InvoiceCorrected names the old and the new document', async () => {
    const { api, contract } = await lived();
    await api('POST', `contracts/${contract.Id}/annulate`);
    const [note, invoice] = (await api('GET', 'invoices')).body;
    const [event] = (await api('GET', '/sandbox/events?event=InvoiceCorrected')).body;
    expect(event).toMatchObject({
      InvoiceId: invoice.Id,
      OldInvoiceId: invoice.Id,
      OldInvoiceDraftId: invoice.Id,
      NewInvoiceId: note.Id,
      NewInvoiceDraftId: note.Id,
      NewInvoiceDraftIds: [note.Id],
    });
  });
});
