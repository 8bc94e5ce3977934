import { html } from 'hono/html';
import type { ContractDetails } from '../../domain/contracts/contracts.ts';
import type { PaymentBearer } from '../../model/payment.ts';
import type { Reply } from '../reply.ts';
import { moneyText } from './money-text.ts';
import { type Html, pageReply } from './page.ts';

/** What the page of a contract is made of. */
export interface PortalView {
  readonly details: ContractDetails;
  readonly merchant: string;
  readonly baseUrl: string;
  /** Goes along with each link and form: it is what the page was opened with. */
  readonly token: string;
}

/** The page that a customer sees who follows the `Url` of a self-service token. */
export function portalPage(view: PortalView): Promise<Reply> {
  const { Contract, CurrentPlan, PaymentMethod } = view.details;
  const balance = moneyText(Contract.CurrentBalance, Contract.Currency);
  return pageReply({
    title: 'Your subscription',
    brand: view.merchant,
    baseUrl: view.baseUrl,
    notice: 'Simulation of the portal that the service hosts. Your own page uses ClientLib.Portal.',
    body: html`<dl class="due">
<dt>Customer</dt><dd>${Contract.CustomerName}</dd>
<dt>Plan</dt><dd>${CurrentPlan.PlanName}</dd>
<dt>Since</dt><dd>${day(Contract.StartDate)}</dd>
${entry('Next bill', Contract.NextBillingDate)}${entry('Ends', Contract.EndDate)}
<dt>Payment</dt><dd>${PaymentMethod === undefined ? 'none' : methodText(PaymentMethod)}</dd>
<dt class="total">Open balance</dt><dd class="total">${balance}</dd>
</dl>
${cancellation(view)}
${invoices(view)}`,
  });
}

const day = (timestamp: string) => timestamp.slice(0, 10);

const entry = (name: string, timestamp: string | undefined): Html | '' =>
  timestamp === undefined ? '' : html`<dt>${name}</dt><dd>${day(timestamp)}</dd>`;

function methodText(bearer: PaymentBearer): string {
  const shown: { readonly [field: string]: unknown } = bearer;
  const known = shown['Last4'] ?? shown['IBAN'] ?? shown['Account'] ?? shown['EmailAddress'];
  return [bearer.Type, known].filter((part) => part !== undefined).join(' ');
}

function cancellation({ details, token }: PortalView): Html | '' {
  const { Contract, EndDateIfCancelledNow } = details;
  if (Contract.EndDate !== undefined || EndDateIfCancelledNow === undefined) return '';
  return html`<form method="post" action="?selfServiceToken=${token}">
<button name="action" value="cancel">Cancel; it then ends on ${day(EndDateIfCancelledNow)}</button>
</form>`;
}

function invoices({ details, baseUrl, token }: PortalView): Html | '' {
  const { RecentInvoices, Contract } = details;
  if (RecentInvoices.length === 0) return '';
  const link = (id: string) =>
    `${baseUrl}/api/v1/CustomerSelfService/invoices/${id}/pdf?selfServiceToken=${token}`;
  return html`<h2>Invoices</h2>
<table>
${RecentInvoices.map(
  ({ Id, InvoiceNumber, InvoiceDate, TotalGross }) => html`<tr>
<td><a href="${link(Id)}">${InvoiceNumber}</a></td><td>${day(InvoiceDate)}</td><td>${moneyText(TotalGross, Contract.Currency)}</td>
</tr>`,
)}
</table>`;
}
