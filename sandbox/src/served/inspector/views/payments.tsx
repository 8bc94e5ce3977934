/** @jsxImportSource hono/jsx/dom */
import type { PaymentTransaction as Transaction } from '../../../service/model/payment.ts';
import { paidStatuses, paymentTransactionStatuses } from '../../../service/model/statuses.ts';
import { useAttention } from '../money-status.ts';
import { Action } from '../parts/action.tsx';
import { Copied, DocumentLink, Empty, Facts, Money, Status, Time } from '../parts/basic.tsx';
import { Detail, ListView, Section } from '../parts/list-view.tsx';
import { useQuery } from '../query.ts';
import { RetryNow } from './contract-status.tsx';
import { DecidedPayments, DecideNextPayment } from './payment-decision.tsx';

export function PaymentsView() {
  return (
    <ListView<Transaction>
      name="payments"
      title="Payments"
      path="/api/v1/paymentTransactions"
      collections={['paymentTransactions']}
      choices={[
        {
          name: 'status',
          label: 'Status',
          options: paymentTransactionStatuses,
        },
      ]}
      columns={[
        {
          title: 'When',
          cell: ({ StatusTimestamp }) => <Time at={StatusTimestamp} />,
          sortBy: ({ StatusTimestamp }) => StatusTimestamp,
        },
        {
          title: 'Customer',
          cell: ({ CustomerName }) => CustomerName,
          sortBy: ({ CustomerName }) => CustomerName,
          isLong: true,
        },
        {
          title: 'Status',
          cell: ({ Status: { Status: status, ErrorCode } }) => (
            <>
              <Status value={status} /> {ErrorCode !== undefined && <span class="quiet">{ErrorCode}</span>}
            </>
          ),
          sortBy: ({ Status: { Status: status } }) => status,
        },
        { title: 'Provider', cell: ({ PaymentProvider }) => PaymentProvider, isMinor: true },
        { title: 'Trigger', cell: ({ Trigger }) => Trigger, isMinor: true },
        {
          title: 'Amount',
          cell: ({ Amount, Currency }) => <Money amount={Amount} currency={Currency} />,
          sortBy: ({ Amount }) => Amount,
          isNumber: true,
        },
      ]}
      empty={
        <Empty title="No payments yet">
          <p>
            A signup with a test card makes one: try it in the <a href="#/playground">playground</a>.
            Contracts on account pay by transfer, which you book.
          </p>
        </Empty>
      }
      actions={
        <>
          <DecideNextPayment />
          <DecidedPayments />
        </>
      }
      detail={(id) => <PaymentDetail id={id} />}
    />
  );
}

function PaymentDetail({ id }: { readonly id: string }) {
  const path = `/api/v1/paymentTransactions/${id}`;
  const { data: payment, error } = useQuery<Transaction>(path, ['paymentTransactions', 'paymentRefunds']);
  const { data: attention } = useAttention();
  if (payment === undefined) return <Detail title="Payment" error={error} />;
  const { Amount, Currency, Status: status, StatusHistory } = payment;
  const isPaid = paidStatuses.includes(status.Status);
  const isOpen = attention?.FailedPayments.some(({ PaymentTransactionId }) => PaymentTransactionId === id);
  return (
    <Detail title={`${payment.Type} by ${payment.PaymentProvider}`}>
      <p class="big">
        <Status value={status.Status} /> <Money amount={Amount} currency={Currency} />
      </p>
      {status.ErrorMessage !== undefined && <p class="message fail">{status.ErrorMessage}</p>}
      <Facts
        facts={[
          { name: 'Id', value: <Copied text={id} /> },
          {
            name: 'Customer',
            value: (
              <DocumentLink collection="customers" id={payment.CustomerId}>
                {payment.CustomerName}
              </DocumentLink>
            ),
          },
          { name: 'Contract', value: <DocumentLink collection="contracts" id={payment.ContractId} /> },
          payment.InvoiceId !== undefined && {
            name: 'Invoice',
            value: <DocumentLink collection="invoices" id={payment.InvoiceId} />,
          },
          { name: 'Trigger', value: payment.Trigger },
        ]}
      />
      <Section title="History">
        <ol class="latest">
          {StatusHistory.map(({ Status: step, Timestamp, ErrorCode }) => (
            <li>
              <Time at={Timestamp} />
              <Status value={step} />
              <span class="quiet">{ErrorCode ?? ''}</span>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Actions">
        <p class="actions">
          {isPaid ? (
            <>
              <RefundAction payment={payment} />
              <Action
                label="Charge back"
                isDanger
                hint="Reverses the payment, as the payer's bank does. The contract owes the amount again."
                request={() => ({ method: 'POST', path: `/sandbox/payments/${id}/chargeback` })}
              />
            </>
          ) : status.Status === 'Failed' && isOpen === false ? (
            <span class="quiet">The contract has a later payment.</span>
          ) : status.Status === 'Failed' ? (
            <RetryNow transactionId={id} />
          ) : (
            <span class="quiet">Only a payment that succeeded can be refunded or charged back.</span>
          )}
        </p>
      </Section>
    </Detail>
  );
}

export function RefundAction({ payment: { Id: id, Amount } }: { readonly payment: Transaction }) {
  return (
    <Action
      label="Refund"
      hint="The provider pays the amount back to the customer."
      fields={[
        { name: 'Amount', label: 'Amount', kind: 'number', value: String(Amount) },
        { name: 'CreditNote', label: 'With a credit note', kind: 'checkbox' },
      ]}
      request={(values) => ({
        method: 'POST',
        path: `/api/v1/paymentTransactions/${id}/refund`,
        body: {
          Amount: Number(values['Amount']),
          ...(values['CreditNote'] === 'true' ? { CreditNote: true } : {}),
        },
      })}
    />
  );
}
