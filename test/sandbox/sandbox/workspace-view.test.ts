import { createSandbox as createChecked, startSandbox } from 'clientlib-sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCalls, withCalls } from '../../../sandbox/src/clients/kit/sandbox-calls.ts';
import { bindingsFor, isBelow } from '../../../sandbox/src/sandbox/answer-request.ts';
import { createSandbox, getWorkspaces, type SandboxOptions } from '../../../sandbox/src/sandbox/sandbox.ts';
import { createCaller } from '../../../sandbox/src/sandbox/workspace-view.ts';

const start = '2026-01-15T10:00:00.000Z';

function made(options: SandboxOptions = {}) {
  const sandbox = withCalls(
    createSandbox({ clock: start, seed: 'view', timers: false, ...options }),
    'http://sandbox',
  );
  onTestFinished(() => sandbox.close());
  return sandbox;
}

describe('the clock', () => {
  it('is set by a text or a date, advances, and says what is due next', async () => {
    const { clock, signUp, settle } = made();
    expect([clock.nextDue(), clock.mode, clock.now().toISOString(), clock.progress]).toEqual([
      undefined,
      'Manual',
      start,
      undefined,
    ]);
    await clock.set('2026-01-16T10:00:00Z');
    await clock.set(new Date('2026-01-17T10:00:00Z'));
    await clock.advance('P1D');
    expect(clock.now().toISOString()).toBe('2026-01-18T10:00:00.000Z');
    await signUp();
    await settle();
    const due = clock.nextDue() as Date;
    expect(due.getTime()).toBeGreaterThan(clock.now().getTime());
    await clock.set(due);
    expect(clock.nextDue()?.getTime()).not.toBe(due.getTime());
    clock.followWallClock();
    expect([clock.mode, Math.abs(clock.now().getTime() - Date.now()) < 60_000]).toEqual(['WallClock', true]);
  });

  it('may be canceled, and shows its progress', async () => {
    const { clock, signUp } = made();
    await signUp();
    const moved = clock.advance('P5Y').catch((error: Error) => error.message);
    while (clock.progress === undefined) await new Promise((resolve) => setTimeout(resolve));
    const seen = clock.progress;
    await clock.cancel();
    expect([await moved, clock.progress]).toEqual([expect.stringMatching(/cancel/i), undefined]);
    expect(seen).toMatchObject({ From: Date.parse(start), Target: Date.parse('2031-01-15T10:00:00Z') });
    expect(clock.now().getTime()).toBeLessThan(Date.parse('2031-01-15T10:00:00Z'));
  });
});

it('payments are decided, listed, removed and cleared, and those that were decided stay known', async () => {
  const { payments, signUp, clock } = made();
  const rejected = payments.next({ Outcome: { Code: 'Rejected' } });
  const [passed, failed] = [payments.challenge('pass'), payments.challenge('fail')];
  expect([passed.Outcome, failed.Outcome]).toEqual([{ Challenge: 'Passed' }, { Challenge: 'Failed' }]);
  expect(payments.list().map(({ Id }) => Id)).toEqual([rejected.Id, passed.Id, failed.Id]);
  payments.remove(passed.Id);
  expect(() => payments.remove(passed.Id)).toThrow();
  expect(payments.list().map(({ Id }) => Id)).toEqual([rejected.Id, failed.Id]);
  payments.clear();
  expect([payments.list(), payments.decided()]).toEqual([[], []]);
  const { ContractId } = await signUp();
  const { Id } = payments.next({ ContractId, Outcome: { Code: 'Rejected' } });
  await clock.advance('P1M');
  expect(payments.decided()).toMatchObject([{ DecisionId: Id, ContractId, Outcome: { Code: 'Rejected' } }]);
});

it('a reset forgets state, faults and log, but what it shall keep', async () => {
  const sandbox = made({
    webhooks: ['http://shop.test/'],
    deliver: async () => new Response(null, { status: 204 }),
  });
  const { traffic } = getWorkspaces(sandbox).main;
  const fill = async () => {
    await sandbox.signUp();
    sandbox.faults.add({ Path: '/x', Fault: { Status: 503 } });
    sandbox.payments.next({ Outcome: { Code: 'Rejected' } });
    await sandbox.clock.advance('P1D');
  };
  const counts = () =>
    [sandbox.snapshot().Collections['contracts'], sandbox.faults.list(), sandbox.payments.list()].map(
      (all) => all?.length,
    );
  await fill();
  const before = sandbox.revision;
  expect([counts(), traffic.log.count > 0]).toEqual([[1, 1, 1], true]);
  sandbox.reset();
  expect([counts(), traffic.log.count, sandbox.clock.now().toISOString(), sandbox.revision > before]).toEqual(
    [[0, 0, 0], 0, start, true],
  );
  // With its tokens, a back end goes on.
  for (const keep of [[], ['Tokens']] as const) {
    const again = made();
    await again.rest('GET', '/plans');
    again.reset({ keep });
    const asked = again.rest('GET', '/plans');
    if (keep.length === 0) await expect(asked).rejects.toThrow(': 401 ');
    else await expect(asked).resolves.toBeDefined();
  }
});

