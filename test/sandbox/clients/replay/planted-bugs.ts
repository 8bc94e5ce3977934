import { createSandbox, type Sandbox, type SandboxOptions, type Workspace } from 'clientlib-sandbox';
import { toExpression } from '../../../../sandbox/src/hosts/command/shrink-command.ts';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { OpenWorkspace } from '../../../../sandbox/src/sandbox/workspaces.ts';
import { shop } from './random-session.ts';

type Core = OpenWorkspace['core'];

/** A bug that the service does not have: what it would do wrong once all this has happened. */
export interface Bug {
  /** Events in their order; with `:`, the kind of the change of a contract. */
  readonly after: readonly string[];
  /** Whether all of it happens to one contract, or to any. */
  readonly to: 'one contract' | 'any contract';
  readonly damage: keyof typeof damages;
}

const invoicesOf = ({ tx }: Core, contractId: string) => tx.invoices.where('ContractId', contractId);

/** What a bug does to the contract, with an expression that finds it. */
export const damages = {
  'a wrong total': {
    fails: 'sandbox.audit().Problems.length > 0',
    hurt(core: Core, contractId: string) {
      const [invoice] = invoicesOf(core, contractId);
      if (invoice !== undefined)
        core.transaction((tx) => tx.invoices.replace({ ...invoice, TotalGross: invoice.TotalGross + 1 }));
    },
  },
  'a number that is there twice': {
    fails:
      'new Set(sandbox.snapshot().Collections.invoices.map(({ InvoiceNumber }) => InvoiceNumber)).size < sandbox.snapshot().Collections.invoices.length',
    hurt(core: Core, contractId: string) {
      const [first] = invoicesOf(core, contractId);
      const last = [...core.tx.invoices].findLast(({ Id }) => Id !== first?.Id);
      if (first !== undefined && last !== undefined)
        core.transaction((tx) => tx.invoices.replace({ ...last, InvoiceNumber: first.InvoiceNumber }));
    },
  },
  'a customer without a name': {
    fails: "sandbox.snapshot().Collections.customers.some(({ LastName }) => LastName === '')",
    hurt(core: Core, contractId: string) {
      const customer = core.tx.customers.get(core.tx.contracts.get(contractId)?.CustomerId);
      if (customer !== undefined)
        core.transaction((tx) => tx.customers.replace({ ...customer, LastName: '' }));
    },
  },
  'a contract in another currency': {
    fails: "sandbox.snapshot().Collections.contracts.some(({ Currency }) => Currency !== 'EUR')",
    hurt(core: Core, contractId: string) {
      const contract = core.tx.contracts.get(contractId);
      if (contract !== undefined)
        core.transaction((tx) => tx.contracts.replace({ ...contract, Currency: 'USD' }));
    },
  },
} as const;

const signup = 'ContractChanged:Signup';
const annulment = 'ContractChanged:Annulment';
const pause = 'ContractChanged:Pause';
const renewal = ['RecurringBillingApproaching', 'InvoiceCreated'];

const kinds: readonly (readonly [Bug['to'], Bug['damage'], ...string[]])[] = [
  ['one contract', 'a wrong total', signup, ...renewal],
  ['one contract', 'a wrong total', ...renewal, ...renewal],
  ['one contract', 'a wrong total', 'InvoiceCreated', 'ContractCancelled'],
  ['one contract', 'a wrong total', 'InvoiceCreated', pause],
  ['one contract', 'a wrong total', 'InvoiceCorrected', annulment],
  ['one contract', 'a wrong total', 'PaymentSucceeded', 'ContractDataChanged', 'ContractCancelled'],
  ['one contract', 'a customer without a name', 'PaymentSucceeded', annulment],
  ['one contract', 'a customer without a name', 'PaymentSucceeded', 'RecurringBillingApproaching'],
  ['one contract', 'a customer without a name', 'PaymentFailed', 'PaymentProcessStatusChanged'],
  ['one contract', 'a customer without a name', 'ContractCancelled', pause],
  ['one contract', 'a contract in another currency', 'ContractDataChanged', 'ContractCancelled'],
  ['one contract', 'a contract in another currency', pause, annulment],
  ['one contract', 'a contract in another currency', 'PaymentFailed', 'PaymentFailed'],
  ['one contract', 'a contract in another currency', 'ContractDataChanged', annulment],
  ['one contract', 'a contract in another currency', 'OrderSucceeded', 'ContractDataChanged', pause],
  ['any contract', 'a number that is there twice', 'ContractCancelled', ...renewal],
  ['any contract', 'a number that is there twice', signup, signup, pause],
  ['any contract', 'a number that is there twice', annulment, signup],
  ['any contract', 'a customer without a name', pause, annulment, signup],
  ['any contract', 'a wrong total', 'PaymentFailed', 'ContractCancelled', 'InvoiceCreated'],
];

/** 20 kinds of bugs, each with several rows of a session as its condition. */
export const bugs: readonly Bug[] = kinds.map(([to, damage, ...after]) => ({ to, damage, after }));

export const titleOf = ({ after, to, damage }: Bug) => `${damage} after ${after.join(', ')} of ${to}`;

/** From now on the service has the bug. */
export function plant({ after, to, damage }: Bug, sandbox: Pick<Workspace, 'on'>, core: Core): void {
  const seen = new Map<string, number>();
  sandbox.on('event', (event) => {
    const { Event, ContractId, ContractChangeType } = event as Partial<Record<string, string>>;
    if (ContractId === undefined) return;
    const key = to === 'one contract' ? ContractId : '';
    const count = seen.get(key) ?? 0;
    const happens = [Event, `${Event}:${ContractChangeType}`].includes(after[count]);
    if (happens) seen.set(key, count + 1);
    if (happens && count + 1 === after.length) damages[damage].hurt(core, ContractId);
  });
}

/** A sandbox with the bug. */
export function withBug(bug: Bug) {
  return (options: SandboxOptions) => {
    const sandbox = createSandbox(options);
    plant(bug, sandbox, getWorkspaces(sandbox).main.core);
    return sandbox;
  };
}

/** A session of a shop in which the bug shows, and what happened after it. */
export async function failingSession(bug: Bug): Promise<ReturnType<Sandbox['session']>> {
  const isFailing = toExpression(damages[bug.damage].fails);
  for (let seed = 0; seed < 40; seed += 1) {
    const { sandbox, step } = shop(`bug ${seed}`, {
      record: true,
      deliver: async () => new Response(null, { status: 204 }),
    });
    plant(bug, sandbox, getWorkspaces(sandbox).main.core);
    for (let done = 0; done < 40; done += 1) await step();
    await sandbox.settle();
    const session = JSON.parse(JSON.stringify(sandbox.session()));
    const fails = isFailing?.(sandbox) === true;
    sandbox.close();
    if (fails) return session;
  }
  throw new Error(`No session shows ${titleOf(bug)}.`);
}
