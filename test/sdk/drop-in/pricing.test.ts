// @vitest-environment happy-dom
import 'clientlib/drop-in';
import { describe, expect, it, vi } from 'vitest';
import { basic, free, japan, key, type Page, pagesForEachTest, pro, tokyo, trial, yearly } from './page.ts';

const newPage = pagesForEachTest();
const ids = [basic, yearly, pro, trial, free].join(' ');
const open = (attributes: Record<string, string> = {}) =>
  newPage().ready('clientlib-pricing', {
    'public-api-key': key,
    'plan-variant-ids': ids,
    locale: 'en',
    ...attributes,
  });

describe('<clientlib-pricing>', () => {
  it('shows a card for each plan, with the price of its period and what is billed by use', async () => {
    const page = await open({ 'highlight-plan': pro });
    const cards = () =>
      [...page.root.querySelectorAll('.card')].map((card) => card.querySelector('.price')?.textContent);
    await vi.waitFor(() =>
      expect(cards()).toEqual(['€11.78 / month', '€34.51 / month', '14 days free', '€0.00']),
    );
    expect(page.find('[part~=highlighted] .name').textContent).toBe('Pro');
    // Once for all plans of a group, with the VAT of the cards.
    expect(page.root.querySelectorAll('[part=by-use]')).toHaveLength(1);
    expect(page.find('[part=by-use]').textContent).toContain(
      'API calls€0.0119Storage GBfrom €0.0595from 0€0.119',
    );
    page.find('[name=period][value="1 Year"]').click();
    expect(cards()[0]).toContain('€117.81 / year');
  });

  it('shows the plans that the page names, in its order', async () => {
    for (const wanted of [
      [free, trial, pro, basic],
      [trial, basic],
      [basic, free],
    ]) {
      const page = await open({ 'plan-variant-ids': wanted.join(' '), 'signup-url': '/join?plan={plan}' });
      const links = page.root.querySelectorAll('.card a[href]');
      expect([...links].map((link) => link.getAttribute('href'))).toEqual(
        wanted.map((id) => expect.stringContaining(`/join?plan=${id}`)),
      );
    }
  });

  it('shows what consumers of a country pay with the coupon, and for how long', async () => {
    const page = await open({ 'coupon-code': 'WELCOME20', country: 'AT' });
    const card = () => `${page.find('.card .card-price').textContent}`;
    await vi.waitFor(() => expect(card()).toContain('€11.88 €9.50 / month−20% · until'));
    const unknown = await open({ 'coupon-code': 'NOTHING' });
    const other = () => `${unknown.find('.card .card-price').textContent}`;
    await vi.waitFor(() => expect(other()).toContain('€11.78 / monthBilled monthly, incl. VAT'));
  });

  it("ends a discount on a day of the account's zone, whatever that of the browser is", async () => {
    const options = { clock: '2026-01-15T12:30:00Z', config: { Account: { TimeZone: 'Pacific/Auckland' } } };
    const settings = { 'public-api-key': key, 'plan-variant-ids': basic, locale: 'en' };
    const page = newPage(options);
    await page.ready('clientlib-pricing', { ...settings, 'coupon-code': 'WELCOME20' });
    await page.untilText('−20% · until April 16, 2026');
  });

  it('has for each plan group its currency, its VAT and what is billed by use in it', async () => {
    const page = newPage({ config: japan });
    const settings = { 'public-api-key': key, 'plan-variant-ids': `${basic} ${tokyo}`, locale: 'en' };
    await page.ready('clientlib-pricing', settings);
    await page.untilText('€11.78');
    const texts = (selector: string) =>
      [...page.root.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(texts('.card-price')).toEqual([
      '€11.78 / monthBilled monthly, incl. VAT',
      '¥1,200 / monthBilled monthly, incl. VAT',
    ]);
    expect(texts('[part=by-use] .use:first-child').filter((text) => !text?.startsWith('from'))).toEqual(
      expect.arrayContaining(['API calls€0.0119', 'Power¥50']),
    );
    expect(page.calls.filter((path) => path === 'signup/preview')).toHaveLength(2);
  });

  it('that could not be loaded is loaded once more by its button, and shows that it loads', async () => {
    const page = newPage();
    page.losesRequestOf = 'signup/offer';
    await page.open('clientlib-pricing', { 'public-api-key': key, locale: 'en' });
    await page.untilText('That did not work.');
    page.losesRequestOf = undefined;
    let arrive = (): void => {};
    page.answersAfter.set('signup/offer', new Promise((resolve) => (arrive = resolve)));
    page.button('Try again').click();
    expect([page.root.querySelector('.skeleton') !== null, page.root.querySelector('button')]).toEqual([
      true,
      null,
    ]);
    // The button that had the focus is gone.
    expect(page.root.activeElement).toBe(page.find('.top'));
    arrive();
    await page.untilText('Choose Basic');
    expect(page.happened('ready')).toBe(1);
  });

  it('is ready once its cards are shown', async () => {
    const page = newPage();
    const cards: number[] = [];
    const count = () => cards.push(page.root.querySelectorAll('.card').length);
    document.body.addEventListener('ready', count, { once: true, capture: true });
    await page.ready('clientlib-pricing', { 'public-api-key': key, 'plan-variant-ids': ids, locale: 'en' });
    expect(cards).toEqual([4]);
  });

  it('links each plan to the signup, with the coupon of the address', async () => {
    history.replaceState(null, '', '/prices?coupon=WELCOME20');
    const page = await open({ 'signup-url': '/join?plan={plan}&code={coupon}' });
    const links = [...page.root.querySelectorAll('a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(links).toEqual([
      ['Choose Basic', `/join?plan=${basic}&code=WELCOME20`],
      ['Choose Pro', `/join?plan=${pro}&code=WELCOME20`],
      ['Choose Pro trial', `/join?plan=${trial}&code=WELCOME20`],
      ['Sign up free', `/join?plan=${free}&code=WELCOME20`],
    ]);
    expect(page.find('[part=coupon]').textContent).toBe('Coupon code: WELCOME20');
  });

  it('takes the coupon that the page has set before that of its address', async () => {
    history.replaceState(null, '', '/prices?coupon=HALF1');
    const page = await open({ 'signup-url': '/join/{plan}?code={coupon}', 'coupon-code': 'WELCOME20' });
    expect(page.find('a').getAttribute('href')).toBe(`/join/${basic}?code=WELCOME20`);
  });

  it('encodes the coupon in the address', async () => {
    const page = await open({ 'signup-url': '/join/{plan}?code={coupon}', 'coupon-code': 'A&B C' });
    expect(page.find('a').getAttribute('href')).toBe(`/join/${basic}?code=A%26B%20C`);
  });

  it('leaves the place of a coupon empty where there is none', async () => {
    const page = await open({ 'signup-url': '/join/{plan}?code={coupon}' });
    expect(page.find('a').getAttribute('href')).toBe(`/join/${basic}?code=`);
    const plain = await open({ 'signup-url': '/join' });
    expect(plain.find('a').getAttribute('href')).toBe(`http://localhost:3000/join?plan=${basic}`);
  });

  it('adds plan and coupon to an address without places for them', async () => {
    const page = await open({ 'signup-url': '/join?ref=mail', 'coupon-code': 'A B' });
    expect(page.find('a').getAttribute('href')).toBe(
      `http://localhost:3000/join?ref=mail&plan=${basic}&coupon=A+B`,
    );
  });

  it('opens the signup on the same page, which looks and speaks as the table does', async () => {
    const look = { country: 'at', theme: 'round', density: 'compact' };
    const page = await open({ 'coupon-code': 'WELCOME20', ...look });
    const texts = { choosePlan: 'Choose {plan}', subscribe: 'Join' };
    Object.assign(page.element, { texts });
    await page.until(() => page.happened('ready') > 1);
    const chosen: unknown[] = [];
    page.element.addEventListener('choose', (event) => chosen.push((event as CustomEvent).detail));
    page.button('Choose Pro').click();
    const signup = page.element.nextElementSibling as HTMLElement;
    expect(chosen).toEqual([{ PlanVariantId: pro, CouponCode: 'WELCOME20' }]);
    expect(signup).toMatchObject({
      localName: 'clientlib-signup',
      publicApiKey: key,
      planVariantId: pro,
      couponCode: 'WELCOME20',
      locale: 'en',
      ...look,
      texts,
      tabIndex: -1,
    });
    expect(document.activeElement).toBe(signup);
    page.button('Choose Basic').click();
    expect(document.querySelectorAll('clientlib-signup')).toHaveLength(1);
    expect(document.querySelector('clientlib-signup')).toBe(signup);
    expect(signup).toMatchObject({ planVariantId: basic });
    signup.remove();
  });

  it('opens the signup that the page has, as the page has set it', async () => {
    const signup = document.createElement('clientlib-signup');
    Object.assign(signup, { publicApiKey: key, locale: 'de', planVariantId: basic });
    document.body.append(signup);
    const scroll = vi.fn();
    Object.assign(signup, { scrollIntoView: scroll });
    const page = await open();
    page.button('Choose Pro').click();
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'start' });
    expect(page.element.nextElementSibling).toBeNull();
    expect(signup).toMatchObject({ planVariantId: pro, locale: 'de', couponCode: undefined });
    expect(document.activeElement).toBe(signup);
    signup.remove();
  });

  it('tells of a plan that is chosen by a link too', async () => {
    const page = await open({ 'signup-url': '/join?plan={plan}' });
    page.find('a').addEventListener('click', (event) => event.preventDefault());
    page.find('a').click();
    expect(page.events.at(-1)).toEqual(['choose', { PlanVariantId: basic }]);
    expect(document.querySelector('clientlib-signup')).toBeNull();
  });

  it('asks for one price of each plan group, and with a coupon for one of each plan', async () => {
    const prices = ({ calls }: Page) => calls.filter((path) => path === 'signup/preview').length;
    const page = await open();
    await page.untilText('incl. VAT');
    expect(prices(page)).toBe(1);
    const reduced = await open({ 'coupon-code': 'WELCOME20' });
    await reduced.untilText('−20%');
    expect(prices(reduced)).toBe(ids.split(' ').length);
  });

  it('asks for none where every plan is free', async () => {
    const page = await open({ 'plan-variant-ids': free });
    await page.until(() => page.text.includes('Sign up free'));
    expect(page.calls).toEqual(['signup/offer']);
  });

  it.each([
    [pro, ['Choose Pro']],
    ['b10000000000000000000001', ['Choose Basic']],
    ['none', []],
  ])('with %s recommended has that button in the main color', async (plan, names) => {
    const page = await open({ 'highlight-plan': plan });
    expect([...page.root.querySelectorAll('.main-button')].map((one) => one.textContent)).toEqual(names);
  });

  it('does not call a plan free that has a setup fee', async () => {
    const PlanVariants = [{ Id: free, SetupFee: 10 }];
    const page = newPage({ config: { Catalogue: { PlanVariants } } });
    const settings = { 'public-api-key': key, 'plan-variant-ids': free, locale: 'en' };
    await page.ready('clientlib-pricing', settings);
    expect(page.find('.go').textContent).toBe('Choose Free');
  });

  it('keeps the prices of the catalogue where nobody says others', async () => {
    const page = newPage();
    page.losesRequestOf = 'signup/preview';
    await page.ready('clientlib-pricing', { 'public-api-key': key, 'plan-variant-ids': ids, locale: 'en' });
    expect(page.find('.card .price').textContent).toContain('€9.90 / month');
    expect(page.find('[part=by-use] .use').textContent).toBe('API calls€0.01');
    expect(page.happened('error')).toBe(0);
  });
});
