// What is read of a contract, and what becomes of it in a sandbox.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AccountClient } from '../../../../sandbox/src/clients/account/account-client.ts';
import {
  ContractDetails,
  type KeptContract,
  type ReadContract,
} from '../../../../sandbox/src/clients/account/contract-details.ts';
import { sandboxWithContracts } from '../../../../sandbox/src/clients/account/import-contracts.ts';
import { anonymousCustomer } from '../../../../sandbox/src/clients/account/personal-data.ts';
import { readContracts } from '../../../../sandbox/src/clients/account/read-contracts.ts';
import type { Entry } from '../../../../sandbox/src/clients/account/read-list.ts';
import { withCalls } from '../../../../sandbox/src/clients/kit/sandbox-calls.ts';
import { importContracts } from '../../../../sandbox/src/hosts/command/import-contracts-command.ts';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';

/** An account with a contract of three months, and a reader of it. */
async function account(
  change: (path: string, response: Response) => Response | Promise<Response> = (_, same) => same,
) {
  const sandbox = withCalls(
    createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'read' }),
    'http://localhost',
  );
  onTestFinished(() => sandbox.close());
  const { ContractId, CustomerId } = await sandbox.signUp({ customer: { Tag: 'crm-7' } });
  await sandbox.clock.advance('P2M');
  const asked: string[] = [];
  const client = new AccountClient(
    { url: 'http://localhost', clientId: 'c00000000000000000000001', clientSecret: 'sandbox-secret' },
    {
      fetch: async (url, init) => {
        const path = url.slice('http://localhost/api/v1/'.length);
        if (!url.includes('/oauth/'))
          asked.push(path.replaceAll(ContractId, '{id}').replace(/[0-9a-f]{24}/g, '#'));
        return change(path, await sandbox.fetch(url, init));
      },
      sleep: async () => {},
    },
  );
  const notes: string[] = [];
  const details = new ContractDetails(client, new Map([[CustomerId, ['ada']]]), notes, new Map());
  const contract = await sandbox.rest<Entry>('GET', `/contracts/${ContractId}`);
  const toKept = (more: object = {}) =>
    details.fitContracts([{ ...contract, ...more }], notes)[0] as KeptContract;
  return { sandbox, client, details, notes, asked, contract, toKept, CustomerId };
}

it('a contract has nothing of its customer and no data of its payment', async () => {
  const { toKept, CustomerId, contract } = await account();
  const kept = toKept({
    Notes: 'Ada',
    ExternalId: 'of-ada',
    CustomFields: { Dog: 'Rex' },
    CustomerName: 'Ada',
    PaymentBearer: { Type: 'CreditCard', Holder: 'Ada' },
  });
  expect(kept).toMatchObject({
    Id: contract.Id,
    CustomerName: CustomerId,
    ExternalId: `external-${contract.Id}`,
    CustomFields: { Dog: 'text' },
    PaymentProviderSupportRefunds: false,
  });
  expect(JSON.stringify(kept)).not.toMatch(/ada|rex|CreditCard|Notes/i);
  expect(toKept({ ExternalId: 'crm:7' }).ExternalId).toBe('crm:7');
  expect(toKept({ PaymentBearer: { Type: 'InvoicePayment', Due: 7 } }).PaymentBearer).toEqual({
    Type: 'InvoicePayment',
  });
});

it.each([
  ['Active', undefined, true],
  ['Paused', undefined, true],
  ['Ended', undefined, false],
  ['Annulled', undefined, false],
  ['Active', 'GooglePlay', false],
])(
  'of a contract that is %s in the store %s, more than its bookings is read: %s',
  async (LifecycleStatus, store, isWhole) => {
    const { client, toKept, asked } = await account();
    const contract = toKept({ LifecycleStatus });
    const stores = new Map([[contract.PlanGroupId, store]]);
    const read = await new ContractDetails(client, new Map(), [], stores).read(contract);
    const part = (path: string) => `contracts/{id}/${path}?take=500`;
    expect(asked).toEqual([
      part('ledgerEntries'),
      ...(isWhole
        ? [
            part('componentSubscriptions'),
            part('usage'),
            part('ratedItems'),
            part('discountSubscriptions'),
            'invoices?contractId={id}&take=500',
            'invoices/#',
            'invoices/#',
            'invoices/#',
            'invoiceDrafts?contractId={id}&take=500',
          ]
        : []),
    ]);
    expect([read.Bookings.length > 0, read.Invoices.length, read.Store]).toEqual([
      true,
      isWhole ? 3 : 0,
      store,
    ]);
    const created = read.Invoices.map(({ Created }) => Created);
    expect(created).toEqual(created.toSorted());
  },
);

