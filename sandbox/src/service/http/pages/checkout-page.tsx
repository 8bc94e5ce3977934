import { urlOrigin } from '../../domain/payments/return-url.ts';
import { banks, isOpen, leavingUrl } from '../../simulation/checkouts.ts';
import type { ProviderCheckout } from '../../simulation/collections.ts';
import type { ConfiguredBearer } from '../../simulation/configured-bearers.ts';
import { type TestDataRow, testData } from '../../simulation/test-data.ts';
import type { ServiceContext } from '../zones/env.ts';
import { Field } from './form-field.tsx';
import { answerPage, moneyText, type Page } from './page.tsx';

export interface CheckoutView {
  readonly checkout: ProviderCheckout;
  readonly bearer: ConfiguredBearer | undefined;
  readonly merchant: string;
  /** By input name. */
  readonly errors?: { readonly [field: string]: string };
  /** Input to restore, without payment data; by input name. */
  readonly typed?: { readonly [field: string]: string | undefined } | undefined;
}

/** A page on which the customer pays. */
interface OpenView extends CheckoutView {
  readonly bearer: ConfiguredBearer;
}

/** The page of a checkout: its form, or its result. */
export function checkoutPage(c: ServiceContext, view: CheckoutView): Response {
  const { checkout, bearer, errors = {} } = view;
  if (bearer === undefined || !isOpen(checkout)) return finishedPage(c, view);
  if (checkout.State === 'Confirming') {
    return answerPage(c, { ...toShell(view), title: 'Confirm on your phone', body: <PhoneForm {...view} /> });
  }
  return answerPage(c, {
    ...toShell(view),
    title: checkout.Preauth ? 'Confirm your payment method' : `Pay ${toTotal(checkout)}`,
    status: Object.keys(errors).length > 0 ? 422 : 200,
    body: <PaymentForm {...view} bearer={bearer} />,
  });
}

const toShell = ({ checkout }: CheckoutView): Pick<Page, 'brand' | 'formTargets'> => ({
  brand: checkout.Provider,
  formTargets: [urlOrigin(new URL(checkout.ReturnUrl))],
});

const toTotal = ({ Amount, Currency }: ProviderCheckout) => moneyText(Amount, Currency);

function PaymentForm(view: OpenView) {
  const { checkout, bearer, errors = {} } = view;
  return (
    <>
      <Summary {...view} />
      {Object.keys(errors).length > 0 && (
        <p class="message fail" role="alert">
          Please check what you entered.
        </p>
      )}
      <form method="post" novalidate>
        <Inputs {...view} />
        <div class="actions">
          <button type="submit" class="main" name="action" value="pay">
            {checkout.Preauth ? 'Confirm' : `Pay ${toTotal(checkout)}`}
          </button>
          <div class="row">
            <button type="submit" name="action" value="decline">
              Simulate decline
            </button>
            <button type="submit" name="action" value="cancel">
              Cancel
            </button>
          </div>
        </div>
      </form>
      <TestData bearer={bearer} />
    </>
  );
}

function Summary({ checkout, merchant }: CheckoutView) {
  return (
    <dl class="facts">
      <dt>Merchant</dt>
      <dd>{merchant}</dd>
      <dt>For</dt>
      <dd>{checkout.Description}</dd>
      <dt class="total">{checkout.Preauth ? 'Reserved' : 'Total'}</dt>
      <dd class="total">{toTotal(checkout)}</dd>
    </dl>
  );
}

const rowsFor = (kind: TestDataRow['Kind']) => testData.filter(({ Kind }) => Kind === kind);

const offers = (kind: TestDataRow['Kind']) =>
  rowsFor(kind).map(({ Value, Outcome }) => ({ value: Value, label: Outcome }));

function Inputs({ checkout, bearer, errors = {}, typed = {} }: OpenView) {
  const again = (name: string) => ({ name, value: typed[name], error: errors[name] });
  switch (bearer.Page) {
    case 'Card':
      return (
        <>
          <Field
            {...again('number')}
            label="Card number"
            inputmode="numeric"
            autocomplete="cc-number"
            offers={offers('Card')}
          />
          <div class="pair">
            <Field
              {...again('expiry')}
              label="Expires"
              inputmode="numeric"
              autocomplete="cc-exp"
              placeholder="MM / YY"
            />
            <Field
              {...again('cvc')}
              label="CVC"
              inputmode="numeric"
              autocomplete="cc-csc"
              hint="Any 3 digits, 4 for amex"
            />
          </div>
          <Field {...again('holder')} label="Name on card" autocomplete="cc-name" />
        </>
      );
    case 'Debit':
      return (
        <>
          <Field {...again('holder')} label="Account holder" autocomplete="name" />
          <Field {...again('iban')} label="IBAN" offers={offers('Iban')} />
        </>
      );
    case 'Bank':
      return <BankChoice />;
    case 'Wallet':
      return (
        <>
          {bearer.AddressFixed === true ? (
            <Field
              {...again('email')}
              value={checkout.EmailAddress}
              label="E-mail address"
              type="email"
              autocomplete="username"
              readonly
              hint="Set by the shop; it cannot be changed here."
            />
          ) : (
            <Field
              {...again('email')}
              value={typed['email'] ?? checkout.EmailAddress}
              label="E-mail address"
              type="email"
              autocomplete="username"
              offers={offers('Email')}
            />
          )}
          <Field
            {...again('password')}
            label="Password"
            type="password"
            autocomplete="current-password"
            hint="Any password works."
          />
        </>
      );
    case 'Phone':
      return (
        <Field
          {...again('phone')}
          label="Mobile number"
          type="tel"
          inputmode="tel"
          autocomplete="tel"
          offers={offers('Phone')}
        />
      );
    case 'Script':
      return <FailureScript error={errors['failAfter']} />;
    default:
      return null;
  }
}

