// @vitest-environment happy-dom
// The playground: its code for each kind of project, the page that runs it, and the requests of that page.
import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { fill, openInspector, press, signUp } from './mounted.ts';
import { reads } from './reads.ts';

const code = () => screen.getByLabelText<HTMLTextAreaElement>('Code');
const frame = () => document.querySelector('main iframe') as HTMLIFrameElement;
const run = () => screen.getByText<HTMLButtonElement>('Run');

/** What the frame is given once it has loaded. */
function given(): unknown[] {
  const target = { postMessage: vi.fn() };
  Object.defineProperty(frame(), 'contentWindow', { configurable: true, value: target });
  frame().dispatchEvent(new Event('load'));
  return target.postMessage.mock.calls[0] ?? [];
}

const page = 'http://sandbox.test/playground?';
const confined = 'allow-scripts allow-forms allow-popups';

/** By kind of project: its address, whether it runs, how its frame is confined, and what the frame gets. */
const kinds: readonly (readonly [
  name: string,
  hash: string,
  runs: boolean,
  address: string,
  sandbox: string | null,
  to: string,
])[] = [
  ['npm', '?as=npm', false, `${page}run=0`, confined, '*'],
  ['React', '?as=React', false, `${page}run=0`, confined, '*'],
  ['Drop-in signup', '?as=Drop-in+signup', true, `${page}element&run=0`, null, location.origin],
  ['Drop-in portal', '?as=Drop-in+portal', true, `${page}element&run=0`, null, location.origin],
  ['Script tag', '', true, `${page}run=0`, confined, '*'],
];

test('each kind of project has its code, filled with what the sandbox has, and a page that runs it', async () => {
  const { api, clipboard } = await openInspector('playground');
  await signUp(api);
  const { snippets, parseElement } = await import(
    '../../../../sandbox/src/served/inspector/playground-code.ts'
  );
  await reads(
    `
    # Playground
    {Script tag "pressed true"}{npm}{React}{Drop-in signup}{Drop-in portal}
    {Copy code}{Run "main"}
  `,
    'main .heading',
  );
  await reads(
    `
    Change the code and run it. Test card 4111111111111111 succeeds, 4000000000000002 is declined; more are in the [catalogue](#/catalogue).
  `,
    'main .heading + p',
  );
  const texts = snippets.map((snippet) =>
    snippet.code({
      publicApiKey: 'a00000000000000000000001',
      baseUrl: 'http://sandbox.test',
      planVariantId: 'b00000000000000000000001',
      token: 'TOKEN',
    }),
  );
  for (const [name, hash, runs, address, sandbox, to] of kinds) {
    press(screen.getByText(name, { selector: 'fieldset button' }));
    await expect.poll(() => location.hash).toBe(`#/playground${hash}`);
    const at = snippets.findIndex((snippet) => snippet.name === name);
    const shown = () => code().value.replace(/token="[^"]+"/, 'token="TOKEN"');
    await expect.poll(shown).toBe(texts[at]);
    const hint = document.querySelector('main .heading + p')?.textContent ?? '';
    expect([name, hint.split('. ')[0]]).toEqual([
      name,
      runs ? 'Change the code and run it' : 'Copy this code into your project',
    ]);
    expect([name, !run().disabled, !code().readOnly]).toEqual([name, runs, runs]);
    expect([name, frame().getAttribute('src'), frame().getAttribute('sandbox')]).toEqual([
      name,
      address,
      sandbox,
    ]);
    const message = sandbox === null ? parseElement(code().value) : { code: runs ? code().value : texts[0] };
    expect([name, ...given()]).toEqual([name, message, to]);
    press(screen.getByText(/^(Copy code|Copied)$/));
    await expect.poll(() => clipboard.text).toBe(code().value);
  }
});

