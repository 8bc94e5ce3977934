import type { Contract } from '../../service/model/contract.ts';
import { openStatuses } from '../../service/model/statuses.ts';
import { joined, type Line, line, own, quoted, shortTime } from './answer.ts';
import { type Life, moneyIn } from './contract-life.ts';
import type { Json, Service } from './service.ts';

/** Returns all current reasons why a contract is not charged, in the order in which to check them. */
export async function findReasons(service: Service, life: Life): Promise<Line[]> {
  const { contract } = life;
  const events: Json[] = (await service.control('GET', '/events?take=10000')).filter(
    ({ ContractId }: Json) => ContractId === contract.Id,
  );
  const causes = [
    ...statusCauses(contract, events),
    ...billingCauses(contract),
    ...(await openOrders(service, contract)),
    ...paymentCauses(life),
    ...(await pausedBy(service, contract, events)),
    ...methodCauses(contract),
    ...(await nothingToPay(service, life)),
  ];
  return causes.map(notCharged);
}

export const notCharged = (cause: Line): Line => line`Not charged because ${cause}.`;

/** Returns causes that follow from the status of the contract. */
function statusCauses({ LifecycleStatus, ...contract }: Contract, events: readonly Json[]): Line[] {
  const { StartDate, TrialEndDate, EndDate, CurrentPause, CurrentPhase, ExternalSubscription } = contract;
  const escalated = events.find(({ Event }) => Event === 'PaymentEscalated');
  switch (LifecycleStatus) {
    case 'Draft':
      return [line`it starts on ${shortTime(StartDate)}`];
    case 'InTrial':
      return [line`it is in trial until ${shortTime(TrialEndDate ?? '')}`];
    case 'Annulled':
      return [line`it was annulled`];
    case 'Ended': {
      const isEscalated = escalated !== undefined && shortTime(escalated.At) === shortTime(EndDate ?? '');
      return [
        line`it ended on ${shortTime(EndDate ?? '')}${isEscalated ? line`, by the escalation of what was owed` : undefined}`,
      ];
    }
    case 'Paused': {
      if (ExternalSubscription !== undefined)
        return [line`the store has paused it on ${shortTime(CurrentPhase?.StartDate ?? '')}, and resumes it`];
      const { StartDate: since = '', EndDate: until } = CurrentPause ?? {};
      if (escalated !== undefined && shortTime(escalated.At) === shortTime(since))
        return [
          line`the escalation of what is owed has paused it on ${shortTime(since)}; it resumes when that is paid`,
        ];
      const end =
        until === undefined ? line`on; POST /contracts/{id}/resume resumes it` : line`to ${shortTime(until)}`;
      return [line`it is paused by a request from ${shortTime(since)} ${end}`];
    }
    default:
      return [];
  }
}

function billingCauses({ BillingSuspended, ExternalSubscription }: Contract): Line[] {
  return [
    ...(BillingSuspended ? [line`billing is suspended (BillingSuspended): no invoice is made`] : []),
    ...(ExternalSubscription === undefined
      ? []
      : [line`the store bills it (${ExternalSubscription.Type} ${quoted(ExternalSubscription.Id)})`]),
  ];
}

/** Returns orders that wait for a decision. */
async function openOrders(service: Service, { Id }: Contract): Promise<Line[]> {
  const orders: Json[] = await service.rest('GET', `/orders?contractId=${Id}&status=ApprovalPending`);
  return orders.map(waitingFor);
}

export const waitingFor = ({ Id }: Json): Line =>
  line`order ${Id} waits for a decision: POST /orders/${Id}/approve or /decline`;

/** The newest payment, if it is open, or has failed while an amount is owed. */
function paymentCauses({ contract, transactions }: Life): Line[] {
  const [newest] = transactions.filter(({ Type }) => Type === 'Payment');
  if (newest === undefined) return [];
  const { Id, Amount, Status, StatusTimestamp } = newest;
  const what = line`the payment of ${moneyIn(contract.Currency)(Amount)} (${Id})`;
  const since = shortTime(StatusTimestamp);
  if (openStatuses.includes(Status.Status)) return [line`${what} is open: ${Status.Status} since ${since}`];
  if (Status.Status === 'Failed' && contract.Balance > 0)
    return [line`${what} was declined on ${since}: ${Status.ErrorCode ?? own('without a code')}`];
  if (Status.Status.includes('Chargeback') && contract.Balance > 0)
    return [line`${what} was taken back by the payer on ${since}: ${Status.Status}`];
  return [];
}

/** Returns whether payments are paused, and who paused them. */
async function pausedBy(service: Service, contract: Contract, events: readonly Json[]): Promise<Line[]> {
  if (!contract.RecurringPaymentsPaused) return [];
  const { Cause, At } = events.find(({ Event }) => Event === 'PaymentProcessStatusChanged') ?? {};
  const { Method, Path } =
    Cause?.RequestId === undefined
      ? {}
      : await service.control('GET', `/requests/${Cause.RequestId}`).catch(() => ({}));
  const isMerchant = /^P(ATCH|UT)$/.test(Method ?? '') && /\/contracts\//i.test(Path ?? '');
  const who = isMerchant
    ? line`by the merchant (request ${Cause.RequestId}: ${Method} ${Path.split('?')[0]})`
    : line`by the service, as the last attempt failed`;
  return [
    line`payments are paused ${who}${At === undefined ? undefined : line` since ${shortTime(At)}`}: change_payment or {"RecurringPaymentsPaused": false} lets them go on`,
  ];
}

function methodCauses({
  CustomerIsLocked,
  CustomerId,
  PaymentBearer,
  PaymentProviderRole,
  ExternalSubscription,
}: Contract): Line[] {
  const bearer = PaymentBearer?.Type;
  return [
    ...(CustomerIsLocked ? [line`customer ${CustomerId} is locked (IsLocked)`] : []),
    ...(ExternalSubscription !== undefined
      ? []
      : PaymentBearer === undefined || PaymentProviderRole === 'None'
        ? [line`it has no payment method that can be charged`]
        : bearer === 'InvoicePayment'
          ? [line`the customer pays by invoice: the service waits for the transfer`]
          : []),
  ];
}

/** Why the amount of a bill is zero: a coupon, a credit, a plan without a fee. */
async function nothingToPay(service: Service, { contract, invoices }: Life): Promise<Line[]> {
  const { Id, Balance, Currency, LastBillingDate, LifecycleStatus } = contract;
  if (LifecycleStatus !== 'Active' || Balance > 0) return [];
  const money = moneyIn(Currency);
  const credit = Balance < 0 ? [line`a credit of ${money(-Balance)} ${Currency} is used up first`] : [];
  const [newest] = invoices.filter(({ IsInvoice }) => IsInvoice);
  const isFree =
    newest === undefined ||
    newest.TotalGross === 0 ||
    Date.parse(newest.Created) < Date.parse(LastBillingDate ?? '') - 60_000;
  if (LastBillingDate === undefined || !isFree) return credit;
  const discounts: Json[] = await service.rest('GET', `/contracts/${Id}/discountSubscriptions`);
  const codes = discounts.map(({ CouponCode, DiscountId }) => quoted(CouponCode ?? DiscountId));
  const when = line`the bill of ${shortTime(LastBillingDate)} came to 0`;
  const cause = codes.length > 0 ? line`coupon ${joined(codes)}` : line`the plan has no fee`;
  return [...credit, line`${when}: ${cause}`];
}
