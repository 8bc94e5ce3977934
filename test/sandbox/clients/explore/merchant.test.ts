import { expect, it, onTestFinished } from 'vitest';
import { beside, type Merchant, MerchantSide } from '../../../../sandbox/src/clients/explore/merchant.ts';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import {
  createSandbox,
  getWorkspaces,
  type SandboxOptions,
} from '../../../../sandbox/src/sandbox/sandbox.ts';

const reset = () => {};

function newSandbox(options: SandboxOptions) {
  const made = createSandbox(options);
  const [sandbox, end] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 1_000);
  onTestFinished(() => {
    end();
    made.close();
  });
  return sandbox;
}

it.each<[string, Merchant, { isThere: boolean; canRestore: boolean }]>([
  ['nothing', {}, { isThere: false, canRestore: true }],
  ['enter alone', { enter: () => {} }, { isThere: true, canRestore: true }],
  ['reset', { reset }, { isThere: true, canRestore: false }],
  ['snapshot and restore', { snapshot: () => 1, restore: reset }, { isThere: true, canRestore: true }],
  ['all of them', { reset, snapshot: () => 1, restore: reset }, { isThere: true, canRestore: true }],
])('of a merchant with %s', async (_what, merchant, { isThere, canRestore }) => {
  const side = new MerchantSide(merchant);
  expect([side.isThere, side.canRestore]).toEqual([isThere, canRestore]);
  expect(await side.snapshot()).toBe(merchant.snapshot?.());
});

it.each<[Merchant, string]>([
  [{ restore: reset }, 'merchant.snapshot is missing'],
  [{ snapshot: reset }, 'merchant.restore is missing'],
  [{ webhooks: reset }, 'merchant.webhooks needs reset()'],
])('refuses %j', (merchant, message) => {
  expect(() => new MerchantSide(merchant)).toThrow(message);
});

it('hands events to a function with the sandbox of its life, after it has forgotten the one before', async () => {
  const heard: string[] = [];
  const done: string[] = [];
  const shop = beside({
    webhooks: async ({ Event, ContractId }, sandbox) => {
      if (Event === 'ContractCreated') heard.push(sandbox.contract(String(ContractId)).LifecycleStatus);
      if (Event === 'OrderSucceeded') throw new Error('broken');
    },
    reset: () => void done.push('reset'),
    enter: () => void done.push('enter'),
  });
  for (const seed of ['one', 'two']) {
    const sandbox = newSandbox({ seed, ...shop.sandboxOptions });
    await shop.enter(sandbox);
    await sandbox.signUp();
    await sandbox.settle();
    expect(sandbox.pendingDeliveries()).toMatchObject([{ Event: 'OrderSucceeded' }]);
  }
  expect([heard, done]).toEqual([
    ['Active', 'Active'],
    ['reset', 'enter', 'reset', 'enter'],
  ]);
});

it('hands requests to a web server, whose answer counts', async () => {
  const seen: [string, unknown][] = [];
  const fetch = async (request: Request) => {
    const { Event } = await request.json();
    seen.push([request.url, Event]);
    return new Response(null, { status: Event === 'InvoiceCreated' ? 503 : 202 });
  };
  const sandbox = newSandbox(beside({ webhooks: { fetch }, reset }).sandboxOptions);
  await sandbox.signUp();
  await sandbox.settle();
  expect(seen).toContainEqual(['https://merchant.test/webhooks', 'ContractCreated']);
  const left = sandbox.pendingDeliveries().map(({ Event }) => Event);
  expect([left.includes('InvoiceCreated'), left.includes('ContractCreated')]).toEqual([true, false]);
});

it('posts to the address of a receiver, and nowhere without one', () => {
  expect(beside({ webhooks: 'http://shop.test', reset }).sandboxOptions).toEqual({
    webhooks: ['http://shop.test'],
  });
  expect(beside({}).sandboxOptions).toEqual({});
});

it('waits until the merchant has forgotten, and hands it the sandbox of events that come while it enters', async () => {
  const done: string[] = [];
  const shop = beside({
    webhooks: ({ Event }, sandbox) => void done.push(`${Event} of ${sandbox.baseUrl}`),
    async reset() {
      await new Promise((resolve) => setImmediate(resolve));
      done.push('reset');
    },
    async enter(sandbox) {
      done.push('enter');
      await sandbox.rest('POST', '/customers', { FirstName: 'Shop' });
      await sandbox.settle();
    },
  });
  await shop.enter(newSandbox({ seed: 'one', ...shop.sandboxOptions }));
  expect(done).toEqual(['reset', 'enter', 'CustomerCreated of http://sandbox']);
});
