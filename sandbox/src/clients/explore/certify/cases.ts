import type { TestSandbox } from '../../kit/types.ts';
import { eventsFor, happen, type LifeKind, type Lived, letPass, newContract, newLives } from './lives.ts';
import { isTaken, type Oddity, type Payload, type Sender } from './receiver.ts';

export interface Bench {
  readonly sandbox: TestSandbox;
  readonly sender: Sender;
  readonly secret: string;
  /** Another secret, for rotations and invalid signatures. */
  readonly otherSecret: string;
  /** Maximum number of orders in which the events of a life are sent. */
  readonly maxOrders: number;
  /** Returns what the merchant reports wrongly about the contract; `undefined` if it is right or cannot be read. */
  belief(contractId: string): Promise<string | undefined>;
}

/** A situation that a real service can cause. */
export interface Case {
  readonly name: string;
  /** Describes the error of a failing receiver, and why it matters. */
  readonly advice: string;
  /** @returns the actual behavior; `undefined` if the receiver was correct */
  run(bench: Bench): Promise<string | undefined>;
}

const ATTEMPTS = 4;
/** Delay of responses in real milliseconds while the service is slow. */
const SLOW_MS = 100;
/** Delay of the response to one read, in real milliseconds. */
const LATE_MS = 500;

const READ_STATE = 'Read the contract by REST when an event comes; what the event says may be old by then.';
const RETRIES = 'Store first, then answer 2xx. What is answered 2xx is never sent again.';

/** Posts like the service: repeatedly until it is accepted. */
async function deliver({ sender }: Bench, event: Payload, oddity: Oddity = {}): Promise<string | undefined> {
  const id = oddity.id ?? sender.newId();
  let status = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await sender.post(event, { ...oddity, id });
    if (isTaken(answer)) return undefined;
    ({ status } = answer);
  }
  return `${event.Event} was answered ${status === 0 ? 'not in time' : status}, ${ATTEMPTS} times`;
}

async function life(bench: Bench, kind: LifeKind): Promise<Lived> {
  const [only] = await newLives(bench.sandbox, kind, 1);
  return only as Lived;
}

/** Delivers the events of a life, and returns what is reported wrongly afterwards. */
async function deliverAll(bench: Bench, lived: Lived, events = lived.events): Promise<string | undefined> {
  for (const event of events) {
    const problem = await deliver(bench, event);
    if (problem !== undefined) return problem;
  }
  return bench.belief(lived.ContractId);
}

/** A message that must be rejected. */
const refused = (name: string, advice: string, oddity: (bench: Bench) => Oddity): Case => ({
  name,
  advice,
  async run(bench) {
    const lived = await life(bench, 'signed up');
    const answer = await bench.sender.post(lived.events[0] as Payload, oddity(bench));
    if (isTaken(answer)) return `it was answered ${answer.status}`;
    // A rejected message has no effect and does not block the real one.
    return deliverAll(bench, lived);
  },
});

/** A way to deliver the events of a life, after which the merchant must report the contract correctly. */
const arrives = (
  name: string,
  advice: string,
  kind: LifeKind,
  way: (bench: Bench, lived: Lived) => Promise<string | undefined>,
): Case => ({ name, advice, run: async (bench) => way(bench, await life(bench, kind)) });

/** The events of a life, each sent immediately. */
const asItHappens = (kind: LifeKind): Case => ({
  name: `the events of a contract that is ${kind}, as they happen`,
  advice: READ_STATE,
  async run(bench) {
    const { ContractId, CustomerId } = await newContract(bench.sandbox);
    let sent = 0;
    const deliverNew = async (): Promise<string | undefined> => {
      const events = eventsFor(bench.sandbox, ContractId);
      const fresh = events.slice(sent);
      sent = events.length;
      return deliverAll(bench, { ContractId, CustomerId, events: fresh });
    };
    const problem = await deliverNew();
    if (problem !== undefined) return problem;
    await happen(bench.sandbox, kind, ContractId);
    const next = await deliverNew();
    if (next !== undefined) return next;
    await letPass(bench.sandbox, kind);
    return deliverNew();
  },
});

const inAnyOrder = (kind: LifeKind): Case => ({
  name: `every order of the events of a contract that was ${kind}`,
  advice:
    'The order of webhooks is not guaranteed. Take the event as a sign that something changed, and read the contract.',
  async run(bench) {
    const [first] = await newLives(bench.sandbox, kind, 1);
    const orders = permutations((first as Lived).events.length, bench.maxOrders);
    const lives = await newLives(bench.sandbox, kind, orders.length);
    for (const [at, order] of orders.entries()) {
      const lived = lives[at] as Lived;
      const events = order.map((index) => lived.events[index] as Payload);
      const problem = await deliverAll(bench, lived, events);
      if (problem !== undefined) return `after ${events.map(({ Event }) => Event).join(', ')} ${problem}`;
    }
    return undefined;
  },
});

