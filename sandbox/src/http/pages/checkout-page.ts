import { html } from 'hono/html';
import { banks, isOpen, leavingUrl } from '../../simulation/checkouts.ts';
import type { ProviderCheckout } from '../../simulation/collections.ts';
import type { ConfiguredBearer } from '../../simulation/configured-bearers.ts';
import { type TestDataRow, testData } from '../../simulation/test-data.ts';
import type { Reply } from '../reply.ts';
import { type FormField, formField } from './form-field.ts';
import { moneyText } from './money-text.ts';
import { type Html, type Page, pageReply } from './page.ts';

/** What the page of a visit is made of. */
export interface CheckoutView {
  readonly checkout: ProviderCheckout;
  readonly bearer: ConfiguredBearer | undefined;
  readonly merchant: string;
  readonly baseUrl: string;
  /** By the name of the input. */
  readonly errors?: { readonly [field: string]: string };
  /** What was typed and is no payment data, to fill in again; by the name of the input. */
  readonly typed?: { readonly [field: string]: string | undefined } | undefined;
}

/** The page of a visit: what is asked for, or how it ended. */
export function checkoutPage(view: CheckoutView): Promise<Reply> {
  const { checkout, bearer } = view;
  if (bearer === undefined || !isOpen(checkout)) return finishedPage(view);
  return checkout.State === 'Confirming' ? phonePage(view) : paymentPage(view, bearer);
}

const shell = ({ checkout, baseUrl }: CheckoutView): Pick<Page, 'baseUrl' | 'brand' | 'formTargets'> => ({
  baseUrl,
  brand: checkout.Provider,
  formTargets: [new URL(checkout.ReturnUrl).origin],
});

function paymentPage(view: CheckoutView, bearer: ConfiguredBearer): Promise<Reply> {
  const { checkout, errors = {} } = view;
  const total = moneyText(checkout.Amount, checkout.Currency);
  const registers = checkout.Preauth;
  const wrong = Object.keys(errors).length > 0;
  return pageReply({
    ...shell(view),
    title: registers ? 'Confirm your payment method' : `Pay ${total}`,
    status: wrong ? 422 : 200,
    body: html`${summary(view)}
${wrong ? html`<p class="alert" role="alert">Please check what you entered.</p>` : ''}
<form method="post" novalidate>
${inputs(view, bearer)}
<div class="actions">
<button class="main" name="action" value="pay">${registers ? 'Confirm' : `Pay ${total}`}</button>
<div class="row">
<button name="action" value="decline">Be declined</button>
<button name="action" value="cancel">Cancel</button>
</div>
</div>
</form>
${offered(bearer)}`,
  });
}

function summary({ checkout, merchant }: CheckoutView): Html {
  return html`<dl class="due">
<dt>Merchant</dt><dd>${merchant}</dd>
<dt>For</dt><dd class="small">${checkout.Description}</dd>
<dt class="total">${checkout.Preauth ? 'Reserved' : 'Total'}</dt>
<dd class="total">${moneyText(checkout.Amount, checkout.Currency)}</dd>
</dl>`;
}

const offers = (kind: TestDataRow['Kind']) =>
  testData
    .filter(({ Kind }) => Kind === kind)
    .map(({ Value, Outcome }) => ({ value: Value, label: Outcome }));

