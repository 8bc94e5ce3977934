/** @jsxImportSource hono/jsx/dom */
import { useEffect, useState } from 'hono/jsx/dom';
import type { Contract } from '../../model/contract.ts';
import type { ShownInvoice as Invoice, ShownLedgerEntry as LedgerEntry } from '../../model/invoice.ts';
import type { PaymentBearer as Bearer, PaymentTransaction as Transaction } from '../../model/payment.ts';
import type { Catalog } from '../../model/sandbox-catalog.ts';
import { lifecycleStatuses } from '../../model/statuses.ts';
import { send } from '../api.ts';
import { day, money } from '../format.ts';
import { lifeOf } from '../life.ts';
import { useObservable } from '../observable.ts';
import { Action } from '../parts/action.tsx';
import { CopyButton, DocumentLink, Empty, Facts, Id, Money, Status, Time } from '../parts/basic.tsx';
import { LifePicture } from '../parts/life-picture.tsx';
import { Detail, ListView, Related, Section } from '../parts/list-view.tsx';
import { decideFields, decisionOf } from '../payment-decision.ts';
import { useQuery } from '../query.ts';
import { clock, now } from '../session.ts';

const collections = ['contracts'];

export function ContractsView() {
  const { data } = useQuery<Catalog>('/sandbox/catalog');
  const planOf = (id: string | undefined) =>
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
      ]}
      columns={[
        { title: 'Reference', cell: ({ ReferenceCode }) => ReferenceCode },
        { title: 'Customer', cell: ({ CustomerName }) => CustomerName },
        { title: 'Status', cell: ({ LifecycleStatus }) => <Status value={LifecycleStatus} /> },
        { title: 'Plan', cell: ({ PlanVariantId }) => planOf(PlanVariantId), isMinor: true },
        { title: 'Start', cell: ({ StartDate }) => <Time at={StartDate} />, isMinor: true },
        {
          title: 'Next billing',
          cell: ({ NextBillingDate }) => <Time at={NextBillingDate} />,
          isMinor: true,
        },
        {
          title: 'Balance',
          cell: ({ Balance, Currency }) => <Money amount={Balance} currency={Currency} />,
          isNumber: true,
        },
      ]}
      empty={
        <Empty title="No contracts yet">
          <p>A paid order makes one. Sign somebody up in the playground, or create a test contract.</p>
          <p class="actions">
            <NewContract />
            <a class="button" href="#/playground">
              Open the playground
            </a>
          </p>
        </Empty>
      }
      actions={<NewContract />}
      detail={(id) => <ContractDetail id={id} planOf={planOf} />}
    />
  );
}

