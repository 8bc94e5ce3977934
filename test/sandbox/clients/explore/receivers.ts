import { verifyWebhook } from 'clientlib/webhooks';
import type { Belief, CertifyOptions } from 'clientlib-sandbox/explore';
import type { TestSandbox } from '../../../../sandbox/src/clients/kit/types.ts';

interface Message {
  readonly id: string;
  readonly event: { readonly Event: string; readonly ContractId?: string; readonly [field: string]: unknown };
  readonly body: string;
  readonly request: Request;
  readonly secret: string;
}

interface Contract {
  readonly LifecycleStatus: string;
  readonly Balance: number;
  readonly NextBillingDate?: string;
  readonly PlanVariantId?: string;
}

type Known = 'new' | 'being worked on' | 'done';

/** A webhook receiver in the parts that can go wrong; each part can be replaced. */
export class SampleReceiver {
  readonly believed = new Map<string, Belief>();
  readonly messages = new Map<string, Known>();
  sandbox?: TestSandbox;
  secret = '';

  readonly options: Pick<CertifyOptions, 'enter' | 'readBack'> = {
    enter: (sandbox, { secret }) => {
      this.sandbox = sandbox;
      this.secret = secret;
    },
    readBack: (contractId) => this.believed.get(contractId),
  };

  /** @throws Error where the message must not be taken */
  async verify({ body, request, secret }: Message): Promise<void> {
    await verifyWebhook({ headers: request.headers, text: async () => body }, secret);
  }

  /** What a message that was taken or is being worked on is answered with; `undefined` to work on it. */
  repeated(known: Known): number | undefined {
    return known === 'done' ? 200 : undefined;
  }

  /** Works on an event. @returns the status of the answer */
  async work(event: Message['event']): Promise<number> {
    if (event.ContractId === undefined) return 200;
    const contract = await this.read(event.ContractId);
    if (typeof contract === 'number') return 503;
    this.store(event.ContractId, this.belief(contract, event), event);
    return 200;
  }

  store(contractId: string, belief: Belief, _event: Message['event']): void {
    this.believed.set(contractId, belief);
  }

  belief(
    { LifecycleStatus, Balance, NextBillingDate, PlanVariantId }: Contract,
    _event: Message['event'],
  ): Belief {
    return {
      Status: LifecycleStatus,
      PaidUntil: Balance > 0 ? null : (NextBillingDate ?? null),
      PlanVariantId: PlanVariantId ?? null,
    };
  }

  /** The contract as it is now, or the status of the refusal. */
  async read(contractId: string): Promise<Contract | number> {
    try {
      return await (this.sandbox as TestSandbox).rest<Contract>('GET', `/contracts/${contractId}`);
    } catch (error) {
      return Number(/: (\d{3}) /.exec((error as Error).message)?.[1] ?? 500);
    }
  }

  parse(body: string): Message['event'] {
    return JSON.parse(body);
  }

  async fetch(request: Request): Promise<Response> {
    const body = await request.text();
    const id = request.headers.get('webhook-id') ?? '';
    const answer = (status: number) => new Response(null, { status });
    let event: Message['event'];
    try {
      event = this.parse(body);
      await this.verify({ id, event, body, request, secret: this.secret });
    } catch {
      return answer(400);
    }
    const early = this.repeated(this.messages.get(id) ?? 'new');
    if (early !== undefined) return answer(early);
    this.messages.set(id, 'being worked on');
    const status = await this.work(event);
    if (status < 300) this.messages.set(id, 'done');
    else this.messages.delete(id);
    return answer(status);
  }
}

const DAY_MS = 86_400_000;
const now = () => Math.floor(Date.now() / 1000);

/** Verifies a message as if it had come with another header. */
async function verifyAs({ request, body, secret }: Message, name: string, value: string): Promise<void> {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  await verifyWebhook({ headers, text: async () => body }, secret);
}

/** Works on some events alone. */
const workingOn = (isHeard: (event: string) => boolean) =>
  class extends SampleReceiver {
    override async work(event: Message['event']): Promise<number> {
      return isHeard(event.Event) ? super.work(event) : 200;
    }
  };

/** Takes the status from what the event is called. */
const statusFrom = (names: { readonly [event: string]: string }) =>
  class extends SampleReceiver {
    override belief(_contract: Contract, event: Message['event']): Belief {
      const before = this.believed.get(event.ContractId ?? '')?.Status;
      return { Status: names[event.Event] ?? before ?? 'Active' };
    }
  };

