import type { ContractDetails } from '../../domain/contracts/contracts.ts';
import type { Account } from '../../domain/records/account.ts';
import type { PaymentBearer } from '../../model/payment.ts';
import type { ServiceContext } from '../env.ts';
import { answerPage, moneyText, type Page } from './page.tsx';
import type { PortalLanguage } from './portal-texts.ts';

/** What the pages of a contract are made of. */
export interface PortalView {
  readonly account: Account;
  readonly baseUrl: string;
  readonly language: PortalLanguage;
  readonly details: ContractDetails;
  /** What stands behind `?` in every address of this customer's portal: token and language. */
  readonly query: string;
}

/** What all pages of the portal share. The merchant's own pages may show them in a frame. */
function shellOf(
  c: ServiceContext,
  { texts, locale }: PortalLanguage,
): Pick<Page, 'brand' | 'lang' | 'notice' | 'frameAncestors'> {
  const { Name, PortalFrameAncestors } = c.env.core.tx.account;
  return {
    brand: Name,
    lang: locale,
    notice: texts.notice,
    frameAncestors: ["'self'", ...PortalFrameAncestors],
  };
}

/** Formats a timestamp as a date of the merchant's calendar. */
function dateText({ account, language }: PortalView, timestamp: string): string {
  const format = { dateStyle: 'long', timeZone: account.TimeZone } as const;
  return new Intl.DateTimeFormat(language.locale, format).format(new Date(timestamp));
}

const portalUrl = ({ baseUrl, query }: PortalView, path = '') => `${baseUrl}/portal${path}?${query}`;

/** The page of a contract, where the `Url` of a self-service token leads. */
export function portalPage(c: ServiceContext, view: PortalView): Response {
  return answerPage(c, {
    ...shellOf(c, view.language),
    title: view.language.texts.title,
    body: (
      <>
        <Facts {...view} />
        {isCancelable(view) && (
          <a class="button" href={portalUrl(view, '/cancel')}>
            {view.language.texts.cancel}
          </a>
        )}
        <Invoices {...view} />
      </>
    ),
  });
}

/** Whether the customer can still cancel: not when it ends already, and not what a store has sold. */
export const isCancelable = ({ details: { Contract, EndDateIfCancelledNow } }: PortalView) =>
  Contract.EndDate === undefined && EndDateIfCancelledNow !== undefined;

/** @param dateChanged whether the customer has confirmed a date that has passed since */
export function cancelPage(c: ServiceContext, view: PortalView, dateChanged: boolean): Response {
  const { EndDateIfCancelledNow: endDate = '' } = view.details;
  const { texts } = view.language;
  return answerPage(c, {
    ...shellOf(c, view.language),
    title: texts.cancelQuestion,
    body: (
      <>
        {dateChanged && (
          <p class="message wait" role="status">
            {texts.dateChanged}
          </p>
        )}
        <p>{texts.cancelExplained(dateText(view, endDate))}</p>
        <form method="post" action={portalUrl(view, '/cancel')}>
          <input type="hidden" name="endDate" value={endDate} />
          <div class="actions">
            <button type="submit" class="danger">
              {texts.cancel}
            </button>
            <a class="button" href={portalUrl(view)}>
              {texts.keep}
            </a>
          </div>
        </form>
      </>
    ),
  });
}

/** A page that says one thing. */
export function portalMessage(
  c: ServiceContext,
  language: PortalLanguage,
  [title, text]: readonly [title: string, text: string],
  page: Pick<Page, 'status' | 'scripts'> & {
    readonly meaning: 'ok' | 'wait' | 'fail';
    /** For the developer, who looks at this page too. */
    readonly detail?: string;
  },
): Response {
  const { meaning, detail, ...rest } = page;
  return answerPage(c, {
    ...shellOf(c, language),
    ...rest,
    title,
    body: (
      <>
        <p class={`message ${meaning}`} role="status">
          {text}
        </p>
        {detail !== undefined && <p class="quiet">{detail}</p>}
      </>
    ),
  });
}