function inputs(view: CheckoutView, bearer: ConfiguredBearer): Html | '' {
  const { checkout, errors = {}, typed = {} } = view;
  const field = (definition: FormField) =>
    formField({ value: typed[definition.name], ...definition }, errors[definition.name]);
  switch (bearer.Page) {
    case 'Card':
      return html`${field({ name: 'number', label: 'Card number', inputmode: 'numeric', autocomplete: 'cc-number', offers: offers('Card') })}
<div class="pair">
${field({ name: 'expiry', label: 'Expires', inputmode: 'numeric', autocomplete: 'cc-exp', placeholder: 'MM / YY' })}
${field({ name: 'cvc', label: 'CVC', inputmode: 'numeric', autocomplete: 'cc-csc', hint: 'Any 3 digits, 4 for amex' })}
</div>
${field({ name: 'holder', label: 'Name on card', autocomplete: 'cc-name' })}`;
    case 'Debit':
      return html`${field({ name: 'holder', label: 'Account holder', autocomplete: 'name' })}
${field({ name: 'iban', label: 'IBAN', offers: offers('Iban') })}`;
    case 'Bank':
      return html`<fieldset><legend>Your bank</legend>
${banks.map((bank, at) => html`<label class="choice"><input type="radio" name="bank" value="${bank}" ${at === 0 ? html`checked` : ''}>${bank}</label>`)}
</fieldset>`;
    case 'Wallet': {
      const fixed = bearer.AddressFixed === true;
      return html`${field({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        autocomplete: 'username',
        value: (fixed ? undefined : typed['email']) ?? checkout.EmailAddress,
        readonly: fixed,
        ...(fixed ? { hint: 'Set by the shop; it cannot be changed here.' } : { offers: offers('Email') }),
      })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', hint: 'Any password works.' })}`;
    }
    case 'Phone':
      return field({
        name: 'phone',
        label: 'Mobile number',
        type: 'tel',
        inputmode: 'tel',
        autocomplete: 'tel',
        offers: offers('Phone'),
      });
    case 'Script':
      return html`${field({
        name: 'failAfter',
        label: 'Fail after so many transactions',
        type: 'number',
        inputmode: 'numeric',
        optional: true,
        hint: 'This one is the first. Leave it empty to succeed always.',
      })}
<div class="field"><label class="choice"><input type="checkbox" name="alwaysFail" value="true">Always fail</label></div>
<div class="field"><label for="severity">Severity of the failure</label>
<select id="severity" name="severity">
<option value="Minor">Minor: tried again in hours</option>
<option value="Medium">Medium: tried again twice a day</option>
<option value="Severe">Severe: not tried again</option>
</select></div>`;
    default:
      return '';
  }
}

const kinds: { readonly [page: string]: TestDataRow['Kind'] } = {
  Card: 'Card',
  Debit: 'Iban',
  Bank: 'Bank',
  Wallet: 'Email',
  Phone: 'Phone',
};

function offered(bearer: ConfiguredBearer): Html | '' {
  const kind = kinds[bearer.Page ?? ''];
  if (kind === undefined) return '';
  return html`<details><summary>Test data</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Test data">
<table><thead><tr><th scope="col">Enter</th><th scope="col">What happens</th></tr></thead><tbody>
${testData.filter(({ Kind }) => Kind === kind).map(({ Value, Outcome }) => html`<tr><td><code>${Value}</code></td><td>${Outcome}</td></tr>`)}
</tbody></table></div></details>`;
}

function phonePage(view: CheckoutView): Promise<Reply> {
  const { checkout, merchant } = view;
  const total = moneyText(checkout.Amount, checkout.Currency);
  return pageReply({
    ...shell(view),
    title: 'Confirm on your phone',
    body: html`<p>A message went to your phone. This is its screen:</p>
<form method="post">
<div class="phone">
<p><strong>${merchant}</strong><br>${checkout.Preauth ? 'wants to charge your phone bill in future.' : `asks for ${total}.`}</p>
<button class="main" name="action" value="confirm">Confirm</button>
<button name="action" value="decline">Decline</button>
</div>
<button name="action" value="cancel">Cancel in the browser</button>
</form>`,
  });
}

const endings: { readonly [state: string]: readonly [title: string, text: string, css: string] } = {
  Paid: ['Payment done', 'This payment is done; nothing is charged twice.', 'good'],
  Declined: ['Payment declined', 'This payment was declined. The shop lets you try again.', 'alert'],
  Canceled: ['Payment canceled', 'You have canceled this payment. Nothing was charged.', 'alert'],
  Expired: ['Page expired', 'This page was open for too long. Nothing was charged.', 'alert'],
};

/** A visit that has ended: found again by the back button, sent twice, or too late. */
function finishedPage(view: CheckoutView): Promise<Reply> {
  const { checkout, merchant } = view;
  const [title, text, css] = endings[checkout.State] ?? (endings['Expired'] as (typeof endings)[string]);
  return pageReply({
    ...shell(view),
    title,
    status: checkout.State === 'Expired' ? 410 : 200,
    body: html`<p class="${css}">${text}</p>
<p><a class="button main" href="${leavingUrl(checkout)}">Back to ${merchant}</a></p>`,
  });
}