function BankChoice() {
  return (
    <fieldset>
      <legend>Your bank</legend>
      {banks.map((bank, at) => (
        <label class="choice">
          <input type="radio" name="bank" value={bank} checked={at === 0} />
          {bank}
        </label>
      ))}
    </fieldset>
  );
}

/** Shows the controls of the test-only provider, which decide its later results. */
function FailureScript({ error }: { readonly error: string | undefined }) {
  return (
    <>
      <Field
        name="failAfter"
        label="Fail after this number of transactions"
        type="number"
        inputmode="numeric"
        optional
        hint="This payment is the first. Leave it empty to always succeed."
        error={error}
      />
      <div class="field">
        <label class="choice">
          <input type="checkbox" name="alwaysFail" value="true" />
          Always fail
        </label>
      </div>
      <div class="field">
        <label for="severity">Severity of the failure</label>
        <select id="severity" name="severity">
          <option value="Minor">Minor: retried within hours</option>
          <option value="Medium">Medium: retried twice a day</option>
          <option value="Severe">Severe: not retried</option>
        </select>
      </div>
    </>
  );
}

const kinds: { readonly [page: string]: TestDataRow['Kind'] } = {
  Card: 'Card',
  Debit: 'Iban',
  Bank: 'Bank',
  Wallet: 'Email',
  Phone: 'Phone',
};

function TestData({ bearer }: { readonly bearer: ConfiguredBearer }) {
  const kind = kinds[bearer.Page ?? ''];
  if (kind === undefined) return null;
  return (
    <details>
      <summary>Test data</summary>
      {/* A scrollable element must be reachable by keyboard. */}
      <section class="scroll" tabindex={0} aria-label="Test data">
        <table>
          <thead>
            <tr>
              <th scope="col">Enter</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {rowsFor(kind).map(({ Value, Outcome }) => (
              <tr>
                <td>
                  <code>{Value}</code>
                </td>
                <td>{Outcome}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function PhoneForm({ checkout, merchant }: CheckoutView) {
  return (
    <>
      <p>A message was sent to your phone. This is its screen:</p>
      <form method="post">
        <div class="phone">
          <p>
            <strong>{merchant}</strong>
            <br />
            {checkout.Preauth
              ? 'wants to charge your phone bill in the future.'
              : `asks for ${toTotal(checkout)}.`}
          </p>
          <button type="submit" class="main" name="action" value="confirm">
            Confirm
          </button>
          <button type="submit" name="action" value="decline">
            Decline
          </button>
        </div>
        <button type="submit" name="action" value="cancel">
          Cancel in the browser
        </button>
      </form>
    </>
  );
}

const expired = ['Page expired', 'This page was open for too long. Nothing was charged.', 'fail'] as const;

const endings: {
  readonly [state: string]: readonly [title: string, text: string, meaning: 'ok' | 'fail'];
} = {
  Paid: ['Payment done', 'This payment is done; nothing is charged twice.', 'ok'],
  Declined: ['Payment declined', 'This payment was declined. The shop lets you try again.', 'fail'],
  Canceled: ['Payment canceled', 'You have canceled this payment. Nothing was charged.', 'fail'],
  Replaced: ['Payment replaced', 'The shop has started this payment again. Nothing is charged here.', 'fail'],
  AlreadyPaid: ['Order already paid', 'Your order is paid. Nothing is charged here.', 'ok'],
};

/** A finished checkout: opened again with the back button, submitted twice, or too late. */
function finishedPage(c: ServiceContext, view: CheckoutView): Response {
  const { checkout, merchant } = view;
  const [title, text, meaning] = endings[checkout.State] ?? expired;
  return answerPage(c, {
    ...toShell(view),
    title,
    status: checkout.State === 'Expired' ? 410 : 200,
    body: (
      <>
        <p class={`message ${meaning}`}>{text}</p>
        <a class="button main" href={leavingUrl(checkout)}>
          Back to {merchant}
        </a>
      </>
    ),
  });
}
