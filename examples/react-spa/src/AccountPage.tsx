import { type ContractDetails, Portal } from 'clientlib';
import { useEffect, useState } from 'react';
import { backEnd, day, inWords, money, planVariants } from './service.ts';

/** The page of a signed-in customer. */
export function AccountPage({ account }: { account: string }) {
  const [portal, setPortal] = useState<Portal>();
  const [details, setDetails] = useState<ContractDetails>();
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    (async () => {
      const { Token } = await backEnd<{ Token: string }>(`${account}/portal-token`, {}, signal);
      const opened = new Portal(Token);
      const first = await opened.contractDetails({ signal });
      setPortal(opened);
      setDetails(first);
    })().catch((error) => !signal.aborted && setProblem(inWords(error)));
    return () => controller.abort();
  }, [account]);

  if (portal === undefined || details === undefined) {
    return (
      <>
        <h1>Your subscription</h1>
        {problem === '' ? <p role="status">Loading…</p> : <p role="alert">{problem}</p>}
      </>
    );
  }

  async function run(work: (portal: Portal) => Promise<string>) {
    if (portal === undefined) return;
    setBusy(true);
    setMessage('');
    setProblem('');
    try {
      setMessage(await work(portal));
      setDetails(await portal.contractDetails());
    } catch (error) {
      setProblem(inWords(error));
    } finally {
      setBusy(false);
    }
  }

  const { Contract, CurrentPlan, RecentInvoices, EndDateIfCancelledNow } = details;
  return (
    <>
      <h1>Your subscription</h1>
      <p role="status">{message}</p>
      {problem !== '' && <p role="alert">{problem}</p>}
      <dl>
        <dt>Plan</dt>
        <dd>{CurrentPlan?.PlanName}</dd>
        <dt>{Contract.EndDate === undefined ? 'Next invoice' : 'Ends on'}</dt>
        <dd>{day(Contract.EndDate ?? Contract.NextBillingDate ?? Contract.StartDate)}</dd>
      </dl>
      <h2>Invoices</h2>
      <ul>
        {RecentInvoices.map((invoice) => (
          <li key={invoice.Id}>
            <a href={portal.invoicePdfDownloadUrl(invoice)}>{invoice.InvoiceNumber}</a>{' '}
            {money(invoice.TotalGross, Contract.Currency)}
          </li>
        ))}
      </ul>
      {Contract.EndDate === undefined && (
        <p className="actions">
          {Contract.PlanVariantId !== planVariants.pro && (
            <button
              type="button"
              disabled={busy}
              onClick={() =>
                run(async (portal) => {
                  const order = await backEnd<{ OrderId: string }>(`${account}/upgrade`, {
                    PlanVariantId: planVariants.pro,
                  });
                  await portal.upgradePaySync(order.OrderId);
                  return 'Welcome to Pro.';
                })
              }
            >
              Upgrade to Pro
            </button>
          )}
          <button
            type="button"
            className="quiet"
            disabled={busy}
            onClick={() => {
              const end = EndDateIfCancelledNow ? ` It runs until ${day(EndDateIfCancelledNow)}.` : '';
              if (!confirm(`Cancel your subscription?${end}`)) return;
              run(
                async (portal) =>
                  `Your subscription ends on ${day((await portal.contractCancel()).EndDate)}.`,
              );
            }}
          >
            Cancel subscription
          </button>
        </p>
      )}
    </>
  );
}
