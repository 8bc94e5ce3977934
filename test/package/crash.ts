import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { configure, Payment, Signup } from 'clientlib';

/*
 * A sandbox that is killed while customers sign up, time moves and webhooks go out. It is used by test/package (a few
 * runs) and test/bench (many).
 */

/** Where a sandbox is reached. */
export interface Place {
  readonly url: string;
  /** The token of its control API, where it has one. */
  readonly controlToken?: string;
}

/** A sandbox with a data folder, in a process of its own. */
export interface Victim extends Place {
  /** SIGKILL: nothing is finished, nothing is written. */
  kill(): Promise<unknown>;
}

/** What is known of the sandbox from outside, which must be true of every process that follows. */
export interface Acknowledged {
  readonly orders: Map<string, { readonly ContractId: string; readonly Tag: string }>;
  readonly events: Set<string>;
  /** The sandbox clock, ISO 8601. */
  now: string;
}

interface Documents {
  readonly [collection: string]: readonly { readonly Id: string; readonly [field: string]: unknown }[];
}

/** A merchant's server that remembers which events reached it. */
export async function openMerchant() {
  const delivered = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      delivered.add(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    delivered,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function nothingAcknowledged(): Acknowledged {
  return { orders: new Map(), events: new Set(), now: '' };
}

async function control<T>({ url, controlToken }: Place, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/sandbox/${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'Content-Type': 'application/json',
      ...(controlToken === undefined ? {} : { Authorization: `Bearer ${controlToken}` }),
    },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function signUp(payment: Payment, Tag: string, acknowledged: Acknowledged): Promise<void> {
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  const customer = { FirstName: 'Ada', LastName: 'Byron', Tag, EmailAddress: `${Tag}@customer.test` };
  const order = await new Signup().subscribe(payment, cart, customer, { bearer: 'InvoicePayment' });
  acknowledged.orders.set(order.OrderId, { ContractId: String(order.ContractId), Tag });
}

/** Time does not wait for customers: whose order it has overtaken orders anew. */
function giveUpExpired(error: unknown): void {
  const { message } = error as Error;
  if (!/^Order \w+ is Expired/.test(message)) throw error;
}

/** Lets everything happen at once, and kills the sandbox so many milliseconds after the first signup was acknowledged. */
export async function crash(
  victim: Victim,
  acknowledged: Acknowledged,
  name: string,
  afterMs: number,
): Promise<void> {
  const { url } = victim;
  configure({ baseUrl: url });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  let isOver = false;
  let begun = () => {};
  const begins = new Promise<void>((resolve) => {
    begun = resolve;
  });
  /** Until the connection breaks. */
  const untilKilled = async (step: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isOver; round += 1) {
      try {
        await step(round);
      } catch (error) {
        if (!isOver) throw error;
      }
    }
  };
  const work = Promise.all([
    ...[0, 1, 2, 3].map((at) =>
      untilKilled((round) =>
        signUp(payment, `${name}-${at}-${round}`, acknowledged).then(begun, giveUpExpired),
      ),
    ),
    untilKilled(async () => {
      acknowledged.now = (await control<{ Now: string }>(victim, 'clock', { Advance: 'P3D' })).Now;
    }),
    untilKilled(async () => {
      for (const { Id } of await control<{ Id: string }[]>(victim, 'events?take=200'))
        acknowledged.events.add(Id);
    }),
  ]);
  try {
    await Promise.race([begins, work]);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
  } finally {
    isOver = true;
    await victim.kill();
  }
  await work;
}

/** @returns what is wrong with the sandbox that goes on from there; nothing when all is well */
export async function violations(
  place: Place,
  acknowledged: Acknowledged,
  delivered: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  const { Now } = await control<{ Now: string }>(place, 'clock');
  check(Now >= acknowledged.now, `the clock is ${Now}, before ${acknowledged.now}`);
  const { Collections } = await control<{ Collections: Documents }>(place, 'snapshot');
  const all = (collection: string) => Collections[collection] ?? [];
  const ids = (collection: string) => new Set(all(collection).map(({ Id }) => Id));
  const [orders, contracts, customers] = [ids('orders'), ids('contracts'), ids('customers')];

  for (const [id, { ContractId, Tag }] of acknowledged.orders) {
    check(orders.has(id), `the order ${id} is lost`);
    check(contracts.has(ContractId), `the contract ${ContractId} is lost`);
    check(
      all('customers').filter((customer) => customer['Tag'] === Tag).length === 1,
      `not one customer ${Tag}`,
    );
    check(
      all('invoices').some((invoice) => invoice['ContractId'] === ContractId),
      `the contract ${ContractId} has no invoice`,
    );
  }
  for (const contract of all('contracts'))
    check(customers.has(String(contract['CustomerId'])), `the contract ${contract.Id} has no customer`);
  const invoices = ids('invoices');
  for (const entry of all('ledgerEntries')) {
    const invoice = entry['InvoiceId'];
    check(invoice === undefined || invoices.has(String(invoice)), `the entry ${entry.Id} has no invoice`);
  }
  const numbers = all('invoices').map((invoice) => invoice['InvoiceNumber']);
  check(new Set(numbers).size === numbers.length, 'an invoice number was given twice');
  for (const contract of contracts) {
    const periods = all('invoices')
      .filter((invoice) => invoice['ContractId'] === contract)
      .map((invoice) => invoice['DocumentDate']);
    check(new Set(periods).size === periods.length, `the contract ${contract} was billed twice`);
  }
  const events = ids('events');
  const announced = all('events').filter(
    (event) => (event['Payload'] as { Event: string }).Event === 'InvoiceCreated',
  );
  if (events.size < 10_000)
    check(announced.length === invoices.size, `${announced.length} events tell of ${invoices.size} invoices`);

  // What was not delivered is tried again when time moves on.
  await control(place, 'clock', { Advance: 'P2D' });
  await control(place, 'deliveries/settle', {});
  for (const id of acknowledged.events) {
    check(events.has(id) || events.size >= 10_000, `the event ${id} is lost`);
    check(delivered.has(id), `the event ${id} was not delivered`);
  }

  const next = nothingAcknowledged();
  configure({ baseUrl: place.url });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  await signUp(payment, `after-${crypto.randomUUID()}`, next);
  for (const [id, { ContractId }] of next.orders)
    check(!orders.has(id) && !contracts.has(ContractId), `the id ${id} was given twice`);
  return found;
}
