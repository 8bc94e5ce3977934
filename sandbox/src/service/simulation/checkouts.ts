import { keyNotFound } from '../domain/basics/problem.ts';
import { timestamp } from '../domain/basics/time.ts';
import { withKeys } from '../domain/payments/return-url.ts';
import type { ChargeAnswer, ChargeRequest, FailureSeverity } from '../domain/records/payment-provider.ts';
import type { PaymentBearer } from '../model/payment.ts';
import { endChallenge } from './challenges.ts';
import { type Charge, canceled, failed } from './charge-answers.ts';
import { decide } from './charge-decision.ts';
import type { ProviderCheckout, ProviderToken } from './collections.ts';
import { type ConfiguredBearer, findBearer as configuredBearerOf } from './configured-bearers.ts';
import {
  type CardInput,
  type DebitInput,
  type ReadData,
  readCard,
  readDebit,
  refused,
} from './payment-data.ts';
import { notifyOfVisit, RETURN_TIMEOUT_MS, VISIT_TASK } from './provider-messages.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { testData, testDataFor } from './test-data.ts';
import { insertToken } from './tokens.ts';

/** The lifetime of a provider's page, in milliseconds. */
const VISIT_LASTS = 1_800_000;

/** The customer of the simulated wallets and banks. */
const PAYER = { first: 'Pat', last: 'Payer' };

/** The customer's action on a provider's page. */
export interface CheckoutInput {
  readonly action: 'pay' | 'confirm' | 'decline' | 'cancel';
  readonly card?: CardInput;
  readonly debit?: DebitInput;
  readonly email?: string;
  readonly password?: string;
  readonly bank?: string;
  readonly phone?: string;
  /** The test provider's page: this many charges succeed, all later ones fail. */
  readonly failAfter?: number;
  readonly alwaysFail?: boolean;
  readonly severity?: FailureSeverity;
}

/** Opens a page of a provider for a payment. */
export function openCheckout(
  tx: SimulationTx,
  bearer: ConfiguredBearer,
  charge: Charge,
  request: ChargeRequest,
): ChargeAnswer {
  const { ReturnUrl, EmailAddress } = request.Interactive ?? {};
  if (ReturnUrl === undefined) {
    return failed(
      charge.Provider,
      charge.Reference,
      'InvalidConfiguration',
      'Severe',
      'no page to come back to',
    );
  }
  const ExpiresAt = tx.now + VISIT_LASTS;
  const checkout = tx.providerCheckouts.insert({
    Id: tx.random.base64url(24),
    Reference: charge.Reference,
    Provider: charge.Provider,
    Role: bearer.Role,
    TransactionId: charge.TransactionId,
    Amount: charge.Amount,
    Currency: request.Currency,
    Preauth: charge.Preauth,
    Description: request.Description,
    ReturnUrl,
    State: 'Open',
    ExpiresAt,
    ...(EmailAddress === undefined ? {} : { EmailAddress }),
  });
  notifyOfVisit(tx, charge, ExpiresAt);
  return {
    Outcome: 'Redirect',
    ProviderTransactionId: charge.Reference,
    Url: `/providers/${encodeURIComponent(charge.Provider)}/checkout/${checkout.Id}`,
  };
}

/** A visit by its page's key. @throws Problem NotFound */
export function getCheckout(tx: SimulationTx, provider: string, id: string): ProviderCheckout {
  const checkout = tx.providerCheckouts.get(id);
  if (checkout === undefined || checkout.Provider !== provider) throw keyNotFound('checkout');
  if (!isOpen(checkout)) return checkout;
  const State = checkout.ExpiresAt <= tx.now ? 'Expired' : replacedBy(tx, checkout);
  return State === undefined ? checkout : { ...checkout, State };
}

/** Returns why a page that is still open must not be paid on: the shop has started another attempt. */
function replacedBy(
  tx: SimulationTx,
  { TransactionId }: ProviderCheckout,
): 'Replaced' | 'AlreadyPaid' | undefined {
  const payment = tx.interactivePayments.get(TransactionId);
  if (payment?.State !== 'Ended') return undefined;
  return tx.orders.get(payment.OrderId)?.Status === 'Completed' ? 'AlreadyPaid' : 'Replaced';
}