it('webhooks that are not delivered say when they are tried next', async () => {
  const sandbox = made({
    webhooks: ['http://shop.test/'],
    deliver: async () => new Response(null, { status: 503 }),
  });
  await sandbox.signUp();
  await sandbox.settle();
  const pending = sandbox.pendingDeliveries();
  expect(pending.length).toBeGreaterThan(1);
  for (const one of pending)
    expect(one).toEqual({
      Event: expect.any(String),
      Url: 'http://shop.test/',
      NextAttemptAt: expect.stringMatching(/^2026-01-15T10:\d\d/),
    });
  expect(pending.some(({ NextAttemptAt }) => NextAttemptAt > start.replace('Z', '0000Z'))).toBe(true);
});

describe('mails', () => {
  it('are the newest first, as many as are asked for, each made once', async () => {
    const sandbox = made();
    await sandbox.signUp();
    await sandbox.signUp({ customer: { EmailAddress: 'eva@example.com' } });
    const all = sandbox.mails();
    expect(all[0]?.To).toBe('eva@example.com');
    expect(sandbox.mails({ take: 1 })).toEqual(all.slice(0, 1));
    expect(sandbox.mails()[0]).toBe(all[0]);
  });

  it('of a workspace have attachments below it, which it answers with and without its path', async () => {
    const sandbox = made();
    const workspace = sandbox.workspace('one');
    const opened = getWorkspaces(sandbox).open('one');
    await createCalls(workspace, opened, 'http://sandbox/w/one', []).signUp();
    const [Url = ''] = workspace.mails().flatMap(({ Attachments }) => Attachments.map((one) => one.Url));
    expect(Url.startsWith('/w/one/')).toBe(true);
    for (const path of [Url, Url.slice('/w/one'.length)])
      expect((await workspace.fetch(`http://sandbox${path}`)).status).toBe(200);
    expect((await sandbox.fetch(`http://sandbox${Url}`)).status).toBe(200);
    expect((await sandbox.fetch(`http://sandbox${Url.slice('/w/one'.length)}`)).status).toBe(404);
  });
});

it('a listener hears the events of its name, or all, until it leaves', async () => {
  const sandbox = made();
  const [all, some]: string[][] = [[], []];
  const leave = sandbox.on('event', ({ Event }) => all?.push(Event));
  const leaveToo = sandbox.on('InvoiceCreated', ({ Event, At }) => some?.push(`${Event} ${At.slice(0, 10)}`));
  await sandbox.signUp();
  expect([all?.includes('ContractCreated'), some]).toEqual([true, ['InvoiceCreated 2026-01-15']]);
  const count = all?.length;
  leave();
  await sandbox.clock.advance('P1M');
  expect([all?.length, some?.length]).toEqual([count, 2]);
  leaveToo();
  await sandbox.signUp();
  expect(some).toHaveLength(2);
});

it('a copy, a forecast and an audit change nothing', async () => {
  const sandbox = made();
  await sandbox.signUp();
  sandbox.workspace('one');
  const before = sandbox.snapshot();
  const copy = sandbox.fork();
  onTestFinished(() => copy.close());
  expect([copy.snapshot(), copy.workspaces()]).toEqual([before, []]);
  await copy.clock.advance('P1Y');
  const { Invoices, From } = await sandbox.forecast({ Months: 2 });
  const { Changes } = await sandbox.forecast({ Months: 2, Config: { Account: { TokenLifetime: 1 } } });
  expect([Invoices.length, From.slice(0, 19), Changes, sandbox.audit().Problems]).toEqual([
    2,
    start.slice(0, 19),
    [],
    [],
  ]);
  expect(sandbox.snapshot()).toEqual(before);
  sandbox.restore(copy.snapshot());
  expect(sandbox.clock.now().toISOString()).toBe('2027-01-15T10:00:00.000Z');
});

it('each call of a session is the method of its name', async () => {
  const called: unknown[] = [];
  const methods = (of: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, (...args: unknown[]) => called.push([`${of}.${name}`, ...args])]),
    );
  const caller = createCaller({
    clock: methods('clock', ['advance', 'set', 'cancel', 'followWallClock']),
    payments: methods('payments', ['next', 'remove', 'clear']),
  } as never);
  const names = [
    'clock.advance',
    'clock.set',
    'clock.cancel',
    'clock.followWallClock',
    'payments.next',
    'payments.remove',
    'payments.clear',
  ];
  for (const name of names) caller(name, [name, 2]);
  expect(called).toEqual(names.map((name) => [name, name, 2]));
  expect(() => caller('reset', [])).toThrow();
});