/** Believes something else of a contract. */
const believing = (
  change: (belief: Belief, contract: Contract, before: Belief | undefined, count: number) => Belief,
) =>
  class extends SampleReceiver {
    readonly counts = new Map<string, number>();
    override belief(contract: Contract, event: Message['event']): Belief {
      const id = event.ContractId ?? '';
      const count = (this.counts.get(id) ?? 0) + (event.Event === 'PaymentSucceeded' ? 1 : 0);
      this.counts.set(id, count);
      return change(super.belief(contract, event), contract, this.believed.get(id), count);
    }
  };

/** Answers what it should not work on. */
const answering = (status: number, when: (message: Pick<Message, 'event' | 'request'>) => boolean) =>
  class extends SampleReceiver {
    override async fetch(request: Request): Promise<Response> {
      const event = JSON.parse(await request.clone().text());
      return when({ event, request }) ? new Response(null, { status }) : super.fetch(request);
    }
  };

type Made = new () => SampleReceiver;

/** Receivers that are right, each in its way. */
export const rightReceivers: Readonly<Record<string, Made>> = {
  'reads the contract and stores it': SampleReceiver,
  'works on repeats again, which changes nothing': class extends SampleReceiver {
    override repeated(): undefined {
      return undefined;
    }
  },
  'answers 202 and works in the background, one event after the other': class extends SampleReceiver {
    #working: Promise<unknown> = Promise.resolve();
    override async work(event: Message['event']): Promise<number> {
      const again = async (): Promise<unknown> => {
        if ((await super.work(event)) === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return again();
      };
      this.#working = this.#working.then(again);
      return 202;
    }
  },
  'keeps the status alone': believing(({ Status }) => ({ Status: Status ?? null })),
  'asks for the message again while it works on it': class extends SampleReceiver {
    override repeated(known: Known): number | undefined {
      return known === 'being worked on' ? 429 : super.repeated(known);
    }
  },
};

/** Receivers as they go wrong. */
export const wrongReceivers: Readonly<Record<string, Made>> = {
  'verifies nothing': class extends SampleReceiver {
    override async verify(): Promise<void> {}
  },
  'wants any signature': class extends SampleReceiver {
    override async verify({ request }: Message): Promise<void> {
      if (!request.headers.has('webhook-signature')) throw new Error('unsigned');
    }
  },
  'verifies signatures where there are some': class extends SampleReceiver {
    override async verify(message: Message): Promise<void> {
      if (message.request.headers.has('webhook-signature')) await super.verify(message);
    }
  },
  'takes old messages': class extends SampleReceiver {
    override async verify({ request, body, secret }: Message): Promise<void> {
      const sentAt = Number(request.headers.get('webhook-timestamp')) * 1000;
      const at = Math.min(sentAt, Date.now());
      await verifyWebhook({ headers: request.headers, text: async () => body }, secret, { now: at });
    }
  },
  'takes messages from the future': class extends SampleReceiver {
    override async verify({ request, body, secret }: Message): Promise<void> {
      const sentAt = Number(request.headers.get('webhook-timestamp')) * 1000;
      const at = Math.max(sentAt, Date.now());
      await verifyWebhook({ headers: request.headers, text: async () => body }, secret, { now: at });
    }
  },
  'looks at the first signature alone': class extends SampleReceiver {
    override async verify(message: Message): Promise<void> {
      const [first = ''] = (message.request.headers.get('webhook-signature') ?? '').split(' ');
      await verifyAs(message, 'webhook-signature', first);
    }
  },
  'looks at the last signature alone': class extends SampleReceiver {
    override async verify(message: Message): Promise<void> {
      const last = (message.request.headers.get('webhook-signature') ?? '').split(' ').at(-1);
      await verifyAs(message, 'webhook-signature', last ?? '');
    }
  },
  'compares the header with one signature': class extends SampleReceiver {
    override async verify(message: Message): Promise<void> {
      if ((message.request.headers.get('webhook-signature') ?? '').includes(' '))
        throw new Error('two signatures');
      await super.verify(message);
    }
  },
  'signs with the secret as a text': class extends SampleReceiver {
    override async verify(message: Message): Promise<void> {
      await super.verify({ ...message, secret: `whsec_${btoa(message.secret)}` });
    }
  },
  'wants the time in milliseconds': class extends SampleReceiver {
    override async verify(message: Message): Promise<void> {
      await verifyAs(message, 'webhook-timestamp', String(now() * 1000));
    }
  },
  'refuses events that it does not know': answering(400, ({ event }) => /^Something/.test(event.Event)),
  'breaks at events that it does not know': class extends SampleReceiver {
    override async work(event: Message['event']): Promise<number> {
      if (/^Something/.test(event.Event)) throw new Error(`no handler for ${event.Event}`);
      return super.work(event);
    }
  },
  'refuses fields that it does not know': answering(422, ({ event }) => 'NewField' in event),
  'wants a charset': answering(
    415,
    ({ request }) => !/charset/.test(request.headers.get('Content-Type') ?? ''),
  ),
  'wants names in camelCase': answering(400, ({ event }) => !('contractId' in event)),
  'refuses repeats': class extends SampleReceiver {
    override repeated(known: Known): number | undefined {
      return known === 'done' ? 409 : undefined;
    }
  },
  'breaks at repeats': class extends SampleReceiver {
    override repeated(known: Known): number | undefined {
      return known === 'done' ? 500 : undefined;
    }
  },
  'refuses both of two at the same moment': class extends SampleReceiver {
    readonly #arrived = new Map<string, number>();
    override async fetch(request: Request): Promise<Response> {
      const id = request.headers.get('webhook-id') ?? '';
      this.#arrived.set(id, (this.#arrived.get(id) ?? 0) + 1);
      const answer = await super.fetch(request);
      return this.#arrived.get(id) === 1 ? answer : new Response(null, { status: 500 });
    }
  },
  'counts a month for each payment': believing((belief, _contract, _before, count) => ({
    ...belief,
    PaidUntil: new Date(Date.parse('2026-01-15') + count * 31 * DAY_MS).toISOString(),
  })),
  'takes the status from the name of the event': statusFrom({
    ContractCreated: 'Active',
    ContractCancelled: 'Ended',
  }),
  'believes that the last event is the newest': statusFrom({
    ContractCreated: 'Active',
    OrderSucceeded: 'Active',
    PaymentSucceeded: 'Active',
    ContractChanged: 'Ended',
  }),
  'answers before it has stored': class extends SampleReceiver {
    override async work(event: Message['event']): Promise<number> {
      await super.work(event);
      return 200;
    }
  },
  'takes what failed once for done': class extends SampleReceiver {
    override repeated(known: Known): number | undefined {
      return known === 'new' ? undefined : 200;
    }
    // The id is stored before the work, and stays when the work fails.
    override async fetch(request: Request): Promise<Response> {
      const id = request.headers.get('webhook-id') ?? '';
      const answer = await super.fetch(request);
      if (answer.status === 503) this.messages.set(id, 'done');
      return answer;
    }
  },
  'takes a contract that is not there for gone': class extends SampleReceiver {
    override async work(event: Message['event']): Promise<number> {
      return (await this.read(String(event.ContractId))) === 404 ? 200 : super.work(event);
    }
  },
  'gives up on a slow service': class extends SampleReceiver {
    override async work(event: Message['event']): Promise<number> {
      // It looks at the time when the answer is there: a timer could fire later than the answer on a busy machine.
      const began = performance.now();
      await this.read(String(event.ContractId));
      return performance.now() - began > 90 ? 200 : super.work(event);
    }
  },
  'stores what it read first, last': class extends SampleReceiver {
    override async work(event: Message['event']): Promise<number> {
      const again = async () => {
        if ((await super.work(event)) !== 200) setTimeout(again, 5);
      };
      void again();
      return 202;
    }
  },
  'never answers': class extends SampleReceiver {
    override async fetch(): Promise<Response> {
      return new Promise(() => {});
    }
  },
  'redirects to its new address': class extends SampleReceiver {
    override async fetch(): Promise<Response> {
      return new Response(null, { status: 302, headers: { Location: 'https://merchant.test/new' } });
    }
  },
  'answers and stores nothing': class extends SampleReceiver {
    override store(): void {}
  },
  'hears of the creation alone': workingOn((event) => event === 'ContractCreated'),
  'hears of orders alone': workingOn((event) => event === 'OrderSucceeded'),
  'does not hear of changes': workingOn((event) => !/^(ContractChanged|InvoiceCreated|Payment)/.test(event)),
  'does not hear of payments': workingOn((event) => !/^Payment/.test(event)),
  'keeps what it stored first': class extends SampleReceiver {
    override store(contractId: string, belief: Belief): void {
      if (!this.believed.has(contractId)) super.store(contractId, belief, { Event: '' });
    }
  },
  'counts 30 days from the day of the event': believing((belief) => ({
    ...belief,
    PaidUntil: new Date(Date.parse('2026-01-15') + 30 * DAY_MS).toISOString(),
  })),
  'grants although something is owed': believing((belief, { NextBillingDate }) => ({
    ...belief,
    PaidUntil: NextBillingDate ?? null,
  })),
  'keeps the first plan': believing((belief, _contract, before) => ({
    ...belief,
    PlanVariantId: before?.PlanVariantId ?? belief.PlanVariantId ?? null,
  })),
  'takes every contract for active': believing((belief) => ({ ...belief, Status: 'Active' })),
};
