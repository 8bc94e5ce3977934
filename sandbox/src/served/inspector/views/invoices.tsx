/** @jsxImportSource hono/jsx/dom */

import type { ShownInvoice as Invoice } from '../../../service/model/invoice.ts';
import type { PaymentTransaction as Transaction } from '../../../service/model/payment.ts';
import { paidStatuses } from '../../../service/model/statuses.ts';
import { distance, money, overdue } from '../format.ts';
import { type InvoicePaymentStatus, paymentStatusMeaning, type StatusedInvoice } from '../money-status.ts';
import { Action } from '../parts/action.tsx';
import { Copied, DocumentLink, Empty, Facts, Mark, Money, Time } from '../parts/basic.tsx';
import { LineItems } from '../parts/line-items.tsx';
import { Detail, ListView, Section } from '../parts/list-view.tsx';
import { Pdf } from '../parts/pdf.tsx';
import { useQuery } from '../query.ts';
import { now } from '../session.ts';
import { RefundAction } from './payments.tsx';

/** `6 days overdue`, `Open, due in 14 days`. */
export function InvoiceStatus({ invoice }: { readonly invoice: StatusedInvoice }) {
  const { PaymentStatus: status, DueDate, Open, TotalGross, Currency } = invoice;
  const part = Open < TotalGross ? `, ${money(Open, Currency)} left` : '';
  const text: Readonly<Record<InvoicePaymentStatus, string>> = {
    Paid: 'Paid',
    Open: `Open, due ${distance(Date.parse(DueDate), now())}${part}`,
    Overdue: `${overdue(DueDate, now())}${part}`,
    Credit: 'Credit note',
  };
  return <Mark meaning={paymentStatusMeaning[status]}>{text[status]}</Mark>;
}

export function InvoicesView() {
  return (
    <ListView<StatusedInvoice>
      name="invoices"
      title="Invoices"
      path="/sandbox/invoices"
      collections={['invoices', 'ledgerEntries', 'clock']}
      choices={[{ name: 'paymentStatus', label: 'Status', options: ['Paid', 'Open', 'Overdue', 'Credit'] }]}
      columns={[
        {
          title: 'Number',
          cell: ({ InvoiceNumber }) => InvoiceNumber,
          sortBy: ({ InvoiceNumber }) => InvoiceNumber,
        },
        {
          title: 'Recipient',
          cell: ({ RecipientName }) => RecipientName,
          sortBy: ({ RecipientName }) => RecipientName,
          isLong: true,
        },
        {
          title: 'Status',
          cell: (invoice) => <InvoiceStatus invoice={invoice} />,
          sortBy: ({ PaymentStatus }) => PaymentStatus,
        },
        {
          title: 'Date',
          cell: ({ DocumentDate }) => <time datetime={DocumentDate}>{DocumentDate}</time>,
          sortBy: ({ DocumentDate }) => DocumentDate,
        },
        {
          title: 'Due',
          cell: ({ DueDate }) => <Time at={DueDate} isDay />,
          sortBy: ({ DueDate }) => DueDate,
          isMinor: true,
        },
        {
          title: 'Gross',
          cell: ({ TotalGross, Currency }) => <Money amount={TotalGross} currency={Currency} />,
          sortBy: ({ TotalGross }) => TotalGross,
          isNumber: true,
        },
      ]}
      empty={
        <Empty title="No invoices yet">
          <p>
            Each billed period creates an invoice. Advance the clock past the next billing date of a contract.
          </p>
        </Empty>
      }
      detail={(id) => <InvoiceDetail id={id} />}
    />
  );
}

function InvoiceDetail({ id }: { readonly id: string }) {
  const path = `/api/v1/invoices/${id}`;
  const { data: invoice, error } = useQuery<Invoice>(path, ['invoices']);
  const { data: statused } = useQuery<StatusedInvoice[]>(
    invoice === undefined ? undefined : `/sandbox/invoices?contractId=${invoice.ContractId}&take=500`,
    ['invoices', 'ledgerEntries', 'clock'],
  );
  if (invoice === undefined) return <Detail title="Invoice" error={error} />;
  const withStatus = statused?.find(({ Id }) => Id === id);
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
      {withStatus !== undefined && (
        <p>
          <InvoiceStatus invoice={withStatus} />
        </p>
      )}
      <Facts
        facts={[
          { name: 'Id', value: <Copied text={id} /> },
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
          <RefundInvoice invoice={invoice} />
          {invoice.IsInvoice && (
            <Action
              label="Issue credit note"
              hint="Credits an amount to the contract. No money is refunded."
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
            label="Create download link"
            hint="Creates a link to the PDF that works without a token until it expires."
            request={() => ({ method: 'POST', path: `${path}/downloadLink`, body: {} })}
            inWords={({ Url }: { readonly Url: string }) => <Copied text={Url} />}
          />
        </p>
      </Section>
      <Pdf path={`${path}/download`} name={InvoiceNumber} />
    </Detail>
  );
}

/** Refunds the payment of an invoice. */
function RefundInvoice({ invoice: { Id: id, ContractId } }: { readonly invoice: Invoice }) {
  const { data = [] } = useQuery<Transaction[]>(
    `/api/v1/paymentTransactions?contractId=${ContractId}&take=500`,
    ['paymentTransactions', 'paymentRefunds'],
  );
  const paid = data.find(
    ({ InvoiceId, Status: { Status } }) => InvoiceId === id && paidStatuses.includes(Status),
  );
  return paid === undefined ? null : <RefundAction payment={paid} />;
}
