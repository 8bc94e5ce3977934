// The states of the elements that the gallery shows, each as what a customer does in a page with it.

const publicApiKey = 'a00000000000000000000001';
const basic = 'b00000000000000000000001';
const plans = ['01', '02', '03', '04'].map((end) => `b000000000000000000000${end}`).join(' ');
const methods = 'CreditCard:Bravo Debit:Delta November InvoicePayment';
const ways = { 'payment-methods': methods, 'card-types': 'visa mastercard amex' };

const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Address: { Street: 'Hauptstraße', HouseNumber: '5', PostalCode: '10117', City: 'Berlin', Country: 'DE' },
};

const signup = (attributes = {}) => ({
  tag: 'clientlib-signup',
  attributes: {
    'public-api-key': publicApiKey,
    'plan-variant-id': basic,
    ...ways,
    'terms-url': '#terms',
    'privacy-url': '#privacy',
    'withdrawal-url': '#withdrawal',
    ...attributes,
  },
});

const frameIn = (page) => page.frameLocator('main iframe');
const shown = async (page) => {
  await page.locator('#due').waitFor();
  await frameIn(page).locator('form').waitFor();
};
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const subscribe = (page) => press(page, 'Subscribe and pay');
const know = (page, more = {}) =>
  page.locator('clientlib-signup').evaluate((element, known) => Object.assign(element, { customer: known }), {
    ...customer,
    ...more,
  });

async function typeCard(page, number = '4111111111111111') {
  const frame = frameIn(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry').fill('12/39');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Name on card').fill('Ada Lovelace');
}

async function applyCoupon(page, code) {
  const bar = page.locator('[part=bar]');
  if (await bar.isVisible()) await bar.click();
  await press(page, 'Add coupon code');
  await page.getByLabel('Coupon code').fill(code);
  await press(page, 'Apply');
}

/** The service does not answer. */
const silent = (page) => page.route('**/CustomerSelfService/**', () => {});

/** @param before what has happened to the contract, by the kit of `gallery.mjs` */
const portal = (title, act, before = async () => {}) => ({
  title,
  async element(kit) {
    await kit.signUp();
    await before(kit);
    const token = await kit.token();
    return { tag: 'clientlib-portal', attributes: { token, ...ways } };
  },
  async act(page) {
    await page.getByRole('heading', { name: 'Invoices' }).or(page.locator('.sections.one')).waitFor();
    await act(page);
  },
});

const late = (kit) => kit.fall();
const blocked = (kit) => kit.fall('Severe');
const extras = async (kit) => {
  await kit.book('d00000000000000000000001');
  await kit.book('d00000000000000000000002');
};