/** Returns whether the customer can still do something on the page. */
export function isOpen({ State }: ProviderCheckout): boolean {
  return State === 'Open' || State === 'Confirming';
}

/** Returns whether what the customer does pays, if the data is good. */
export function isPaying(checkout: ProviderCheckout, { action }: CheckoutInput): boolean {
  return isOpen(checkout) && action === (checkout.State === 'Confirming' ? 'confirm' : 'pay');
}

/** The bearer of the page; `undefined` if the account no longer has it. */
export function checkoutBearer(tx: SimulationTx, checkout: ProviderCheckout): ConfiguredBearer | undefined {
  return configuredBearerOf(tx.account, checkout.Provider, checkout.Role);
}

/** Returns the return URL with the provider's own parameters. */
export function leavingUrl({ ReturnUrl, Reference, State }: ProviderCheckout): string {
  return withKeys(ReturnUrl, { pspReference: Reference, pspStatus: State.toLowerCase() });
}

/**
 * Performs the customer's action on the page. A finished visit does not change, so a second click, or the page
 * opened again with the back button, has no effect.
 *
 * @throws Problem Invalid with the fields that are wrong; never with their values
 */
export function actOnCheckout(
  tx: SimulationTx,
  checkout: ProviderCheckout,
  input: CheckoutInput,
): ProviderCheckout {
  if (!isOpen(checkout)) return checkout;
  const bearer = checkoutBearer(tx, checkout);
  if (bearer === undefined || input.action === 'cancel')
    return ended(tx, checkout, 'Canceled', canceled(checkout.Reference));
  if (input.action === 'decline') {
    const answer = failed(
      checkout.Provider,
      checkout.Reference,
      'Rejected',
      'Severe',
      'declined on the page',
    );
    return ended(tx, checkout, 'Declined', answer);
  }
  if (checkout.State === 'Confirming') {
    // Only the phone can confirm; the page in the browser cannot start again.
    return input.action === 'confirm' ? pay(tx, checkout, bearer, checkoutToken(tx, checkout)) : checkout;
  }
  const data = readPage(tx, checkout, bearer, input);
  const token = insertToken(tx, bearer, data);
  if (bearer.Page === 'Phone') {
    return tx.providerCheckouts.replace({ ...checkout, State: 'Confirming', TokenId: token.Id });
  }
  return pay(tx, checkout, bearer, scripted(tx, token, bearer, input));
}

function checkoutToken(tx: SimulationTx, { TokenId }: ProviderCheckout): ProviderToken {
  return tx.providerTokens.get(TokenId) as ProviderToken;
}

function scripted(
  tx: SimulationTx,
  token: ProviderToken,
  bearer: ConfiguredBearer,
  { failAfter, alwaysFail, severity = 'Minor' }: CheckoutInput,
): ProviderToken {
  if (bearer.Page !== 'Script' || (failAfter === undefined && alwaysFail !== true)) return token;
  const ChargesLeft = alwaysFail === true ? 0 : (failAfter ?? 0);
  return tx.providerTokens.replace({ ...token, Script: { ChargesLeft, Severity: severity } });
}

function pay(
  tx: SimulationTx,
  checkout: ProviderCheckout,
  bearer: ConfiguredBearer,
  token: ProviderToken,
): ProviderCheckout {
  const answer = decide(tx, bearer, token, { ...checkout, Recurring: false });
  const withToken =
    answer.Outcome === 'Succeeded' || answer.Outcome === 'Pending'
      ? { ...answer, Token: token.Id, Shown: token.Shown }
      : answer;
  const State = answer.Outcome === 'Failed' ? 'Declined' : 'Paid';
  return ended(tx, { ...checkout, TokenId: token.Id }, State, withToken);
}

function ended(
  tx: SimulationTx,
  checkout: ProviderCheckout,
  State: ProviderCheckout['State'],
  Answer: ChargeAnswer,
): ProviderCheckout {
  notifyOfVisit(tx, checkout, tx.now + RETURN_TIMEOUT_MS);
  return tx.providerCheckouts.replace({ ...checkout, State, Answer });
}

