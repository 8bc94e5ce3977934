// What the kits for Cypress, Jest and Playwright hand to their runners, which are played. test/package and test/e2e have the
// runners themselves, each night.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartedSandbox } from 'clientlib-sandbox';
import { setupSandbox as setupForCypress } from 'clientlib-sandbox/cypress';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TestSandbox } from '../../../sandbox/src/clients/kit/types.ts';
import { Workspaces } from '../../../sandbox/src/sandbox/workspaces.ts';
import { hooks } from '../../kits/jest-globals.ts';

const clock = '2026-01-15T10:00:00Z';

/** The workspaces of the sandboxes that a test has made, in order, and those that are closed. */
let made: Workspaces[];
let closed: Workspaces[];
beforeEach(() => {
  [made, closed] = [[], []];
  const { each, close } = Workspaces.prototype;
  vi.spyOn(Workspaces.prototype, 'each').mockImplementation(function (this: Workspaces, listener) {
    if (!made.includes(this)) made.push(this);
    each.call(this, listener);
  });
  vi.spyOn(Workspaces.prototype, 'close').mockImplementation(function (this: Workspaces) {
    closed.push(this);
    return close.call(this);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const list of Object.values(hooks)) list.length = 0;
});

/** Listeners of the first sandbox for its requests: the kits' own, and no more with each test. */
const listeners = () => made[0]?.main.traffic.log.onRequest.size;

describe('Cypress', () => {
  // biome-ignore lint/suspicious/noExplicitAny: each action has its own answer
  type Run = (action: string, ...args: readonly unknown[]) => Promise<any>;

  /** The Node side. @returns what runs an action, and the configuration */
  async function setUp(config: { readonly taskTimeout?: number } = {}) {
    let task = (_given: unknown): unknown => undefined;
    const on = (event: string, { sandbox }: { [name: string]: typeof task }) => {
      expect(event).toBe('task');
      task = sandbox as typeof task;
    };
    const configured = await setupForCypress(on, { env: { kept: true }, ...config }, { clock });
    onTestFinished(() => made[0]?.close().then(() => {}));
    const run: Run = async (action, ...args) => task({ action, args });
    return { run, configured };
  }

  it('has an answer to each action, which is never undefined, and begins anew at a reset', async () => {
    const { run, configured } = await setUp();
    expect(configured).toEqual({
      env: { kept: true, sandboxUrl: expect.stringMatching(/^http:\/\/localhost:\d+$/) },
    });
    const { ContractId } = await run('signUp');
    expect(await run('decide', { ContractId, Outcome: { Code: 'BearerExpired' } })).toMatchObject({
      ContractId,
    });
    expect(await run('fault', { Path: '/api/v1/plans', Times: 1, Fault: { Status: 503 } })).toMatchObject({
      Times: 1,
    });
    await expect(run('rest', 'GET', '/plans')).rejects.toThrow('GET /plans: 503');
    expect(await run('advance', 'P1M')).toBeNull();
    expect(await run('webhook', 'PaymentFailed', { ContractId })).toMatchObject({ Event: 'PaymentFailed' });
    expect(await run('webhook', 'ContractCreated')).toMatchObject({ ContractId });
    await expect(run('webhook', 'ContractCreated', { ContractId }, { timeoutMs: 3 })).rejects.toThrow(
      'within 3 ms',
    );
    expect(await run('request', { Path: '*/signup/pay' })).toMatchObject({ Method: 'POST', Status: 200 });
    await expect(run('request', { Path: '/none' }, { timeoutMs: 3 })).rejects.toThrow('within 3 ms');
    expect(await run('contract', ContractId)).toEqual({
      Id: ContractId,
      LifecycleStatus: 'Active',
      Balance: 11.78,
      Currency: 'EUR',
      Invoices: [
        expect.objectContaining({ TotalGross: 11.78 }),
        expect.objectContaining({ TotalGross: 11.78 }),
      ],
    });
    const customer = await run('rest', 'POST', '/customers', { FirstName: 'Grace' });
    expect(await run('rest', 'DELETE', `/customers/${customer.Id}`)).toBeNull();
    expect(await run('log')).toContain('POST /api/v1/CustomerSelfService/signup/pay → 200');
    const before = listeners();
    for (let each = 0; each < 2; each += 1) expect(await run('reset')).toBeNull();
    expect([listeners(), await run('log')]).toEqual([before, '']);
    expect(await run('rest', 'GET', '/contracts')).toEqual([]);
    await expect(run('webhook', 'ContractCreated', {}, { timeoutMs: 1 })).rejects.toThrow('There were: none');
  });

  it.each([
    [{}, 59_000],
    [{ taskTimeout: 4_000 }, 3_000],
  ])(
    'a wait ends a second before the task %j, which Cypress would end without a reason',
    async (config, expected) => {
      const { run } = await setUp(config);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const waiting = expect(run('webhook', 'PaymentFailed')).rejects.toThrow(`within ${expected} ms`);
      await vi.advanceTimersByTimeAsync(expected);
      await waiting;
    },
  );

  it.each([
    [{ cardNumber: '4111111111111111', cvc: '123' }, ['cardNumber', 'cvc'], 'CreditCard', 'method', true],
    [{ iban: 'DE89', accountHolder: 'Ada' }, ['iban', 'accountHolder'], 'Debit', 'method', true],
    // A page's own layout has no methods: what is found is the field itself.
    [{ bankAccountNumber: '1' }, ['bankAccountNumber'], 'Debit', 'bankAccountNumber', false],
    [{ emailAddress: 'ada@example.com' }, ['emailAddress'], undefined, '', false],
    [{ bearer: 'Debit:Delta', iban: 'DE89' }, ['iban'], 'Debit:Delta', 'method', true],
  ])('fills the form with %j: each field in its own frame', async (data, fields, method, found, checks) => {
    const done: string[] = [];
    let frame = '';
    const chain = (place: string): object => ({
      its: (path: string) => {
        expect(path).toBe('0.contentDocument.body');
        return chain(place);
      },
      find: (selector: string) => chain(`${place} ${selector}`),
      first: () => chain(`${place} first`),
      check: (options: object) => done.push(`check ${place} ${JSON.stringify(options)}`),
      clear: () => chain(`${place} cleared`),
      type: (text: string) => done.push(`type ${place}: ${text}`),
      // biome-ignore lint/suspicious/noThenProperty: as Cypress's chains have it
      then: (work: (element: object) => void) => work({ attr: () => found, place }),
    });
    const commands: { [name: string]: (...args: readonly unknown[]) => unknown } = {};
    vi.stubGlobal('Cypress', {
      Commands: { add: (name: string, work: never) => Object.assign(commands, { [name]: work }) },
    });
    vi.stubGlobal('cy', {
      task: (...given: readonly unknown[]) => given,
      get(selector: string, options: object) {
        frame = selector;
        expect(options).toEqual({ includeShadowDom: true });
        return chain(/#(\w*)"/.exec(frame)?.[1] || 'form');
      },
      wrap: ({ place }: { readonly place: string }) => chain(place),
    });
    const entry = new URL('../../../sandbox/src/entries/cypress-commands.ts', import.meta.url).href;
    await import(/* @vite-ignore */ `${entry}?${fields}${method}`);
    expect(commands['sandbox']?.('advance', 'P1M', 2)).toEqual([
      'sandbox',
      { action: 'advance', args: ['P1M', 2] },
    ]);
    commands['fillPaymentForm']?.(data);
    const { bearer, ...values } = data as Record<string, string>;
    const choice =
      bearer === undefined
        ? `input[name="method"][value^="${method}"], input[name="${fields[0]}"] first`
        : `input[name="method"][value="${bearer}"]`;
    expect(done).toEqual([
      ...(checks ? [`check form ${choice} {"force":true}`] : []),
      ...fields.map((name) => `type ${name} input[name="${name}"] cleared: ${values[name]}`),
    ]);
  });
});

describe('Jest', () => {
  const run = (list: readonly (() => unknown)[]) => {
    for (const work of list) work();
  };

  it('has a sandbox for each test, closes it, and says that there is none between tests', async () => {
    const { setupSandbox } = await import('clientlib-sandbox/jest');
    const sandbox = setupSandbox({ clock });
    const none = 'only available while a test is running';
    expect(() => sandbox.clock).toThrow(none);
    run(hooks.before);
    const { CustomerId } = await sandbox.signUp();
    expect([sandbox.baseUrl, sandbox.clock.now().toISOString()]).toEqual([
      'http://sandbox',
      '2026-01-15T10:00:00.000Z',
    ]);
    expect(closed).toEqual([]);
    run(hooks.after);
    expect([made.length, closed]).toEqual([1, made]);
    expect(listeners()).toBe(0);
    expect(() => sandbox.clock).toThrow(none);
    run(hooks.before);
    expect(await sandbox.rest('GET', '/customers')).toEqual([]);
    // The same seed: what a test prints is the same at each run.
    expect((await sandbox.signUp()).CustomerId).toBe(CustomerId);
    run(hooks.after);
    expect(closed).toEqual(made);
  });

  it.each([
    [{}, 4_000],
    [{ testTimeout: 20_000 }, 19_000],
  ])(
    'a wait with the options %j ends within %i ms, before Jest would end the test',
    async (options, limit) => {
      const { setupSandbox } = await import('clientlib-sandbox/jest');
      const sandbox = setupSandbox(options);
      run(hooks.before);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const ended = sandbox.webhooks.next('PaymentFailed').catch(({ message }: Error) => message);
      await vi.advanceTimersByTimeAsync(limit);
      const [, waited] = /within (\d+) ms/.exec(String(await ended)) ?? [];
      expect([Number(waited) > limit - 2_000, Number(waited) <= limit]).toEqual([true, true]);
      run(hooks.after);
    },
  );

  it('adds the log to the message of a failed test, before the sandbox is closed', async () => {
    const { setupSandbox } = await import('clientlib-sandbox/jest');
    const sandbox = setupSandbox();
    const symbol = Symbol('JEST_STATE_SYMBOL');
    const error = new Error('expected something else');
    Object.assign(globalThis, { [symbol]: { currentlyRunningTest: { errors: [error] } } });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, symbol));
    run(hooks.before);
    await sandbox.fetch('http://sandbox/api/v1/plans');
    run(hooks.after);
    expect(error.message).toMatch(
      /^expected something else\n\nThe sandbox's log:\n.*GET \/api\/v1\/plans → 401/,
    );
  });
});