/** Posts events while requests of the receiver hit faults, and then resends rejected ones. */
async function deliverDuring(
  bench: Bench,
  { ContractId }: Lived,
  events: readonly Payload[],
  faults: readonly Parameters<TestSandbox['faults']['add']>[0][],
): Promise<string | undefined> {
  const rules = faults.map((rule) => bench.sandbox.faults.add(rule));
  const refused: { readonly event: Payload; readonly id: string }[] = [];
  for (const event of events) {
    const id = bench.sender.newId();
    if (!isTaken(await bench.sender.post(event, { id }))) refused.push({ event, id });
  }
  for (const { Id } of rules) bench.sandbox.faults.remove(Id);
  for (const { event, id } of refused) {
    const problem = await deliver(bench, event, { id });
    if (problem !== undefined) return problem;
  }
  return bench.belief(ContractId);
}

/** The plan changes while the result of an older read of the contract is still on its way. */
async function readLate(bench: Bench): Promise<string | undefined> {
  const { sandbox } = bench;
  const { ContractId, CustomerId } = await newContract(sandbox);
  const before = eventsFor(sandbox, ContractId);
  const Fault = { DelayMs: LATE_MS, DelayResponse: true };
  const Path = `/api/v1/contracts/${ContractId}*`;
  const { Id } = sandbox.faults.add({ Method: 'GET', Path, Times: 1, Fault });
  const late = new Promise((resolve) => setTimeout(resolve, LATE_MS + SLOW_MS));
  const first = await deliver(bench, before[0] as Payload);
  await happen(sandbox, 'changed', ContractId);
  await sandbox.settle();
  sandbox.faults.remove(Id);
  for (const event of eventsFor(sandbox, ContractId).slice(before.length)) await deliver(bench, event);
  await late;
  return first ?? deliverAll(bench, { ContractId, CustomerId, events: [] });
}

