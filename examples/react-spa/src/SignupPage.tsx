import {
  type Cart,
  type CustomerData,
  type OrderResult,
  type PaymentForm as PaymentFormObject,
  Signup,
} from 'clientlib';
import { PaymentForm, usePreview } from 'clientlib/react';
import { type FormEvent, useRef, useState } from 'react';
import { inWords, isPaid, money, planVariants, publicApiKey } from './service.ts';

/** The colors of app.css: the payment form is a document of its own. */
const colors = matchMedia('(prefers-color-scheme: dark)').matches
  ? { colorScheme: 'dark', accentColor: '#5fd0a7', color: '#e3efeb' }
  : { colorScheme: 'light', accentColor: '#0b6e4f', color: '#16302b' };
const formStyle = { body: colors, label: { fontWeight: '550' } };

const countries = { DE: 'Germany', AT: 'Austria', FR: 'France', NL: 'Netherlands', US: 'United States' };

export function SignupPage() {
  const [signup] = useState(() => new Signup());
  const [account] = useState(() => `user-${crypto.randomUUID()}`);
  const [plan, setPlan] = useState<keyof typeof planVariants>('basic');
  const [coupon, setCoupon] = useState('');
  const [person, setPerson] = useState({ EmailAddress: '', FirstName: '', LastName: '', Country: 'DE' });
  const form = useRef<PaymentFormObject>(null);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  /** The order that could not be paid yet, with what it was made for. */
  const unpaid = useRef<{ wanted: string; order: OrderResult }>(undefined);

  const thankYou = `${location.origin}/thank-you?account=${account}`;
  const cart: Cart = {
    PlanVariantId: planVariants[plan],
    ...(coupon.trim() === '' ? {} : { CouponCode: coupon.trim() }),
  };
  const customer: CustomerData = {
    EmailAddress: person.EmailAddress,
    FirstName: person.FirstName,
    LastName: person.LastName,
    Address: { Country: person.Country },
    Tag: account,
  };

  // Updated whenever the cart or the country changes.
  const price = usePreview(cart, { Address: { Country: person.Country } });
  const order = price.order;

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (busy || form.current === null) return;
    setBusy(true);
    setProblem('');
    try {
      if (!(await form.current.validate())) return;
      const wanted = JSON.stringify([cart, customer]);
      if (unpaid.current?.wanted !== wanted) {
        unpaid.current = { wanted, order: await signup.createOrder(cart, customer) };
      }
      const result = await signup.paySignupInteractive(null, form.current, unpaid.current.order);
      location.href = result.Url ?? thankYou;
    } catch (error) {
      // The customer came back to an order that is paid.
      if (isPaid(error)) location.href = thankYou;
      else setProblem(inWords(error));
    } finally {
      setBusy(false);
    }
  }

  const text = (name: keyof typeof person, label: string, type = 'text') => (
    <label>
      {label}
      <input
        required
        type={type}
        value={person[name]}
        onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
      />
    </label>
  );

  return (
    <form onSubmit={pay}>
      <h1>Start your subscription</h1>
      <fieldset>
        <legend>Plan</legend>
        <label className="choice">
          <input type="radio" checked={plan === 'basic'} onChange={() => setPlan('basic')} /> Basic, €9.90 a
          month
        </label>
        <label className="choice">
          <input type="radio" checked={plan === 'pro'} onChange={() => setPlan('pro')} /> Pro, €29 a month and
          €49 setup
        </label>
      </fieldset>
      <fieldset>
        <legend>Your details</legend>
        {text('EmailAddress', 'E-mail', 'email')}
        {text('FirstName', 'First name')}
        {text('LastName', 'Last name')}
        <label>
          Country
          <select
            value={person.Country}
            onChange={(event) => setPerson({ ...person, Country: event.target.value })}
          >
            {Object.entries(countries).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Coupon
          <input value={coupon} onChange={(event) => setCoupon(event.target.value)} />
        </label>
        {order?.Coupon?.ErrorCode && <p role="alert">This code is not valid.</p>}
      </fieldset>
      <fieldset>
        <legend>Payment</legend>
        <PaymentForm
          ref={form}
          publicApiKey={publicApiKey}
          paymentMethods={['CreditCard:Bravo', 'Debit:Delta', 'November']}
          locale="en"
          providerReturnUrl={thankYou}
          formStyle={formStyle}
          onReady={() => setReady(true)}
          onError={() => setFailed(true)}
        />
        {failed && <p role="alert">The payment form could not be loaded. Please reload the page.</p>}
      </fieldset>
      <p className="due" aria-live="polite">
        {order === undefined ? '…' : `${money(order.TotalGross, order.Currency)} due today, VAT included`}
      </p>
      {price.error && <p role="alert">{inWords(price.error)}</p>}
      {problem !== '' && <p role="alert">{problem}</p>}
      <button type="submit" disabled={busy || !ready}>
        {busy ? 'One moment…' : 'Subscribe'}
      </button>
    </form>
  );
}