describe('Playwright', () => {
  type Use<Given> = (given: Given) => Promise<void>;
  interface Fixtures {
    readonly sandboxServer: readonly [
      (of: object, use: Use<StartedSandbox>) => Promise<void>,
      { readonly scope: string },
    ];
    readonly sandbox: (of: object, use: Use<TestSandbox>, testInfo: object) => Promise<void>;
  }

  /** The fixtures of the kit, with a Playwright that is played. */
  let fixtures: Fixtures;
  /** Where Playwright keeps the files of a test. */
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'playwright-'));
    const extend = (given: unknown) => given;
    vi.doMock('@playwright/test', () => ({ test: { extend }, expect: { extend } }));
    const entry = new URL('../../../sandbox/src/entries/playwright.ts', import.meta.url).href;
    fixtures = (await import(/* @vite-ignore */ `${entry}?played`)).test;
    vi.doUnmock('@playwright/test');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const info = { testId: 't1', repeatEachIndex: 0, retry: 0, timeout: 30_000 };

  it.each([
    ['off', {}, 'skipped', []],
    ['off', {}, 'passed', []],
    ['off', {}, 'failed', ['sandbox.log']],
    ['off', { record: true }, 'failed', ['sandbox.log', 'sandbox-session.json']],
    ['on', {}, 'passed', ['sandbox-session.json']],
    ['on', { record: false }, 'passed', []],
    ['retain-on-failure', {}, 'passed', []],
    ['retain-on-failure', {}, 'failed', ['sandbox.log', 'sandbox-session.json']],
    [{ mode: 'retain-on-failure' }, {}, 'timedOut', ['sandbox.log', 'sandbox-session.json']],
    [{ mode: 'on' }, {}, 'passed', ['sandbox-session.json']],
  ])(
    'with trace %j and %j, a test that has %s keeps %j: each attempt alone',
    async (trace, sandboxOptions, status, kept) => {
      const { sandboxServer, sandbox: ofTest } = fixtures;
      const attached: string[] = [];
      const [serve] = sandboxServer;
      let server: StartedSandbox | undefined;
      await serve({ sandboxOptions: { clock, ...sandboxOptions }, trace }, async (given) => {
        server = given;
        const of = { sandboxServer: given, sandboxOptions, trace };
        const testInfo = {
          ...info,
          status,
          // A test that is skipped on purpose has not failed.
          expectedStatus: status === 'skipped' ? 'skipped' : 'passed',
          outputPath: (name: string) => join(folder, name),
          attach: async (
            name: string,
            { body, path = '' }: { readonly body?: string; readonly path?: string },
          ) => {
            attached.push(name);
            expect(body ?? (await readFile(path, 'utf8'))).toContain('/CustomerSelfService/signup/pay');
          },
        };
        const urls: string[] = [];
        for (const retry of [0, 1])
          await ofTest(
            of,
            async (one) => {
              urls.push(one.baseUrl);
              expect(await one.rest('GET', '/contracts')).toEqual([]);
              await one.signUp();
            },
            { ...testInfo, retry },
          );
        // Each attempt has its own workspace, and none is left.
        expect(urls).toEqual([`${given.url}/w/t1-0-0`, `${given.url}/w/t1-0-1`]);
        expect(given.sandbox.workspaces()).toEqual([]);
      });
      expect(attached).toEqual([...kept, ...kept]);
      await expect(fetch(server?.url ?? '')).rejects.toThrow();
    },
  );
});