/** Returns the parts of the customer's input that may be kept. */
function readPage(
  tx: SimulationTx,
  checkout: ProviderCheckout,
  bearer: ConfiguredBearer,
  input: CheckoutInput,
): ReadData {
  switch (bearer.Page) {
    case 'Card':
      return readCard(
        input.card ?? { Number: '', ExpiryMonth: 0, ExpiryYear: 0, Holder: '', Cvc: '' },
        tx.now,
      );
    case 'Debit': {
      const { shown, row } = readDebit(input.debit ?? { Holder: '' }, 'DebitIban');
      const MandateReference = `${checkout.Provider.toUpperCase()}-${tx.random.hex(8).toUpperCase()}`;
      return { shown: { ...shown, MandateReference, MandateReferenceDate: timestamp(tx.now) }, row };
    }
    case 'Bank':
      return readBank(input.bank ?? '');
    case 'Wallet':
      return readWallet(checkout, bearer, input);
    case 'Phone':
      return readPhone(checkout, input.phone ?? '');
    default:
      return { shown: { Type: checkout.Provider }, row: undefined };
  }
}

/** The banks that the bank choice offers. */
export const banks: readonly string[] = testData
  .filter(({ Kind }) => Kind === 'Bank')
  .map(({ Value }) => Value);

function readBank(bank: string): ReadData {
  const row = testDataFor('Bank', bank);
  if (row === undefined) throw refused('bank', 'InvalidBankCode', 'one of the banks');
  const shown: PaymentBearer = {
    Type: 'BankAccount',
    Holder: `${PAYER.first} ${PAYER.last}`,
    IBAN: 'NL**********4300',
    Country: 'NL',
    BankName: bank,
  };
  return { shown, row };
}

function readWallet(checkout: ProviderCheckout, bearer: ConfiguredBearer, input: CheckoutInput): ReadData {
  const typed =
    (bearer.AddressFixed === true ? checkout.EmailAddress : input.email)?.trim().toLowerCase() ?? '';
  if (!/^[^\s@]+@[^\s@]+$/.test(typed)) throw refused('email', 'InvalidPaymentData', 'an e-mail address');
  if ((input.password ?? '') === '') throw refused('password', 'LoginError', 'a password; any will do');
  const row = testDataFor('Email', typed);
  return {
    shown: {
      Type: checkout.Provider,
      EmailAddress: row?.ReportedEmail ?? typed,
      FirstName: PAYER.first,
      LastName: PAYER.last,
      CountryCode: 'DE',
    },
    row,
  };
}

function readPhone(checkout: ProviderCheckout, phone: string): ReadData {
  const number = phone
    .replace(/[\s()/-]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '+49');
  if (!/^\+\d{8,15}$/.test(number)) throw refused('phone', 'InvalidPaymentData', 'a mobile number');
  return {
    shown: { Type: checkout.Provider, Account: `*****${number.slice(-4)}` },
    row: testDataFor('Phone', number),
  };
}

/**
 * Returns the result of a visit; `undefined` while it is in progress. The provider need not notify the service
 * afterwards.
 */
export function checkoutResult(tx: SimulationTx, reference: string): ChargeAnswer | undefined {
  const visit =
    tx.providerCheckouts.find({ where: { Reference: reference } }) ??
    tx.providerChallenges.find({ where: { Reference: reference } });
  if (visit?.Answer !== undefined) tx.unschedule(VISIT_TASK, reference);
  return visit?.Answer;
}

/** Returns the provider's result if the customer has not returned: the outcome, or that the page expired. */
export function endVisit(tx: SimulationTx, reference: string): ChargeAnswer | undefined {
  const challenge = tx.providerChallenges.find({ where: { Reference: reference } });
  if (challenge !== undefined) return endChallenge(tx, challenge);
  const checkout = tx.providerCheckouts.find({ where: { Reference: reference } });
  if (checkout === undefined) return undefined;
  if (!isOpen(checkout)) return checkout.Answer;
  const answer = canceled(checkout.Reference, 'The customer did not pay before the page expired.');
  tx.providerCheckouts.replace({ ...checkout, State: 'Expired', Answer: answer });
  return answer;
}

/** Returns the facts about the payer that a provider learned from a visit. */
export function learnedAt(
  tx: SimulationTx,
  reference: string,
): { readonly Token?: string; readonly Shown?: PaymentBearer } {
  const token = tx.providerTokens.get(
    tx.providerCheckouts.find({ where: { Reference: reference } })?.TokenId,
  );
  return token === undefined ? {} : { Token: token.Id, Shown: token.Shown };
}