/** By picture name. */
export const states = {
  'signup-loading': {
    title: 'Signup: loading',
    element: () => signup(),
    before: silent,
    act: (page) => page.getByText('Loading…').waitFor(),
  },
  'signup-plans': {
    title: 'Signup: plans, with prices by use and extras',
    element: () => signup({ 'plan-variant-ids': plans, 'highlight-plan': 'b00000000000000000000003' }),
    act: shown,
  },
  'signup-missing': {
    title: 'Signup: one check for page and payment form',
    element: () => signup({ consent: 'terms' }),
    async act(page) {
      await shown(page);
      await subscribe(page);
      await frameIn(page).getByText('Please fill this in.').first().waitFor();
    },
  },
  'signup-coupon': {
    title: 'Signup: a coupon, and a wrong one after it',
    element: () => signup({ 'coupon-code': 'WELCOME20' }),
    async act(page) {
      await shown(page);
      await know(page);
      await shown(page);
      await applyCoupon(page, 'NOTHING');
      await page.getByText('This coupon code is not valid.').waitFor();
      // The price with the good one is shown again.
      await page.locator('[part=summary][aria-busy=false]').waitFor({ state: 'attached' });
    },
    async adapt(page) {
      const bar = page.locator('[part=bar][aria-expanded=false]');
      if (await bar.isVisible()) await bar.click();
    },
  },
  'signup-business': {
    title: 'Signup: a business in another country',
    element: () => signup({ country: 'AT' }),
    async act(page) {
      await shown(page);
      await page.getByLabel('I am buying as a business').check();
      await page.getByLabel('Company').fill('Analytical Engines');
      await page.getByLabel('VAT ID').fill('ATU12345675');
      await page.getByLabel('E-mail address').first().click();
      await page.getByText('reverse charge').waitFor();
    },
  },
  'signup-trial': {
    title: 'Signup: a free trial',
    element: () => signup({ 'plan-variant-id': 'b00000000000000000000005' }),
    act: shown,
  },
  'signup-free': {
    title: 'Signup: a free plan',
    element: () => signup({ 'plan-variant-id': 'b00000000000000000000006' }),
    act: (page) => page.getByRole('button', { name: 'Sign up free' }).waitFor(),
  },
  'signup-card': {
    title: 'Signup: a card, the code in focus',
    element: () => signup({ consent: 'terms' }),
    async act(page) {
      await know(page);
      await shown(page);
      await typeCard(page);
      await frameIn(page).getByLabel('Security code').focus();
    },
  },
  'signup-debit': {
    title: 'Signup: direct debit with its mandate',
    element: () => signup(),
    async act(page) {
      await shown(page);
      await frameIn(page).locator('input[value="Debit:Delta"]').check();
      await frameIn(page).getByText('By signing this mandate form').waitFor();
    },
  },
  'signup-more-methods': {
    title: 'Signup: more ways to pay',
    element: () => signup({ 'payment-methods': `${methods} Kilo iDEAL:Charlie` }),
    async act(page) {
      await shown(page);
      await frameIn(page)
        .getByRole('button', { name: /More ways/ })
        .waitFor();
    },
  },
  'signup-declined': {
    title: 'Signup: a decline',
    element: () => signup(),
    async act(page) {
      await know(page);
      await shown(page);
      await typeCard(page, '4000000000000002');
      await subscribe(page);
      await page.getByText('The payment was declined.').waitFor();
    },
  },
  'signup-busy': {
    title: 'Signup: the payment is under way',
    element: () => signup({ 'payment-methods': 'InvoicePayment' }),
    async act(page) {
      await know(page);
      await shown(page);
      await silent(page);
      await subscribe(page);
      await page.locator('.spinner').waitFor();
    },
  },
  'signup-challenge': {
    title: 'Signup: 3-D Secure',
    isScreen: true,
    element: () => signup(),
    async act(page) {
      await know(page);
      await shown(page);
      await typeCard(page, '4000000000003220');
      await subscribe(page);
      await page
        .frameLocator('dialog iframe')
        .getByRole('button', { name: 'Confirm', exact: true })
        .waitFor();
    },
  },
  'signup-thanks': {
    title: 'Signup: the thanks',
    element: () => signup({ 'portal-url': '#portal' }),
    async act(page) {
      await know(page);
      await shown(page);
      await typeCard(page);
      await subscribe(page);
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    },
  },
  'signup-failed': {
    title: 'Signup: the service does not answer',
    element: () => signup(),
    before: (page) => page.route('**/CustomerSelfService/**', (route) => route.abort()),
    act: (page) => page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 60_000 }),
  },
  'signup-arabic': {
    title: 'Signup: from right to left',
    element: () => signup({ 'plan-variant-ids': plans, locale: 'ar', 'coupon-code': 'WELCOME20' }),
    act: shown,
  },
  pricing: {
    title: 'Price table',
    element: () => ({
      tag: 'clientlib-pricing',
      attributes: {
        'public-api-key': publicApiKey,
        'plan-variant-ids': `b00000000000000000000006 ${plans}`,
        'highlight-plan': 'b00000000000000000000003',
        'coupon-code': 'WELCOME20',
      },
    }),
    act: (page) => page.locator('[part=plans]').waitFor(),
  },
  portal: portal('Portal: all is well', async () => {}, extras),
  'portal-open': portal('Portal: an open amount', async () => {}, late),
  'portal-pay': portal(
    'Portal: the open amount is paid',
    async (page) => {
      await press(page, 'Pay €11.78');
      await frameIn(page).locator('form').waitFor();
    },
    late,
  ),
  'portal-unpaid': portal('Portal: payments are blocked', async () => {}, blocked),
  'portal-plan': portal('Portal: another plan', async (page) => {
    await press(page, 'Change plan');
    await page.getByRole('radio', { name: 'Pro', exact: true }).check();
    await page.getByText('Due today').waitFor();
  }),
  'portal-extras': portal('Portal: extras', async (page) => {
    await press(page, 'Change extras');
    await page.getByRole('spinbutton').first().fill('2');
    await page.getByText('Due today').waitFor();
  }),
  'portal-payment': portal('Portal: another way to pay', async (page) => {
    await press(page, 'Change payment method');
    await frameIn(page).locator('form').waitFor();
  }),
  'portal-details': portal('Portal: other customer data', async (page) => {
    await press(page, 'Change details');
    await page.getByLabel('House number').waitFor();
  }),
  'portal-cancel': portal('Portal: the cancellation', async (page) => {
    await press(page, 'Cancel subscription');
    await page.getByText(/will end on/).waitFor();
  }),
  'portal-canceled': portal('Portal: canceled', async (page) => {
    await press(page, 'Cancel subscription');
    await page.getByText(/will end on/).waitFor();
    await press(page, 'Cancel subscription');
    await page.getByText(/^Canceled/).waitFor();
  }),
  cancel: {
    title: 'The button to cancel: its form',
    element: () => ({ tag: 'clientlib-cancel', attributes: { 'declare-url': '/declare' } }),
    async act(page) {
      await press(page, 'Cancel contracts here');
      await press(page, 'Cancel now');
      await page.getByText('Please fill this in.').first().waitFor();
    },
  },
  withdraw: {
    title: 'The button to withdraw: its receipt',
    element: () => ({ tag: 'clientlib-withdraw', attributes: { 'declare-url': '/declare' } }),
    async act(page) {
      await press(page, 'Withdraw from contract here');
      await page.getByLabel('Name').fill('Ada Lovelace');
      await page.getByLabel('E-mail address').fill('ada@example.com');
      await page.getByLabel('Contract or customer number').fill('2026-0001');
      await press(page, 'Confirm withdrawal');
      await page.getByRole('button', { name: 'Print' }).waitFor();
    },
  },
};
