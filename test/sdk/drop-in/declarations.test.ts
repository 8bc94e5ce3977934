// @vitest-environment happy-dom
import 'clientlib/drop-in';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusOnlyWhatIsShown } from './page.ts';

const notSetUp = 'This form is not set up correctly. Please contact us.';
const answer = { ReceivedAt: '2026-01-15T10:00:00Z' };
const posted: { url: string; body: object }[] = [];
let events: [string, unknown][];
let element: HTMLElement;

beforeEach(() => {
  posted.length = 0;
  events = [];
  serve(Response.json(answer));
  focusOnlyWhatIsShown();
});
afterEach(() => {
  element.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function serve(response: Response): void {
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    posted.push({ url, body: JSON.parse(`${body}`) });
    return response;
  });
}

async function open(tag: string, attributes: object = {}): Promise<void> {
  element = document.createElement(tag);
  for (const [name, value] of Object.entries({ 'declare-url': '/declarations', locale: 'en', ...attributes }))
    element.setAttribute(name, value);
  for (const event of ['declared', 'error'])
    element.addEventListener(event, (told) => events.push([event, (told as CustomEvent).detail]));
  document.body.append(element);
  await vi.waitFor(() => expect(button().textContent).not.toBe(''));
}

const root = () => element.shadowRoot as ShadowRoot;
const button = () => root().querySelector('button') as HTMLButtonElement;
const input = (name: string) => root().querySelector(`[name=${name}]`) as HTMLInputElement;
const type = (values: object) => {
  for (const [name, value] of Object.entries(values)) input(name).value = value;
};
const submit = () => {
  const event = new Event('submit', { cancelable: true });
  root().querySelector('form')?.dispatchEvent(event);
  // The page would load anew.
  expect(event.defaultPrevented).toBe(true);
};
const mistakes = () => [...root().querySelectorAll('.field .error')].map(({ textContent }) => textContent);
const customer = { Name: 'Ada Byron', EmailAddress: 'ada@shop.test', Contract: 'C-7' };