function Facts(view: PortalView) {
  const { details, language } = view;
  const { Contract, CurrentPlan, PaymentMethod } = details;
  const { texts, locale } = language;
  const owes = Contract.CurrentBalance >= 0;
  return (
    <dl class="facts">
      <dt>{texts.status}</dt>
      <dd>
        <Status {...view} />
      </dd>
      <dt>{texts.customer}</dt>
      <dd>{Contract.CustomerName}</dd>
      <dt>{texts.plan}</dt>
      <dd>{CurrentPlan.PlanName}</dd>
      <dt>{texts.since}</dt>
      <dd>{dateText(view, Contract.StartDate)}</dd>
      {Contract.NextBillingDate !== undefined && (
        <>
          <dt>{texts.nextInvoice}</dt>
          <dd>{dateText(view, Contract.NextBillingDate)}</dd>
        </>
      )}
      <dt>{texts.payment}</dt>
      <dd>{methodText(PaymentMethod, language)}</dd>
      <dt class="total">{owes ? texts.openBalance : texts.credit}</dt>
      <dd class="total">{moneyText(Math.abs(Contract.CurrentBalance), Contract.Currency, locale)}</dd>
    </dl>
  );
}

function Status(view: PortalView) {
  const { Contract, PaymentsBlocked } = view.details;
  const { texts } = view.language;
  const [text, meaning] = statusOf(view);
  return (
    <>
      <span class={`mark ${meaning}`}>{text}</span>
      {PaymentsBlocked && Contract.LifecycleStatus !== 'Ended' && (
        <>
          <br />
          <span class="mark fail">{texts.paymentsBlocked}</span>
        </>
      )}
    </>
  );
}

function statusOf(view: PortalView): readonly [text: string, meaning: 'ok' | 'wait' | 'fail'] {
  const { LifecycleStatus, EndDate } = view.details.Contract;
  const { texts } = view.language;
  const endDate = EndDate === undefined ? undefined : dateText(view, EndDate);
  if (LifecycleStatus === 'Annulled') return [texts.annulled, 'fail'];
  if (LifecycleStatus === 'Ended') return [texts.endedOn(endDate ?? ''), 'fail'];
  if (endDate !== undefined) return [texts.endsOn(endDate), 'wait'];
  if (LifecycleStatus === 'Paused') return [texts.paused, 'wait'];
  return [LifecycleStatus === 'InTrial' ? texts.trial : texts.active, 'ok'];
}

function methodText(bearer: PaymentBearer | undefined, { texts }: PortalLanguage): string {
  if (bearer === undefined) return texts.noPayment;
  const { Type, CardType, Last4, ExpiryMonth, ExpiryYear, IBAN, Account, EmailAddress } = bearer;
  if (Type === 'CreditCard') {
    const expiry =
      ExpiryMonth === undefined
        ? ''
        : `, ${texts.validUntil} ${`${ExpiryMonth}`.padStart(2, '0')}/${ExpiryYear}`;
    return `${CardType ?? Type} ${texts.endingIn} ${Last4}${expiry}`;
  }
  const name = { BankAccount: texts.bankAccount, InvoicePayment: texts.onInvoice }[Type] ?? Type;
  return [name, IBAN ?? Account ?? EmailAddress].filter((part) => part !== undefined).join(' ');
}

function Invoices(view: PortalView) {
  const { details, baseUrl, query } = view;
  const { texts, locale } = view.language;
  const { RecentInvoices, Contract } = details;
  if (RecentInvoices.length === 0) return null;
  const link = (id: string) => `${baseUrl}/api/v1/CustomerSelfService/invoices/${id}/pdf?${query}`;
  return (
    <>
      <h2>{texts.invoices}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.date}</th>
            <th scope="col" class="number">
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {RecentInvoices.map(({ Id, InvoiceNumber, InvoiceDate, TotalGross }) => (
            <tr>
              <td>
                <a href={link(Id)}>{InvoiceNumber}</a>
              </td>
              <td>{dateText(view, InvoiceDate)}</td>
              <td class="number">{moneyText(TotalGross, Contract.Currency, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