/** Orders and commits: two requests, of which the second is shown with the id that the first gave. */
function NewContract() {
  const { data } = useQuery<Catalog>('/sandbox/catalog');
  const variants = (data?.PlanVariants ?? []).map(({ Id: id, Name }) => [id, Name] as const);
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
          value: variants[0]?.[0] ?? 'b00000000000000000000001',
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

/** Invoices whose periods are read, at most: the latest ones. */
const MAX_PERIODS = 60;

function useInvoices(contractId: string): {
  readonly list: readonly Invoice[];
  readonly whole: readonly Invoice[];
} {
  const { data = [] } = useQuery<Invoice[]>(`/api/v1/invoices?contractId=${contractId}&take=500`, [
    'invoices',
  ]);
  const [whole, setWhole] = useState<readonly Invoice[]>([]);
  const ids = data
    .slice(0, MAX_PERIODS)
    .map(({ Id: id }) => id)
    .join(',');
  useEffect(() => {
    let isCurrent = true;
    const reads =
      ids === '' ? [] : ids.split(',').map((id) => send({ method: 'GET', path: `/api/v1/invoices/${id}` }));
    Promise.all(reads).then(
      (answers) => isCurrent && setWhole(answers.map(({ body }) => body)),
      // What was deleted meanwhile is not shown.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [ids]);
  return { list: data, whole };
}

function ContractDetail({
  id,
  planOf,
}: {
  readonly id: string;
  readonly planOf: (id: string | undefined) => string;
}) {
  useObservable(clock);
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
  const { list: invoices, whole } = useInvoices(id);
  if (contract === undefined) return <Detail title="Contract" error={error} />;
  const { Currency } = contract;
  const at = now();
  const due = clock.get()?.Next;
  const life = lifeOf({
    contract,
    invoices: whole,
    transactions,
    ledger,
    next,
    noticeUntil: cancellation?.NextPossibleCancellationDate,
    due: due?.Key === id && due.Type !== 'lifecycle' ? [due] : [],
    now: at,
    moneyText: (amount) => money(amount, Currency),
  });
  return (
    <Detail title={`${contract.ReferenceCode} · ${contract.CustomerName}`}>
      <p class="big">
        <Status value={contract.LifecycleStatus} /> <Money amount={contract.Balance} currency={Currency} />
        <span class="quiet">
          {contract.Balance > 0 ? 'open' : contract.Balance < 0 ? 'credit' : 'settled'}
        </span>
      </p>
      <LifePicture life={life} now={at} currency={Currency} />
      <ContractActions contract={contract} cancellation={cancellation} />
      <Section title="Facts">
        <Facts
          facts={[
            { name: 'Id', value: <Id value={id} /> },
            {
              name: 'Customer',
              value: (
                <DocumentLink collection="customers" id={contract.CustomerId}>
                  {contract.CustomerName}
                </DocumentLink>
              ),
            },
            { name: 'Plan', value: planOf(contract.PlanVariantId ?? contract.CurrentPhase?.PlanVariantId) },
            { name: 'Start', value: <Time at={contract.StartDate} /> },
            contract.EndDate !== undefined && { name: 'End', value: <Time at={contract.EndDate} /> },
            { name: 'Next billing', value: <Time at={contract.NextBillingDate} /> },
            { name: 'Pays with', value: bearerText(contract.PaymentBearer) },
            contract.PaymentProvider !== undefined && { name: 'Provider', value: contract.PaymentProvider },
          ]}
        />
      </Section>
      <Section title="Documents">
        {invoices.length === 0 && transactions.length === 0 && (
          <p class="quiet">No invoice and no payment yet.</p>
        )}
        <ul class="plain">
          {invoices.slice(0, 12).map(({ Id: invoice, InvoiceNumber, DocumentDate, TotalGross }) => (
            <li>
              <a href={`#/invoices/${invoice}`}>{InvoiceNumber}</a>
              <span class="quiet">{DocumentDate}</span>
              <Money amount={TotalGross} currency={Currency} />
            </li>
          ))}
          {transactions
            .slice(0, 12)
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
      </Section>
      <Related id={id} />
    </Detail>
  );
}

function ContractActions({
  contract,
  cancellation,
}: {
  readonly contract: Contract;
  readonly cancellation: { readonly EndDate?: string } | undefined;
}) {
  const { Id: id, LifecycleStatus, EndDate, Balance, PaymentProvider } = contract;
  const path = `/api/v1/contracts/${id}`;
  const isOver = LifecycleStatus === 'Ended' || LifecycleStatus === 'Annulled';
  const { data: catalog } = useQuery<Catalog>('/sandbox/catalog');
  const variants = (catalog?.PlanVariants ?? []).map(({ Id: variant, Name }) => [variant, Name] as const);
  return (
    <Section title="Actions">
      <p class="actions">
        {!isOver && EndDate === undefined && (
          <Action
            label="Cancel"
            isDanger
            isDisabled={cancellation?.EndDate === undefined}
            hint={
              cancellation?.EndDate === undefined
                ? 'At the next possible end.'
                : `With notice, at the next possible end: ${day(cancellation.EndDate)}.`
            }
            request={() => ({
              method: 'POST',
              path: `${path}/end`,
              body: { EndDate: cancellation?.EndDate },
            })}
          />
        )}
        {!isOver && EndDate !== undefined && (
          <Action
            label="Revoke cancellation"
            request={() => ({ method: 'POST', path: `${path}/revokeCancellation`, body: {} })}
          />
        )}
        {!isOver && (
          <Action
            label="End"
            isDanger
            hint="At a date, without notice. What is paid beyond it is credited."
            fields={[{ name: 'EndDate', label: 'End', kind: 'text', value: new Date(now()).toISOString() }]}
            request={({ EndDate: end }) => ({ method: 'POST', path: `${path}/end`, body: { EndDate: end } })}
          />
        )}
        {LifecycleStatus === 'Active' && (
          <Action label="Pause" request={() => ({ method: 'POST', path: `${path}/pause`, body: {} })} />
        )}
        {LifecycleStatus === 'Paused' && (
          <Action label="Resume" request={() => ({ method: 'POST', path: `${path}/resume`, body: {} })} />
        )}
        {!isOver && (
          <Action
            label="Preview a change"
            hint="What another plan would cost now. Nothing happens."
            fields={[
              {
                name: 'PlanVariantId',
                label: 'Plan',
                kind: 'select',
                value: variants[0]?.[0] ?? '',
                options: variants,
              },
            ]}
            request={({ PlanVariantId }) => ({
              method: 'POST',
              path: '/api/v1/orders/preview',
              body: { ContractId: id, Cart: { PlanVariantId } },
            })}
          />
        )}
        <Action
          label="Decide next payment"
          hint="The next payment of this contract is declined, delayed, left open or returned."
          fields={decideFields}
          request={(values) => ({
            method: 'POST',
            path: '/sandbox/payments/next',
            body: { ContractId: id, Outcome: decisionOf(values) },
          })}
          isDisabled={PaymentProvider === undefined}
        />
        <Action
          label="Book a payment"
          hint="Money that came outside of any provider."
          fields={[
            {
              name: 'Amount',
              label: 'Amount',
              kind: 'number',
              value: String(Math.max(0, Balance)),
              isRequired: true,
            },
            { name: 'Description', label: 'Description', kind: 'text', value: 'Bank transfer' },
          ]}
          request={({ Amount, Description }) => ({
            method: 'POST',
            path: `${path}/payment`,
            body: { Amount: Number(Amount), Description },
          })}
        />
        <Action
          label="Bill now"
          hint="Bills usage and rated items that wait for the next invoice."
          request={() => ({ method: 'POST', path: `${path}/bill`, body: {} })}
        />
        <PortalActions path={path} />
      </p>
    </Section>
  );
}

interface SelfServiceToken {
  readonly Token: string;
  readonly Url: string;
}

function PortalActions({ path }: { readonly path: string }) {
  const [token, setToken] = useState<SelfServiceToken | undefined>(undefined);
  return (
    <>
      <Action
        label="New self-service token"
        hint="For ClientLib.Portal. It reaches this contract and its customer, nothing else."
        request={() => ({ method: 'GET', path: `${path}/selfServiceToken` })}
        onDone={setToken}
      />
      {token !== undefined && (
        <>
          <CopyButton text={token.Token} label="Copy token" />
          <a class="button" href={token.Url} target="_blank" rel="noopener">
            Open the portal as this customer
          </a>
        </>
      )}
    </>
  );
}