it('what cannot be read is noted once, without its ids', async () => {
  const { details, notes, toKept } = await account((path, response) =>
    /usage|ratedItems/.test(path) ? new Response('{}', { status: 404 }) : response,
  );
  for (let at = 0; at < 2; at += 1) await details.read(toKept());
  expect(notes).toEqual(
    ['usage', 'ratedItems'].map(
      (path) => `GET /api/v1/contracts/{id}/${path} could not be read: it answers 404.`,
    ),
  );
});

it('the merchant is as its newest invoice shows it', async () => {
  const withSender = (sender: object) =>
    account(async (path, response) => {
      if (!/^invoices\/[0-9a-f]{24}/.test(path)) return response;
      return Response.json({
        ...((await response.json()) as object),
        SenderAddress: undefined,
        SenderVatId: undefined,
        ...sender,
      });
    });
  const senderOf = async (sender: object) => {
    const { details, toKept } = await withSender(sender);
    return (await details.read(toKept())).Sender;
  };
  expect(await senderOf({ SenderAddress: { Country: 'AT', City: 'Wien' }, SenderVatId: 'ATU1' })).toEqual({
    Country: 'AT',
    VatId: 'ATU1',
  });
  expect(await senderOf({ SenderAddress: { Country: 'AT' } })).toEqual({ Country: 'AT' });
  expect(await senderOf({ SenderVatId: 'ATU1' })).toBeUndefined();
});

it('each list of a contract is in the sandbox that goes on from it', async () => {
  const { sandbox, details, toKept, CustomerId } = await account();
  const read = await details.read(toKept());
  const customer = anonymousCustomer(await sandbox.rest('GET', `/customers/${CustomerId}`));
  const [of, component] = [{ ContractId: read.Contract.Id }, 'd00000000000000000000001'];
  const one = (at: number, more: object = {}) => [{ Id: `6a10580a3c9b1f0e5d00000${at}`, ...of, ...more }];
  const gone = { ComponentId: 'd0000000000000000000000f', DiscountId: 'e0000000000000000000000f' };
  const { InvoiceNumber: _, ...draft } = read.Invoices[0] as ReadContract['Invoices'][number];
  const whole = {
    ...read,
    Drafts: [{ ...draft, ...one(6)[0] }],
    ComponentSubscriptions: [
      ...one(1, { ComponentId: component, Quantity: 1, StartDate: '2027-01-01' }),
      ...one(2, gone),
    ],
    DiscountSubscriptions: one(3, gone),
    Usages: one(4, gone),
    RatedItems: one(5, { Description: 'x', Status: 'Billed' }),
  } as unknown as ReadContract;
  const now = Date.parse('2026-03-20T10:00:00Z');
  const { sandbox: made, notes } = sandboxWithContracts(
    {},
    { customers: [customer], contracts: [whole], lastNumber: '2026-000900', notes: [] },
    now,
  );
  onTestFinished(() => made.close());
  const counts = Object.fromEntries(
    [
      'customers',
      'contracts',
      'componentSubscriptions',
      'discountSubscriptions',
      'meteredUsages',
      'ratedItems',
      'ledgerEntries',
      'invoices',
      'invoiceDrafts',
    ].map((name) => [name, made.snapshot().Collections[name]?.length]),
  );
  expect(counts).toEqual({
    customers: 1,
    contracts: 1,
    componentSubscriptions: 1,
    discountSubscriptions: 0,
    meteredUsages: 0,
    ratedItems: 1,
    ledgerEntries: read.Bookings.length,
    invoices: 3,
    invoiceDrafts: 1,
  });
  // Documents are those of the customer as he is called here, and not by an id.
  const { invoices = [], invoiceDrafts = [] } = made.snapshot().Collections;
  for (const document of [...invoices, ...invoiceDrafts])
    expect(document).toMatchObject({ RecipientName: customer.CustomerName, CustomerId });
  expect(notes.map((note) => note.split(' was skipped')[0])).toEqual([
    `Component subscription ${one(2)[0]?.Id}`,
    `Discount subscription ${one(3)[0]?.Id}`,
    `Usage ${one(4)[0]?.Id}`,
  ]);
  expect(made.snapshot().Collections['counters']).toEqual([{ Id: 'invoice-2026', Value: 900 }]);
  expect([made.clock.now().getTime(), made.clock.mode]).toEqual([now, 'Manual']);
});