describe('a request', () => {
  it.each([
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/ab', '/a', false],
    ['/b/a', '/a', false],
    ['/x', '', true],
  ])('to %s is below %s: %s', (path, base, expected) => {
    expect(isBelow(path, base)).toBe(expected);
  });

  it.each([
    ['/sandbox/health', 200, []],
    ['/billing/sandbox/health', 200, []],
    ['/billing2/sandbox/health', 404, []],
    ['/billing/w/one/openapi.json', 200, ['one']],
    ['/w/one/openapi.json', 200, ['one']],
    ['//w//one/openapi.json', 200, ['one']],
    ['/W/one/openapi.json', 200, ['one']],
    ['/w/a%2Db/openapi.json', 200, ['a-b']],
    ['/w/one/nothing', 404, []],
    ['/w/%zz/openapi.json', 400, []],
  ])('to %s is answered %s, and leaves the workspaces %j', async (path, status, names) => {
    const sandbox = made({ basePath: '/billing/' });
    expect((await sandbox.fetch(`http://sandbox${path}`)).status).toBe(status);
    expect(sandbox.workspaces()).toEqual(names);
  });

  it('that finds nothing leaves a workspace in which another one has found something', async () => {
    const sandbox = made();
    const paths = ['nothing', 'openapi.json'].map((path) => sandbox.fetch(`http://sandbox/w/one/${path}`));
    expect((await Promise.all(paths)).map(({ status }) => status)).toEqual([404, 200]);
    expect(sandbox.workspaces()).toEqual(['one']);
  });

  it.each([
    ['/b/w/one', '/x', { baseUrl: 'http://h/b/w/one', pagesUrl: 'http://pages.test/w/one', path: '/x' }],
    ['/b', '', { baseUrl: 'http://h/b', pagesUrl: 'http://pages.test', path: '/' }],
  ])('at %s has the pages of its own address: %s', (mount, path, expected) => {
    const { main } = getWorkspaces(made({ basePath: '/b', pagesUrl: 'http://pages.test' }));
    expect(bindingsFor(main, `http://h${mount}${path}`, 'http://h', mount, path, 'v')).toMatchObject({
      visitor: 'v',
      ...expected,
    });
    const plain = getWorkspaces(made({ basePath: '/b' })).main;
    expect(bindingsFor(plain, '', 'http://h', mount, path).pagesUrl).toBe(expected.baseUrl);
  });

  it('of another site makes no workspace', async () => {
    const sandbox = made();
    const foreign = { headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.test' } };
    expect((await sandbox.fetch('http://sandbox/w/one/openapi.json', foreign)).status).toBe(404);
    sandbox.workspace('one');
    expect((await sandbox.fetch('http://sandbox/w/one/openapi.json', foreign)).status).toBe(200);
  });

  it('of a coding agent is answered with its tools', async () => {
    const sandbox = made({ basePath: '/b' });
    const tools = await sandbox.fetch('http://sandbox/b/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect([tools.status, (await tools.text()).includes('"tools"')]).toEqual([200, true]);
  });

  it('to an app that a host mounts has its visitor', async () => {
    const sandbox = made();
    const seen: unknown[] = [];
    getWorkspaces(sandbox).main.traffic.log.onRequest.add((kept) => seen.push(kept.path));
    const response = await sandbox.app.fetch(new Request('http://sandbox/openapi.json'), {
      visitor: '1.2.3.4',
    } as never);
    const typed = await sandbox.client.sandbox.health.$get();
    expect([response.status, typed.status, seen]).toEqual([200, 200, ['/openapi.json', '/sandbox/health']]);
    await expect(
      sandbox.fetch('http://sandbox/openapi.json', { method: 'GET', body: null }),
    ).resolves.toBeDefined();
    await expect(sandbox.fetch(new URL('http://sandbox/openapi.json'))).resolves.toMatchObject({
      status: 200,
    });
    await expect(
      sandbox.fetch(new Request('http://sandbox/openapi.json'), { method: 'POST' }),
    ).resolves.not.toMatchObject({ status: 200 });
  });
});

it('refuses options that there are not, and names a wrong field of the configuration by its whole path', async () => {
  expect(() => createSandbox({ sed: 'x' } as never)).toThrow(/createSandbox option .*sed.*seed/s);
  for (const [Account, message] of [
    [{ Nmae: 'x' }, 'config.Account.Nmae: is not known; did you mean Name?'],
    [{ TokenLifetime: 'soon' }, 'config.Account.TokenLifetime: expected a number, got a text'],
  ] as const) {
    const config = { Account } as never;
    expect(() => createChecked({ config })).toThrow(message);
    await expect(startSandbox({ port: 0, config })).rejects.toThrow(message);
  }
});

it('a copy has the options of the sandbox, also after it begins anew', () => {
  const sandbox = made({ config: { Account: { Name: 'Ada GmbH' } }, controlToken: 'token' });
  const copy = sandbox.fork();
  onTestFinished(() => copy.close());
  copy.reset();
  const { account, controlToken } = Object.assign(
    getWorkspaces(copy).main.core.tx,
    getWorkspaces(copy).main.core,
  );
  expect([account.Name, controlToken, copy.clock.now().toISOString()]).toEqual(['Ada GmbH', 'token', start]);
});

it('a call that fails while a session is recorded leaves the next one its turn', async () => {
  const { clock, rest } = made({ record: true });
  await expect(clock.advance('soon')).rejects.toThrow();
  await clock.advance('P1D');
  expect(clock.now().toISOString()).toBe('2026-01-16T10:00:00.000Z');
  expect(await rest('GET', '/contracts')).toEqual([]);
});
