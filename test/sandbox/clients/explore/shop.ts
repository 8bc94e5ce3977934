import type { Merchant } from 'clientlib-sandbox/explore';

interface Contract {
  readonly LifecycleStatus: string;
  readonly Balance: number;
  readonly NextBillingDate?: string;
}

/** What the shop keeps of a contract. */
export interface Access {
  mayUse: boolean;
  /** Day until which it is paid; empty while it may not be used. */
  until: string;
  /** How many payments have failed. */
  failures: number;
  events: string[];
}

const isOpen = ({ LifecycleStatus }: Contract) => ['Active', 'InTrial'].includes(LifecycleStatus);
const isPaid = ({ Balance }: Contract) => Balance <= 0;
const dayOf = ({ NextBillingDate = '' }: Contract) => NextBillingDate.slice(0, 10);
const daysLater = (day: string, days: number) =>
  day === '' ? '' : new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** How a shop decides who may use it: by an event and what the contract then is. */
type Rule = (access: Access, event: string, contract: Contract) => void;

/** The rule as it should be: whoever has an active contract and owes nothing may use it until the next billing. */
export const rightRule: Rule = (access, _event, contract) => {
  access.mayUse = isOpen(contract) && isPaid(contract);
  access.until = access.mayUse ? dayOf(contract) : '';
};

const except =
  (...ignored: string[]): Rule =>
  (access, event, contract) => {
    if (!ignored.includes(event)) rightRule(access, event, contract);
  };

const grantIf =
  (mayUse: (contract: Contract, access: Access, event: string) => boolean): Rule =>
  (access, event, contract) => {
    access.mayUse = mayUse(contract, access, event);
    access.until = access.mayUse ? dayOf(contract) : '';
  };

const until =
  (dayFor: (contract: Contract, access: Access) => string): Rule =>
  (access, event, contract) => {
    const before = access.until;
    rightRule(access, event, contract);
    if (access.mayUse) access.until = dayFor(contract, { ...access, until: before });
  };

/** Mistakes of entitlement code, each as somebody has made it. */
export const wrongRules: Readonly<Record<string, Rule>> = {
  'grants on any event': grantIf(() => true),
  'never takes access away': grantIf(
    (contract, { mayUse }) => mayUse || (isOpen(contract) && isPaid(contract)),
  ),
  'ignores failed payments': except('PaymentFailed', 'PaymentProcessStatusChanged'),
  'ignores payments': except('PaymentSucceeded'),
  'ignores changes of the contract': except('ContractChanged'),
  'reads the contract at its creation alone': (access, event, contract) => {
    if (event === 'ContractCreated') rightRule(access, event, contract);
  },
  'does not read the status': grantIf(isPaid),
  'does not read the balance': grantIf(isOpen),
  'takes a pause for active': grantIf((contract) => isPaid(contract) && contract.LifecycleStatus !== 'Ended'),
  'takes an end for active': grantIf((contract) => isPaid(contract) && contract.LifecycleStatus !== 'Paused'),
  'locks out for good after a pause': grantIf(
    (contract, { mayUse, events }) => isOpen(contract) && isPaid(contract) && (mayUse || events.length < 8),
  ),
  'locks out for good after a failed payment': grantIf(
    (contract, { failures }) => isOpen(contract) && isPaid(contract) && failures === 0,
  ),
  'tolerates two failed payments': grantIf(
    (contract, { failures }) => isOpen(contract) && (isPaid(contract) || failures < 3),
  ),
  'takes a debt for a credit': grantIf((contract) => isOpen(contract) && contract.Balance >= 0),
  'grants with the invoice': grantIf(
    (contract, _access, event) => isOpen(contract) && (isPaid(contract) || event === 'InvoiceCreated'),
  ),
  'takes each event once': (access, event, contract) => {
    if (access.events.indexOf(event) === access.events.length - 1) rightRule(access, event, contract);
  },
  'keeps the first state': (access, event, contract) => {
    if (access.events.length <= 8) rightRule(access, event, contract);
  },
  'is a day short': until((contract) => daysLater(dayOf(contract), -1)),
  'counts 30 days from the last': until((contract, access) =>
    access.until === ''
      ? dayOf(contract)
      : dayOf(contract) === access.until
        ? access.until
        : daysLater(access.until, 30),
  ),
  // Access until a day, and a month more for each payment: what is paid for is granted twice.
  'grants a month by the contract and one by the payment': (access, event, contract) => {
    rightRule(access, event, contract);
    if (event === 'PaymentSucceeded') access.until = daysLater(access.until, 30);
  },
  'lets in whose money was given back': grantIf(
    (contract) => isPaid(contract) && !['Ended', 'Paused'].includes(contract.LifecycleStatus),
  ),
  'never moves the day': until((contract, access) => access.until || dayOf(contract)),
};

/** A shop with a rule: it hears webhooks, reads the contract, and keeps who may use it. */
export class Shop {
  readonly #rule: Rule;
  #access = new Map<string, Access>();

  constructor(rule: Rule = rightRule) {
    this.#rule = rule;
  }

  accessOf(contractId: string): Access {
    return this.#access.get(contractId) ?? { mayUse: false, until: '', failures: 0, events: [] };
  }

  readonly merchant: Merchant = {
    webhooks: async ({ Event, ContractId }, sandbox) => {
      if (typeof ContractId !== 'string') return;
      const contract = await sandbox.rest<Contract>('GET', `/contracts/${ContractId}`);
      const access = structuredClone(this.accessOf(ContractId));
      access.events.push(Event);
      if (Event === 'PaymentFailed') access.failures += 1;
      this.#rule(access, Event, contract);
      this.#access.set(ContractId, access);
    },
    snapshot: () => [...this.#access],
    restore: (entries: [string, Access][]) => {
      this.#access = new Map(entries);
    },
  };
}
