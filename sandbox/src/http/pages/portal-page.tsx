import type { ContractDetails } from '../../domain/contracts/contracts.ts';
import type { PaymentBearer } from '../../model/payment.ts';
import type { Reply } from '../reply.ts';
import { moneyText } from './money-text.ts';
import { pageReply } from './page.tsx';

/** What the page of a contract is made of. */
export interface PortalView {
  readonly details: ContractDetails;
  readonly merchant: string;
  readonly baseUrl: string;
  /** Goes along with each link and form: it is what the page was opened with. */
  readonly token: string;
}

/** The page that a customer sees who follows the `Url` of a self-service token. */
export function portalPage(view: PortalView): Reply {
  return pageReply({
    title: 'Your subscription',
    brand: view.merchant,
    baseUrl: view.baseUrl,
    notice: 'Simulation of the portal that the service hosts. Your own page uses ClientLib.Portal.',
    body: (
      <>
        <Facts {...view} />
        <Cancellation {...view} />
        <Invoices {...view} />
      </>
    ),
  });
}

const day = (timestamp: string) => timestamp.slice(0, 10);

function Facts({ details: { Contract, CurrentPlan, PaymentMethod } }: PortalView) {
  return (
    <dl class="facts">
      <dt>Customer</dt>
      <dd>{Contract.CustomerName}</dd>
      <dt>Plan</dt>
      <dd>{CurrentPlan.PlanName}</dd>
      <dt>Since</dt>
      <dd>{day(Contract.StartDate)}</dd>
      {Contract.NextBillingDate !== undefined && (
        <>
          <dt>Next bill</dt>
          <dd>{day(Contract.NextBillingDate)}</dd>
        </>
      )}
      {Contract.EndDate !== undefined && (
        <>
          <dt>Ends</dt>
          <dd>{day(Contract.EndDate)}</dd>
        </>
      )}
      <dt>Payment</dt>
      <dd>{PaymentMethod === undefined ? 'none' : methodText(PaymentMethod)}</dd>
      <dt class="total">Open balance</dt>
      <dd class="total">{moneyText(Contract.CurrentBalance, Contract.Currency)}</dd>
    </dl>
  );
}

function methodText(bearer: PaymentBearer): string {
  const shown: { readonly [field: string]: unknown } = bearer;
  const known = shown['Last4'] ?? shown['IBAN'] ?? shown['Account'] ?? shown['EmailAddress'];
  return [bearer.Type, known].filter((part) => part !== undefined).join(' ');
}

function Cancellation({ details, token }: PortalView) {
  const { Contract, EndDateIfCancelledNow } = details;
  if (Contract.EndDate !== undefined || EndDateIfCancelledNow === undefined) return null;
  return (
    <form method="post" action={`?selfServiceToken=${token}`}>
      <button type="submit" name="action" value="cancel">
        Cancel; it then ends on {day(EndDateIfCancelledNow)}
      </button>
    </form>
  );
}

function Invoices({ details: { RecentInvoices, Contract }, baseUrl, token }: PortalView) {
  if (RecentInvoices.length === 0) return null;
  const link = (id: string) =>
    `${baseUrl}/api/v1/CustomerSelfService/invoices/${id}/pdf?selfServiceToken=${token}`;
  return (
    <>
      <h2>Invoices</h2>
      <table>
        <tbody>
          {RecentInvoices.map(({ Id, InvoiceNumber, InvoiceDate, TotalGross }) => (
            <tr>
              <td>
                <a href={link(Id)}>{InvoiceNumber}</a>
              </td>
              <td>{day(InvoiceDate)}</td>
              <td class="number">{moneyText(TotalGross, Contract.Currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