test('what is changed stays with its kind of project, and is run when it is told to', async () => {
  await openInspector('playground');
  await screen.findByText('Run');
  await fill(code(), 'one()');
  expect(frame().getAttribute('src')).toBe(`${page}run=0`);
  press(run());
  await expect.poll(() => frame().src).toBe(`${page}run=1`);
  expect(given()).toEqual([{ code: 'one()' }, '*']);
  // What runs goes on while the code is changed: an address that is set again, even the same, starts it anew.
  const setAgain = vi.fn();
  new MutationObserver(setAgain).observe(frame(), { attributes: true, attributeFilter: ['src'] });
  await fill(code(), 'two()');
  await fill(code(), 'one()');
  await expect.poll(() => code().value).toBe('one()');
  expect(setAgain).not.toHaveBeenCalled();
  // Where a service worker serves the sandbox, such a frame would not be served: the code runs in the page's own origin.
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } });
  press(screen.getByText('npm'));
  await expect.poll(() => [frame().getAttribute('sandbox'), code().readOnly]).toEqual([null, true]);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  press(screen.getByText('Drop-in signup'));
  await expect.poll(() => code().value).toContain('<clientlib-signup');
  // Another one that is changed takes nothing from the first.
  await fill(code(), '<clientlib-signup two></clientlib-signup>');
  press(screen.getByText('Script tag'));
  await expect.poll(() => code().value).toBe('one()');
});

test('the requests of the page are listed beside it, newest first, with what they caused', async () => {
  const { sandbox } = await openInspector('playground');
  await reads(
    `
    ## [Requests of this page](#/activity?kind=playground&reads=yes)
    None yet. They are listed here, and stay out of the activity.
  `,
    '.own',
  );
  const send = (method: string, path: string, body?: object) =>
    sandbox.fetch(`http://sandbox.test${path}`, {
      method,
      headers: { 'X-Sandbox-Client': 'playground', 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const PublicApiKey = 'a00000000000000000000001';
  const Cart = { PlanVariantId: 'b00000000000000000000001' };
  const Customer = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };
  await send('GET', '/api/v1/CustomerSelfService/first');
  for (const step of [1, 2, 3, 4, 5]) await send('GET', `/api/v1/CustomerSelfService/nowhere?step=${step}`);
  const selfService = '/api/v1/CustomerSelfService/signup';
  const { OrderId } = await (
    await send('POST', `${selfService}/order`, { PublicApiKey, Cart, Customer })
  ).json();
  const TetheredPaymentInformation = { Bearer: 'InvoicePayment' };
  await send('POST', `${selfService}/pay`, { PublicApiKey, OrderId, TetheredPaymentInformation });
  await sandbox.fetch('http://sandbox.test/api/v1/CustomerSelfService/other');
  await reads(
    `
    ## [Requests of this page](#/activity?kind=playground&reads=yes)
    - [POST /api/v1/CustomerSelfService/signup/pay "/api/v1/CustomerSelfService/signup/pay"](#/activity/{request}?kind=playground&reads=yes)6 events✓200
    - [POST /api/v1/CustomerSelfService/signup/order "/api/v1/CustomerSelfService/signup/order"](#/activity/{request}?kind=playground&reads=yes)✓200
    - [GET /api/v1/CustomerSelfService/nowhere "/api/v1/CustomerSelfService/nowhere?step=5"?step=5](#/activity/{request}?kind=playground&reads=yes)✗404
    - [GET /api/v1/CustomerSelfService/nowhere "/api/v1/CustomerSelfService/nowhere?step=4"?step=4](#/activity/{request}?kind=playground&reads=yes)✗404
    - [GET /api/v1/CustomerSelfService/nowhere "/api/v1/CustomerSelfService/nowhere?step=3"?step=3](#/activity/{request}?kind=playground&reads=yes)✗404
    - [GET /api/v1/CustomerSelfService/nowhere "/api/v1/CustomerSelfService/nowhere?step=2"?step=2](#/activity/{request}?kind=playground&reads=yes)✗404
  `,
    '.own',
  );
});