describe('the statutory buttons', () => {
  it.each([
    ['clientlib-cancel', 'de', 'Verträge hier kündigen', 'jetzt kündigen'],
    ['clientlib-withdraw', 'de', 'Vertrag widerrufen', 'Widerruf bestätigen'],
    ['clientlib-cancel', 'fr', 'Résilier votre contrat', 'Notification de la résiliation'],
    ['clientlib-withdraw', 'en', 'Withdraw from contract here', 'Confirm withdrawal'],
  ])('%s in %s is "%s", confirmed by "%s"', async (tag, locale, words, confirm) => {
    await open(tag, { locale });
    expect(button().textContent).toBe(words);
    button().click();
    await vi.waitFor(() => expect(root().activeElement?.textContent).toBe(words));
    expect(button().textContent).toBe(confirm);
  });

  it.each(['clientlib-cancel', 'clientlib-withdraw'])(
    '%s tells developers of a frame that forbids forms',
    async (tag) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const submitting = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
      await open(tag, { open: '' });
      expect(warn.mock.calls.join()).toContain('Add allow-forms to its sandbox attribute.');
      submitting.mockRestore();
      warn.mockRestore();
    },
  );

  it('show their form at once on a page of their own', async () => {
    await open('clientlib-cancel', { open: '' });
    expect(button().textContent).toBe('Cancel now');
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a declaration', () => {
  it('is posted, told to the page, and receipted with the time of the back end', async () => {
    await open('clientlib-cancel', { open: '' });
    type({ ...customer, EndDate: '2026-03-31' });
    submit();
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    const declaration = {
      Kind: 'Cancellation',
      ...customer,
      IsExtraordinary: false,
      EndDate: '2026-03-31',
      Locale: 'en',
    };
    expect(posted).toEqual([{ url: '/declarations', body: declaration }]);
    expect(events).toEqual([['declared', { ...declaration, ...answer }]]);
    expect(root().querySelector('h2')?.textContent).toContain('January 15, 2026');
    expect([...root().querySelectorAll('p, dd')].map(({ textContent }) => textContent)).toEqual([
      'Kind of cancellation: Ordinary cancellation',
      'Ada Byron',
      'ada@shop.test',
      'C-7',
      '2026-03-31',
      'We will confirm this by e-mail to ada@shop.test.',
    ]);
    expect(root().querySelector('a')?.download).toBe('Cancellation.txt');
    expect([...root().querySelectorAll('button, a')].map(({ textContent }) => textContent)).toEqual([
      'Print',
      'Save receipt',
    ]);
  });

  it('for good cause says why, and the receipt says so, to keep and to read first', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:receipt';
    });
    await open('clientlib-cancel', { open: '' });
    type({ ...customer, IsExtraordinary: 'extraordinary', Reason: 'Moved' });
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(posted[0]?.body).toEqual({
      Kind: 'Cancellation',
      ...customer,
      IsExtraordinary: true,
      Reason: 'Moved',
      Locale: 'en',
    });
    const heading = root().querySelector('h2');
    expect(root().activeElement).toBe(heading);
    expect(saved[0]?.type).toBe('text/plain;charset=utf-8');
    expect(root().querySelector('a')?.href).toBe('blob:receipt');
    const print = vi.fn();
    vi.stubGlobal('print', print);
    button().click();
    expect(print).toHaveBeenCalledOnce();
    expect(await saved[0]?.text()).toBe(
      [
        heading?.textContent,
        'Kind of cancellation: Cancellation for good cause',
        ...['Name: Ada Byron', 'E-mail address: ada@shop.test', 'Contract or customer number: C-7'],
        'Reason: Moved',
        'We will confirm this by e-mail to ada@shop.test.',
      ].join('\r\n'),
    );
    vi.restoreAllMocks();
  });

  it('is being sent: its button says so, and works again when that failed', async () => {
    let arrive = (_: Response): void => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)));
    await open('clientlib-withdraw', { open: '' });
    type(customer);
    submit();
    expect(button().getAttribute('aria-disabled')).toBe('true');
    const alert = () => root().querySelector('[role=alert]')?.textContent;
    const form = root().querySelector('form');
    // What is being sent is not drawn anew.
    element.setAttribute('locale', 'de');
    await vi.waitFor(() => expect(root().querySelector<HTMLElement>('.top')?.lang).toBe('de'));
    expect(root().querySelector('form')).toBe(form);
    arrive(new Response('', { status: 500 }));
    await vi.waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('false'));
    expect(alert()).not.toBe('');
    submit();
    expect([alert(), button().getAttribute('aria-disabled')]).toEqual(['', 'true']);
    arrive(Response.json(answer));
    await vi.waitFor(() => expect(events.at(-1)?.[0]).toBe('declared'));
  });

  it('is given up with the element, and by nothing else', async () => {
    const signals: AbortSignal[] = [];
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await open('clientlib-withdraw', { open: '' });
    type(customer);
    submit();
    element.setAttribute('locale', 'de');
    await vi.waitFor(() => expect(root().querySelector<HTMLElement>('.top')?.lang).toBe('de'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    element.remove();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(events).toEqual([]);
  });

  it('is posted as JSON', async () => {
    const fetching = vi.fn(async (_url: string, _init: RequestInit) => Response.json(answer));
    vi.stubGlobal('fetch', fetching);
    await open('clientlib-withdraw', { open: '' });
    type(customer);
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(fetching.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    });
  });

  it('of a withdrawal asks for no reason', async () => {
    await open('clientlib-withdraw', { open: '' });
    expect([...root().querySelectorAll('input, select')].map((one) => one.getAttribute('name'))).toEqual(
      Object.keys(customer),
    );
    type(customer);
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(posted[0]?.body).toEqual({ Kind: 'Withdrawal', ...customer, Locale: 'en' });
    expect(root().querySelector('p')?.textContent).toBe('Withdraw from contract here');
  });

  it.each(['ada', 'ada@shop', '@shop.test', 'a b@shop.test', 'ada@shop.test x'])(
    'is not posted with the address "%s"',
    async (EmailAddress) => {
      await open('clientlib-withdraw', { open: '' });
      type({ ...customer, EmailAddress });
      submit();
      expect([mistakes()[1], posted]).toEqual(['Please check this entry.', []]);
    },
  );

  it('shows everything that is missing or wrong, and posts nothing', async () => {
    await open('clientlib-cancel', { open: '' });
    type({ EmailAddress: 'ada', IsExtraordinary: 'extraordinary' });
    submit();
    expect(mistakes()).toEqual([
      'Please fill this in.',
      'Please check this entry.',
      'Please fill this in.',
      '',
      'Please fill this in.',
      '',
    ]);
    expect(root().activeElement).toBe(input('Name'));
    expect(posted).toEqual([]);
  });

  it('leaves the cursor in its field when the language changes, also where a button has opened it', async () => {
    await open('clientlib-cancel');
    button().click();
    await vi.waitFor(() => expect(root().querySelector('form')).not.toBeNull());
    input('Contract').focus();
    element.setAttribute('locale', 'de');
    await vi.waitFor(() => expect(button().textContent).toBe('jetzt kündigen'));
    expect(root().activeElement).toBe(input('Contract'));
    // Another address is another beginning, in whatever language.
    element.setAttribute('declare-url', '/others');
    await vi.waitFor(() => expect(button().textContent).toBe('Verträge hier kündigen'));
    element.setAttribute('locale', 'en');
    await vi.waitFor(() => expect(root().textContent).toBe('Cancel contracts here'));
  });

  it('says no more what is wrong once it is right, at the next try', async () => {
    await open('clientlib-withdraw', { open: '' });
    submit();
    expect(mistakes()).toEqual(['Please fill this in.', 'Please fill this in.', 'Please fill this in.']);
    type({ Name: 'Ada Byron' });
    submit();
    expect(mistakes()).toEqual(['', 'Please fill this in.', 'Please fill this in.']);
    expect(root().activeElement).toBe(input('EmailAddress'));
  });

  it('is receipted in the time of the customer, with its zone', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    await open('clientlib-withdraw', { open: '' });
    type(customer);
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    const heading = `${root().querySelector('h2')?.textContent}`.replaceAll('\u202f', ' ');
    vi.unstubAllEnvs();
    expect(heading).toBe('Received on January 15, 2026 at 5:00:00 AM EST');
  });

  it('keeps what is typed, and the receipt, when the language changes', async () => {
    await open('clientlib-cancel', { open: '' });
    type({ ...customer, EndDate: '2026-03-31' });
    input('Contract').focus();
    element.setAttribute('locale', 'de');
    await vi.waitFor(() => expect(button().textContent).toBe('jetzt kündigen'));
    expect([input('Name').value, input('EndDate').value]).toEqual(['Ada Byron', '2026-03-31']);
    expect(root().activeElement).toBe(input('Contract'));
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(posted[0]?.body).toMatchObject({ ...customer, Locale: 'de' });
    element.setAttribute('locale', 'en');
    await vi.waitFor(() => expect(root().textContent).toContain('Received on'));
    expect(root().textContent).toContain('C-7');
  });

  it.each([
    ['is refused', () => new Response('', { status: 500 }), 'That did not work. Please try again.'],
    ['comes too late', () => new Response('', { status: 408 }), 'That did not work. Please try again.'],
    ['comes too often', () => new Response('', { status: 429 }), 'That did not work. Please try again.'],
    ['is receipted at no time', () => Response.json({ ReceivedAt: 'now' }), notSetUp],
    ['is not receipted', () => Response.json({}), notSetUp],
    ['is sent to a wrong address', () => new Response('', { status: 404 }), notSetUp],
  ])('that %s stays as it is, to be sent again', async (_, response, sentence) => {
    serve(response());
    await open('clientlib-withdraw', { open: '' });
    type(customer);
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(root().querySelector('[role=alert]')?.textContent).toBe(sentence);
    expect(input('Name').value).toBe('Ada Byron');
    const error =
      sentence === notSetUp
        ? { errorCode: ['InvalidConfiguration'], field: 'declare-url', retryable: false }
        : { errorCode: ['ServerError', 'NetworkDown'], retryable: true };
    expect(events[0]).toMatchObject(['error', { ...error, errorMessage: expect.stringMatching(/\w/) }]);
    serve(Response.json(answer));
    submit();
    await vi.waitFor(() => expect(events).toHaveLength(2));
    expect(events[1]?.[0]).toBe('declared');
  });
});
