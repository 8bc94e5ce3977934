/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import type { Contract } from '../../../service/model/contract.ts';
import type { ShownLedgerEntry as LedgerEntry } from '../../../service/model/invoice.ts';
import type {
  PaymentBearer as Bearer,
  PaymentTransaction as Transaction,
} from '../../../service/model/payment.ts';
import type { Catalog } from '../../../service/model/sandbox-catalog.ts';
import { lifecycleStatuses } from '../../../service/model/statuses.ts';
import { day, money } from '../format.ts';
import { toLife } from '../life.ts';
import { type FailedPayment, type StatusedInvoice, useAttention } from '../money-status.ts';
import { useObservable } from '../observable.ts';
import { Action } from '../parts/action.tsx';
import { Copied, DocumentLink, Empty, Facts, Money, Status, Time } from '../parts/basic.tsx';
import { LifePicture } from '../parts/life-picture.tsx';
import { Detail, ListView, Related, Section } from '../parts/list-view.tsx';
import { useQuery } from '../query.ts';
import { useRouteForView } from '../router.ts';
import { clock, now } from '../session.ts';
import { ContractActions } from './contract-actions.tsx';
import { Outlook } from './contract-outlook.tsx';
import { ContractStatus, dueText, FailedPaymentMessage, NextTasks, useTasks } from './contract-status.tsx';
import { InvoiceStatus } from './invoices.tsx';
import { DecidedPayment } from './payment-decision.tsx';
import { WhatIf } from './what-if.tsx';

const collections = ['contracts'];

export function ContractsView() {
  const { data } = useQuery<Catalog>('/sandbox/catalog');
  const { data: attention } = useAttention();
  const findFailed = (id: string) => attention?.FailedPayments.find(({ ContractId }) => ContractId === id);
  const planName = (id: string | undefined) =>
    data?.PlanVariants.find(({ Id: variant }) => variant === id)?.Name ?? '';
  return (
    <ListView<Contract>
      name="contracts"
      title="Contracts"
      path="/api/v1/contracts"
      collections={collections}
      choices={[
        {
          name: 'lifecycleStatus',
          label: 'Status',
          options: lifecycleStatuses,
        },
        { name: 'payments', label: 'Payments', options: ['failed'], isLocal: true },
      ]}
      keep={({ Id }, query) => query.get('payments') === null || findFailed(Id) !== undefined}
      columns={[
        {
          title: 'Reference',
          cell: ({ ReferenceCode }) => ReferenceCode,
          sortBy: ({ ReferenceCode }) => ReferenceCode,
        },
        {
          title: 'Customer',
          cell: ({ CustomerName }) => CustomerName,
          sortBy: ({ CustomerName }) => CustomerName,
          isLong: true,
        },
        {
          title: 'Status',
          cell: (contract) => <ContractStatus contract={contract} failed={findFailed(contract.Id)} />,
          sortBy: ({ LifecycleStatus }) => LifecycleStatus,
        },
        { title: 'Plan', cell: ({ PlanVariantId }) => planName(PlanVariantId), isMinor: true },
        {
          title: 'Start',
          cell: ({ StartDate }) => <Time at={StartDate} isDay />,
          sortBy: ({ StartDate }) => StartDate,
          isMinor: true,
        },
        {
          title: 'Next billing',
          cell: ({ NextBillingDate }) => <Time at={NextBillingDate} isDay />,
          sortBy: ({ NextBillingDate }) => NextBillingDate,
          isMinor: true,
        },
        {
          title: 'Balance',
          cell: ({ Balance, Currency }) => <Money amount={Balance} currency={Currency} />,
          sortBy: ({ Balance }) => Balance,
          isNumber: true,
        },
      ]}
      empty={
        <Empty title="No contracts yet">
          <p>
            A completed order creates a contract. Sign up a customer in the playground, or create an order.
          </p>
          <p class="actions">
            <NewContract />
            <a class="button" href="#/playground">
              Open the playground
            </a>
          </p>
        </Empty>
      }
      actions={<NewContract />}
      detail={(id) => <ContractDetail id={id} planName={planName} failed={findFailed(id)} />}
    />
  );
}

/** Orders and commits: two requests; the second is shown with the id from the first response. */
function NewContract() {
  const { data } = useQuery<Catalog>('/sandbox/catalog');
  const variants = (data?.PlanVariants ?? []).map(({ Id: id, Name }) => [id, Name] as const);
  if (variants.length === 0) return null;
  return (
    <Action
      label="New order"
      hint="Orders a plan for a new customer. Commit the order to make its contract."
      fields={[
        { name: 'FirstName', label: 'First name', kind: 'text', value: 'Ada' },
        { name: 'LastName', label: 'Last name', kind: 'text', value: 'Lovelace' },
        { name: 'EmailAddress', label: 'E-mail', kind: 'text', value: 'ada@example.com' },
        {
          name: 'PlanVariantId',
          label: 'Plan',
          kind: 'select',
          value: variants[0]?.[0] ?? '',
          options: variants,
        },
      ]}
      request={({ FirstName, LastName, EmailAddress, PlanVariantId }) => ({
        method: 'POST',
        path: '/api/v1/orders',
        body: {
          Customer: { FirstName, LastName, EmailAddress, Address: { Country: 'DE' } },
          Cart: { PlanVariantId },
        },
      })}
      onDone={(order: { Id: string }) => {
        location.hash = `#/orders/${order.Id}`;
      }}
    />
  );
}

