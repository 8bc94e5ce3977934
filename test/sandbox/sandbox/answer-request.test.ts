// Which workspace and which path of it a request is for, by the URL.
import { createSandbox } from 'clientlib-sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { bindingsFor } from '../../../sandbox/src/sandbox/answer-request.ts';
import { getWorkspaces } from '../../../sandbox/src/sandbox/sandbox.ts';
import { ScriptedAgent } from '../served/agents/agent.ts';

it.each(['/w/one', '/w/one?lang=de', '/w/one/', '//w//one', '/W/one'])(
  'the root of a workspace is at %s',
  async (path) => {
    const sandbox = createSandbox();
    onTestFinished(() => sandbox.close());
    sandbox.workspace('one');
    const headers = { Accept: 'text/html' };
    const page = await sandbox.fetch(`http://sandbox${path}`, { headers });
    const root = await sandbox.fetch('http://sandbox/', { headers });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, root.headers.get('Content-Type')]);
    const [request] = getWorkspaces(sandbox).open('one').traffic.log.list(0, 1);
    expect(request?.Path.split('?')[0]).toBe('/');
  },
);

it('the path of a request is never empty', () => {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  const { main } = getWorkspaces(sandbox);
  const of = (path: string) => bindingsFor(main, 'http://sandbox/w/one', 'http://sandbox', '/w/one', path);
  expect([of('').path, of('/api').path, of('').baseUrl]).toEqual(['/', '/api', 'http://sandbox/w/one']);
});

it.each([
  [{}, '/w/one', 'http://sandbox/w/one'],
  [{ pagesUrl: 'http://pages.test' }, '', 'http://pages.test'],
  [{ pagesUrl: 'http://pages.test' }, '/w/one', 'http://pages.test/w/one'],
  [{ pagesUrl: 'http://pages.test', basePath: '/billing' }, '/billing', 'http://pages.test'],
  [{ pagesUrl: 'http://pages.test', basePath: '/billing' }, '/billing/w/one', 'http://pages.test/w/one'],
])('with %o, the pages of what is mounted at "%s" are at %s', (options, mount, expected) => {
  const sandbox = createSandbox(options);
  onTestFinished(() => sandbox.close());
  const { main } = getWorkspaces(sandbox);
  const { baseUrl, pagesUrl } = bindingsFor(main, `http://sandbox${mount}/`, 'http://sandbox', mount, '/');
  expect([baseUrl, pagesUrl]).toEqual([`http://sandbox${mount}`, expected]);
});

it('a limit without a login is that of each visitor, in every workspace', async () => {
  const RateLimit = { Requests: 1, TokenRequests: 1, WindowSeconds: 60 };
  const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', config: { Account: { RateLimit } } });
  onTestFinished(() => sandbox.close());
  const path = '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';
  const statusFor = async (visitor: string, mount: string) =>
    (await sandbox.app.fetch(new Request(`http://sandbox${mount}${path}`), { visitor })).status;
  for (const mount of ['', '/w/one']) {
    expect(await statusFor('192.0.2.1', mount)).toBe(200);
    expect(await statusFor('192.0.2.1', mount)).toBe(429);
    expect(await statusFor('192.0.2.2', mount)).toBe(200);
  }
});

it('what a coding agent asks without a login counts for its visitor, in every workspace', async () => {
  const RateLimit = { Requests: 1, TokenRequests: 100, WindowSeconds: 60 };
  const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', config: { Account: { RateLimit } } });
  onTestFinished(() => sandbox.close());
  const path = '/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';
  const answerFor = (visitor: string, mount: string) => {
    const ask = async (request: Request) => sandbox.app.fetch(request, { visitor });
    return new ScriptedAgent(`http://sandbox${mount}/mcp`, ask).text('call_api', { method: 'GET', path });
  };
  for (const mount of ['', '/w/one']) {
    expect(await answerFor('192.0.2.1', mount)).toMatch(/^200/);
    expect(await answerFor('192.0.2.1', mount)).toMatch(/^429 RateLimit/);
    expect(await answerFor('192.0.2.2', mount)).toMatch(/^200/);
  }
});
