/** @jsxImportSource hono/jsx/dom */

import type { ShownInvoice as Invoice } from '../../model/invoice.ts';
import { Action } from '../parts/action.tsx';
import { DocumentLink, Empty, Facts, Id, Mark, Money, Time } from '../parts/basic.tsx';
import { LineItems } from '../parts/line-items.tsx';
import { Detail, ListView, Section } from '../parts/list-view.tsx';
import { Pdf } from '../parts/pdf.tsx';
import { useQuery } from '../query.ts';

export function InvoicesView() {
  return (
    <ListView<Invoice>
      name="invoices"
      title="Invoices"
      path="/api/v1/invoices"
      collections={['invoices']}
      columns={[
        { title: 'Number', cell: ({ InvoiceNumber }) => InvoiceNumber },
        { title: 'Recipient', cell: ({ RecipientName }) => RecipientName },
        {
          title: 'Kind',
          cell: ({ IsInvoice }) => (IsInvoice ? 'Invoice' : <Mark meaning="wait">Credit note</Mark>),
        },
        { title: 'Date', cell: ({ DocumentDate }) => DocumentDate },
        { title: 'Due', cell: ({ DueDate }) => <Time at={DueDate} />, isMinor: true },
        {
          title: 'Gross',
          cell: ({ TotalGross, Currency }) => <Money amount={TotalGross} currency={Currency} />,
          isNumber: true,
        },
      ]}
      empty={
        <Empty title="No invoices yet">
          <p>Each billed period makes one. Advance the clock past the next billing of a contract.</p>
        </Empty>
      }
      detail={(id) => <InvoiceDetail id={id} />}
    />
  );
}

function InvoiceDetail({ id }: { readonly id: string }) {
  const path = `/api/v1/invoices/${id}`;
  const { data: invoice, error } = useQuery<Invoice>(path, ['invoices']);
  if (invoice === undefined) return <Detail title="Invoice" error={error} />;
  const { InvoiceNumber, RecipientName, Currency, TotalGross, TotalNet, TotalVat, ItemList = [] } = invoice;
  return (
    <Detail title={`${invoice.IsInvoice ? 'Invoice' : 'Credit note'} ${InvoiceNumber}`}>
      <p class="big">
        <Money amount={TotalGross} currency={Currency} />
        <span class="quiet">
          <Money amount={TotalNet} currency={Currency} /> net, <Money amount={TotalVat} currency={Currency} />{' '}
          VAT
        </span>
      </p>
      <Facts
        facts={[
          { name: 'Id', value: <Id value={id} /> },
          {
            name: 'Recipient',
            value: (
              <DocumentLink collection="customers" id={invoice.CustomerId}>
                {RecipientName}
              </DocumentLink>
            ),
          },
          { name: 'Contract', value: <DocumentLink collection="contracts" id={invoice.ContractId} /> },
          { name: 'Created', value: <Time at={invoice.Created} /> },
          { name: 'Due', value: <Time at={invoice.DueDate} /> },
        ]}
      />
      <LineItems items={ItemList} currency={Currency} />
      <Section title="Actions">
        <p class="actions">
          {invoice.IsInvoice && (
            <Action
              label="Issue credit note"
              fields={[
                { name: 'Amount', label: 'Amount (gross)', kind: 'number', value: String(TotalGross) },
                { name: 'Reason', label: 'Reason', kind: 'text', value: 'Goodwill' },
              ]}
              request={({ Amount, Reason }) => ({
                method: 'POST',
                path: `${path}/creditNote`,
                body: { Amount: Number(Amount), Reason },
              })}
            />
          )}
          <Action
            label="Make download link"
            hint="It shows the PDF without a token, for a while."
            request={() => ({ method: 'POST', path: `${path}/downloadLink`, body: {} })}
          />
        </p>
      </Section>
      <Pdf path={`${path}/download`} name={InvoiceNumber} />
    </Detail>
  );
}
