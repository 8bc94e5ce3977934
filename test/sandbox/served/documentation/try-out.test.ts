// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCopyButtons } from '../../../../sandbox/src/served/documentation/copy-buttons.ts';
import { addTryOuts } from '../../../../sandbox/src/served/documentation/try-out.ts';

/* What the pages of the documentation let a reader do: send an operation, copy a sample. */

let asked: Request[];
let answers: ((request: Request) => Response)[];
let logins: (() => Response)[];

beforeEach(() => {
  asked = [];
  answers = [];
  logins = [];
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const request = new Request(...given);
    asked.push(request);
    if (request.url.endsWith('/sandbox/catalog'))
      return Response.json({
        OAuthClients: [
          { ClientId: 'c1', Grants: ['password'] },
          { ClientId: 'c2', ClientSecret: 's2', Grants: ['client_credentials'] },
        ],
      });
    if (request.url.endsWith('/oauth/token/'))
      return logins.shift()?.() ?? Response.json({ access_token: 'token' });
    const answer = answers.shift();
    if (!answer) throw new TypeError('down');
    return answer(request);
  });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const show = (operation: string): HTMLElement => {
  document.body.innerHTML = `<main data-base="http://sandbox.test">${operation}</main>`;
  const reference = document.body.firstElementChild as HTMLElement;
  addTryOuts(reference);
  return reference;
};
const send = () => document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
const status = () => document.querySelector('[role=status]')?.textContent ?? '';
const answer = () => document.querySelector('form pre') as HTMLElement;
const type = (values: Record<string, string>) => {
  for (const label of document.querySelectorAll('label')) {
    const input = label.querySelector('input');
    const value = values[`${label.textContent}`];
    if (input && value !== undefined) input.value = value;
  }
};

const parameters = `
  <i data-in="path" data-parameter="id"></i>
  <i data-in="query" data-parameter="take"></i><i data-in="query" data-parameter="search"></i>
  <i data-in="header" data-parameter="If-Match"></i>`;

describe('an operation', () => {
  it('is sent with what is typed in its path, query and headers, and shows what came', async () => {
    show(`<section data-method="GET" data-path="/api/v1/orders/{id}">${parameters}</section>`);
    type({ 'id (path)': ' a/b ', 'take (query)': '5', 'search (query)': ' ', 'If-Match (header)': '"1"' });
    answers.push(() => Response.json({ Id: 'a' }, { status: 201, statusText: 'Created' }));
    send();
    expect(status()).toBe('Sending …');
    await vi.waitFor(() => expect(status()).toMatch(/^201 Created in \d+ ms$/));
    expect([answer().hidden, answer().textContent]).toEqual([false, '{\n  "Id": "a"\n}']);
    const last = asked.at(-1) as Request;
    expect([last.method, last.url]).toEqual(['GET', 'http://sandbox.test/api/v1/orders/a%2Fb?take=5']);
    const headers = ['If-Match', 'Authorization', 'Content-Type'].map((name) => last.headers.get(name));
    expect(headers).toEqual(['"1"', 'Bearer token', null]);
  });

  it('is sent with its body, by the client of a back end, whose token is asked for once', async () => {
    show('<section data-method="POST" data-path="/api/v1/orders" data-body=\'{"a":1}\'></section>');
    expect(document.querySelector('textarea')?.value).toBe('{"a":1}');
    answers.push(
      () => new Response('text', { status: 200, statusText: 'OK' }),
      () => new Response('', { status: 204, statusText: 'No Content' }),
    );
    send();
    await vi.waitFor(() => expect(status()).toMatch(/^200 OK/));
    expect(answer().textContent).toBe('text');
    send();
    await vi.waitFor(() => expect(status()).toMatch(/^204/));
    const paths = asked.map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual(['/sandbox/catalog', '/oauth/token/', '/api/v1/orders', '/api/v1/orders']);
    const [, login, last] = asked as [Request, Request, Request];
    expect(login.headers.get('Authorization')).toBe(`Basic ${btoa('c2:s2')}`);
    expect([last.method, await last.text(), last.headers.get('Content-Type')]).toEqual([
      ...['POST', '{"a":1}', 'application/json'],
    ]);
  });

  it('without an access token says why, and asks for one when it is sent again', async () => {
    show('<section data-method="GET" data-path="/api/v1/orders"></section>');
    logins.push(
      () => new Response('slow down', { status: 429 }),
      () => Response.error(),
    );
    send();
    await vi.waitFor(() => expect(status()).toBe('Error: No access token: 429 slow down'));
    expect(answer().hidden).toBe(true);
    send();
    await vi.waitFor(() => expect(status()).toMatch(/^Error: No access token: 0/));
    answers.push(() => Response.json([]));
    send();
    await vi.waitFor(() => expect(status()).toMatch(/^200/));
  });

  it('whose access token the clock or a reset has ended asks for another, and only once', async () => {
    show('<section data-method="POST" data-path="/api/v1/orders" data-body="{}"></section>');
    const refused = () => new Response('', { status: 401, statusText: 'Unauthorized' });
    answers.push(
      () => Response.json([]),
      refused,
      () => Response.json([]),
      refused,
      refused,
    );
    const sent = async (expected: RegExp) => {
      asked = [];
      send();
      expect(status()).toBe('Sending …');
      await vi.waitFor(() => expect(status()).toMatch(expected));
      return asked.map((request) => request.headers.get('Authorization'));
    };
    await sent(/^200/);
    logins.push(() => Response.json({ access_token: 'newer' }));
    expect(await sent(/^200/)).toEqual(['Bearer token', null, `Basic ${btoa('c2:s2')}`, 'Bearer newer']);
    expect(await sent(/^401/)).toEqual(['Bearer newer', null, `Basic ${btoa('c2:s2')}`, 'Bearer token']);
  });

  it('whose header no request can have says so', async () => {
    show(`<section data-method="GET" data-path="/api/v1/orders">${parameters}</section>`);
    type({ 'If-Match (header)': '\u20ac' });
    send();
    await vi.waitFor(() => expect(status()).toMatch(/^TypeError: /));
  });

  it('that gets no answer says why', async () => {
    show('<section data-method="DELETE" data-path="/api/v1/orders"></section>');
    send();
    await vi.waitFor(() => expect(status()).toBe('TypeError: down'));
    expect(answer().hidden).toBe(true);
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.querySelector('summary')?.textContent).toBe('Try it');
  });
});

it('a sample is copied as it is, and says so for a while', async () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<article><pre><code>const a = 1;</code></pre></article><pre>no sample</pre>';
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  addCopyButtons();
  const [button, ...others] = document.querySelectorAll('button');
  expect([others, button?.parentElement?.className, button?.previousElementSibling?.localName]).toEqual([
    ...[[], 'sample', 'pre'],
  ]);
  button?.click();
  await vi.advanceTimersByTimeAsync(0);
  expect([copied.mock.calls, button?.textContent]).toEqual([[['const a = 1;']], 'Copied']);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(button?.textContent).toBe('Copy');
});