const fee = [{ ProductType: 'SetupFee' }];

it.each<[string, object, string, unknown, object]>([
  [
    'a setup fee that is due next',
    {},
    'previewNextRecurring',
    { Invoice: { ItemList: fee } },
    { SetupFeeDue: true },
  ],
  ['another fee that is due next', {}, 'previewNextRecurring', { Invoice: { ItemList: [{}] } }, {}],
  ['nothing that is due next', {}, 'previewNextRecurring', {}, {}],
  [
    'an order that was billed elsewhere',
    { BilledUntil: '2026-04-15T10:00:00Z' },
    'orders?',
    [{ Id: 'o1', BilledUntil: '2026-05-01' }],
    { BilledElsewhereUntil: '2026-05-01' },
  ],
  ['an order that says nothing', { LastBillingDate: '2026-02-15T10:00:00Z' }, 'orders?', [{ Id: 'o1' }], {}],
])('of a contract without documents it reads %s', async (_what, billed, part, answer, expected) => {
  const { details, toKept } = await account((path, response) => {
    if (path.includes(part)) return Response.json(answer);
    return /^invoice/.test(path) ? Response.json([]) : response;
  });
  const { BilledUntil: _, LastBillingDate: __, ...contract } = toKept();
  const { SetupFeeDue, BilledElsewhereUntil } = await details.read({
    ...contract,
    ...billed,
  } as KeptContract);
  expect(JSON.parse(JSON.stringify({ SetupFeeDue, BilledElsewhereUntil }))).toEqual(expected);
});

it.each([0, 1, 5, 6, 99])(
  'contracts that change %i times while they are read are read five times at most',
  async (changes) => {
    let pass = 0;
    const { client } = await account(async (path, response) => {
      if (!path.startsWith('contracts?')) return response;
      pass += 1;
      const Balance = -Math.min(pass, changes + 1);
      return Response.json(((await response.json()) as Entry[]).map((one) => ({ ...one, Balance })));
    });
    const read: number[] = [];
    const { contracts, notes } = await readContracts(client, {
      begun: new Map(),
      stores: new Map(),
      onRead: async ({ Contract }) => void read.push(Contract.Balance),
    });
    const times = Math.min(5, changes + 1);
    expect(read).toEqual(Array.from({ length: times }, (_, at) => -1 - at));
    expect(contracts.map(({ Contract }) => Contract.Balance)).toEqual([-times]);
    expect(notes).toEqual(
      changes < 5 ? [] : ['1 contracts changed during each of 5 passes. Run the import again.'],
    );
  },
);

it.each([
  ['the newest contract with an invoice', {}, 'CH'],
  ['the configuration, if it names one', { Account: { Name: 'ACME', Country: 'FR' } }, 'FR'],
])(
  'the taxes of imported contracts are those of the country of %s',
  async (_which, configuration, Country) => {
    let newest = '';
    const { client, sandbox, CustomerId } = await account(async (path, response) => {
      if (!/^invoices\/[0-9a-f]{24}/.test(path)) return response;
      const invoice = (await response.json()) as { readonly CustomerId: string };
      return Response.json({
        ...invoice,
        SenderAddress: { Country: invoice.CustomerId === newest ? 'CH' : 'AT' },
      });
    });
    newest = (await sandbox.signUp()).CustomerId;
    expect(newest).not.toBe(CustomerId);
    const folder = await mkdtemp(join(tmpdir(), 'sender-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const snapshot = join(folder, 'snapshot.json');
    await importContracts(client, {
      clientId: 'c00000000000000000000001',
      snapshot,
      configuration,
      lists: {},
      progress: () => {},
    } as never);
    const documents = (await readFile(snapshot, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(documents.find(({ Collection }) => Collection === 'accounts').Document).toMatchObject({ Country });
  },
);