export const cases: readonly Case[] = [
  asItHappens('signed up'),
  asItHappens('ended'),
  asItHappens('changed'),
  asItHappens('not paid'),
  refused(
    'a message without a signature',
    'Anybody can post to the endpoint. Verify each message, with verifyWebhook of clientlib/webhooks.',
    () => ({ isUnsigned: true }),
  ),
  refused(
    'a signature by the secret of somebody else',
    'Verify with your own secret.',
    ({ otherSecret }) => ({
      secrets: [otherSecret],
    }),
  ),
  refused(
    'a body that was changed after it was signed',
    'Verify the body as it came, byte for byte.',
    () => ({
      body: '{"Event":"ContractCreated","ContractId":"000000000000000000000000"}',
    }),
  ),
  refused(
    'a message of an hour ago',
    'Anyone who overheard a message can post it again. Refuse timestamps more than five minutes old.',
    () => ({ age: 3_600 }),
  ),
  refused('a message of an hour from now', 'Refuse timestamps more than five minutes ahead.', () => ({
    age: -3_600,
  })),
  ...(['the new and the old', 'the old and the new'] as const).map((signers, at) =>
    arrives(
      `a message that ${signers} secret have signed`,
      'While a secret is rotated, both sign. Take the message if any of the signatures is right.',
      'signed up',
      async (bench, lived) => {
        const secrets = [bench.otherSecret, bench.secret];
        const problem = await deliver(bench, lived.events[0] as Payload, {
          secrets: at === 0 ? secrets : secrets.reverse(),
        });
        return problem ?? deliverAll(bench, lived);
      },
    ),
  ),
  arrives(
    'an event of a name that is not known',
    'New events come with time. Answer 2xx and ignore them: what is refused is sent again for two days.',
    'signed up',
    async (bench, { ContractId }) =>
      deliver(bench, { Event: 'SomethingNewHappened', ContractId, EntityId: 'e' }),
  ),
  arrives(
    'an event with further fields',
    'Fields are added to events. Ignore those that you do not know.',
    'signed up',
    async (bench, lived) =>
      deliverAll(
        bench,
        lived,
        lived.events.map((event) => ({ ...event, NewField: { Nested: [1, 'two', null] } })),
      ),
  ),
  ...Array.from({ length: 4 }, (_, at) =>
    arrives(
      `event ${at + 1} twice`,
      'A message comes again when its answer was lost. Take the webhook-id that you know with 2xx, and do nothing twice.',
      'signed up',
      async (bench, lived) => {
        const id = bench.sender.newId();
        for (const [index, event] of lived.events.entries()) {
          const oddity = index === at ? { id } : {};
          const problem =
            (await deliver(bench, event, oddity)) ??
            (index === at ? await deliver(bench, event, oddity) : undefined);
          if (problem !== undefined) return problem;
        }
        return bench.belief(lived.ContractId);
      },
    ),
  ),
  arrives(
    'an event twice at the same moment',
    'Two attempts can overlap. Let the database decide which is first: a unique key on webhook-id.',
    'signed up',
    async (bench, lived) => {
      const id = bench.sender.newId();
      const event = lived.events[0] as Payload;
      const answers = await Promise.all([bench.sender.post(event, { id }), bench.sender.post(event, { id })]);
      if (!answers.some(isTaken))
        return `both were refused: ${answers.map(({ status }) => status).join(', ')}`;
      return deliverAll(bench, lived);
    },
  ),
  ...(['signed up', 'ended', 'changed'] as const).map((kind) =>
    arrives(
      `an event that is late, of a contract that was ${kind}`,
      READ_STATE,
      kind,
      async (bench, lived) => {
        const [late, ...others] = lived.events as readonly [Payload, ...Payload[]];
        return deliverAll(bench, lived, [...others, late]);
      },
    ),
  ),
  arrives(
    'only the last event: those before are lost for good',
    `An endpoint that was down too long loses events. ${READ_STATE}`,
    'changed',
    async (bench, lived) => deliverAll(bench, lived, lived.events.slice(-1)),
  ),
  arrives(
    'events that were lost, and come again from the list, newest first',
    'What was lost is sent again by hand, with what did arrive. Take the webhook-id that you know, and read the contract for the rest.',
    'changed',
    async (bench, lived) => {
      const messages = lived.events.map((event) => ({ event, id: bench.sender.newId() }));
      for (const { event, id } of [...messages.slice(-1), ...messages.toReversed()]) {
        const problem = await deliver(bench, event, { id });
        if (problem !== undefined) return problem;
      }
      return bench.belief(lived.ContractId);
    },
  ),
  arrives(
    'events while the service cannot be read',
    `${RETRIES} Where the contract cannot be read, answer 5xx: the message comes again.`,
    'signed up',
    async (bench, lived) =>
      deliverDuring(bench, lived, lived.events, [{ Path: '/api/v1/*', Fault: { Status: 503 } }]),
  ),
  arrives(
    'events while the service is slow',
    'Answer within ten seconds, or store the event first and work on it afterwards.',
    'signed up',
    async (bench, lived) =>
      deliverDuring(bench, lived, lived.events, [{ Path: '/api/v1/*', Fault: { DelayMs: SLOW_MS } }]),
  ),
  {
    name: 'events while the result of one read is late',
    advice:
      'Two reads of a contract were under way at once, and the older result was stored last. Process the events of a contract one after the other, or respond only after you have read and stored.',
    run: readLate,
  },
  arrives(
    'an event of a customer and a contract that are not there yet',
    `${RETRIES} Where the customer or contract is not found, answer 4xx or 5xx, or ask again later.`,
    'signed up',
    async (bench, lived) => {
      const { ContractId, CustomerId } = lived;
      const rules = [`/api/v1/contracts/${ContractId}`, `/api/v1/customers/${CustomerId}`].flatMap((Path) => [
        { Path, Fault: { Status: 404 } },
        { Path: `${Path}/*`, Fault: { Status: 404 } },
      ]);
      return deliverDuring(bench, lived, lived.events.slice(-1), rules);
    },
  ),
  inAnyOrder('ended'),
  inAnyOrder('changed'),
  inAnyOrder('not paid'),
];

/** Returns the permutations of a number of items, or an evenly spaced selection of at most `most`. */
function permutations(length: number, most: number): readonly (readonly number[])[] {
  let all: (readonly number[])[] = [[]];
  for (let at = 0; at < length; at += 1) {
    all = all.flatMap((one) =>
      Array.from({ length: one.length + 1 }, (_, place) => one.toSpliced(place, 0, at)),
    );
  }
  const step = Math.max(1, all.length / most);
  return Array.from(
    { length: Math.min(all.length, most) },
    (_, at) => all[Math.floor(at * step)] as readonly number[],
  );
}