export const bearerText = (bearer: Bearer | undefined): string => {
  if (bearer === undefined) return 'None';
  const { Type, CardType, Last4, IBAN, ExpiryMonth, ExpiryYear, EmailAddress } = bearer;
  const until = ExpiryMonth === undefined ? '' : ` until ${ExpiryMonth}/${ExpiryYear}`;
  return (
    [CardType ?? Type, Last4 === undefined ? IBAN : `•••• ${Last4}`, EmailAddress].filter(Boolean).join(' ') +
    until
  );
};

/** Number of invoices or payments shown before "show all". */
const FIRST_DOCUMENTS = 12;

function ContractDetail({
  id,
  planName,
  failed,
}: {
  readonly id: string;
  readonly failed: FailedPayment | undefined;
  readonly planName: (id: string | undefined) => string;
}) {
  useObservable(clock);
  const { query } = useRouteForView('contracts');
  const [isAll, setAll] = useState(false);
  const path = `/api/v1/contracts/${id}`;
  const own = ['contracts', 'invoices', 'paymentTransactions', 'ledgerEntries', 'clock'];
  const { data: contract, error } = useQuery<Contract>(path, own);
  const { data: ledger = [] } = useQuery<LedgerEntry[]>(`${path}/ledgerEntries?take=500`, own);
  const { data: transactions = [] } = useQuery<Transaction[]>(
    `/api/v1/paymentTransactions?contractId=${id}&take=500`,
    own,
  );
  const { data: next } = useQuery<{ NextBillingDate?: string; Invoice?: { TotalGross: number } }>(
    `${path}/previewNextRecurring`,
    own,
  );
  const isRunning =
    contract !== undefined && contract.EndDate === undefined && contract.LifecycleStatus !== 'Annulled';
  const { data: cancellation } = useQuery<{ NextPossibleCancellationDate?: string; EndDate?: string }>(
    isRunning ? `${path}/cancellationPreview` : undefined,
    own,
  );
  const { data: tasks = [] } = useTasks(`contractId=${id}&take=10`);
  const { data: invoices = [] } = useQuery<StatusedInvoice[]>(
    `/sandbox/invoices?contractId=${id}&items=true&take=500`,
    own,
  );
  if (contract === undefined) return <Detail title="Contract" error={error} />;
  const { Currency } = contract;
  const shown = isAll ? Number.POSITIVE_INFINITY : FIRST_DOCUMENTS;
  const at = now();
  const life = toLife({
    contract,
    invoices,
    transactions,
    ledger,
    next,
    noticeUntil: cancellation?.NextPossibleCancellationDate,
    due: tasks.filter(({ Type }) => Type !== 'lifecycle').map((task) => ({ ...task, text: dueText(task) })),
    now: at,
    moneyText: (amount) => money(amount, Currency),
  });
  return (
    <Detail title={`${contract.ReferenceCode} · ${contract.CustomerName}`}>
      <p class="big">
        <ContractStatus contract={contract} failed={failed} />{' '}
        <Money amount={contract.Balance} currency={Currency} />
        <span class="quiet">
          {contract.Balance > 0 ? 'open' : contract.Balance < 0 ? 'credit' : 'settled'}
        </span>
      </p>
      {failed !== undefined && <FailedPaymentMessage failed={failed} />}
      <DecidedPayment contract={contract} />
      <LifePicture life={life} now={at} currency={Currency} />
      <NextTasks tasks={tasks} />
      <ContractActions contract={contract} cancellation={cancellation} />
      <Outlook contractId={id} />
      <WhatIf contractId={id} row={query.get('row') ?? ''} />
      <Section title="Details">
        <Facts
          facts={[
            { name: 'Id', value: <Copied text={id} /> },
            {
              name: 'Customer',
              value: (
                <DocumentLink collection="customers" id={contract.CustomerId}>
                  {contract.CustomerName}
                </DocumentLink>
              ),
            },
            { name: 'Plan', value: planName(contract.PlanVariantId ?? contract.CurrentPhase?.PlanVariantId) },
            { name: 'Start', value: <Time at={contract.StartDate} /> },
            contract.EndDate !== undefined && { name: 'End', value: <Time at={contract.EndDate} /> },
            { name: 'Next billing', value: <Time at={contract.NextBillingDate} /> },
            { name: 'Payment method', value: bearerText(contract.PaymentBearer) },
            contract.PaymentProvider !== undefined && { name: 'Provider', value: contract.PaymentProvider },
          ]}
        />
      </Section>
      <Section title="Documents">
        {invoices.length === 0 && transactions.length === 0 && (
          <p class="quiet">No invoices or payments yet.</p>
        )}
        <ul class="plain">
          {invoices.slice(0, shown).map((invoice) => (
            <li>
              <a href={`#/invoices/${invoice.Id}`}>{invoice.InvoiceNumber}</a>
              <InvoiceStatus invoice={invoice} />
              <span class="quiet">{invoice.DocumentDate}</span>
              <Money amount={invoice.TotalGross} currency={Currency} />
            </li>
          ))}
          {transactions
            .slice(0, shown)
            .map(({ Id: transaction, Status: { Status: status }, Amount, StatusTimestamp }) => (
              <li>
                <a href={`#/payments/${transaction}`}>
                  <Status value={status} />
                </a>
                <span class="quiet">{day(StatusTimestamp)}</span>
                <Money amount={Amount} currency={Currency} />
              </li>
            ))}
        </ul>
        {Math.max(invoices.length, transactions.length) > shown && (
          <p class="actions">
            <button type="button" onClick={() => setAll(true)}>
              All {invoices.length} invoices and {transactions.length} payments
            </button>
          </p>
        )}
      </Section>
      <Related id={id} />
    </Detail>
  );
}
