// Webhooks: how many events a second reach a local receiver, how long requests take while 1,000 deliveries are
// outstanding, and what an event costs where nobody registered.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from 'clientlib-sandbox';
import { Core } from '../../sandbox/src/service/core/core.ts';

const report = (ratio: object) => console.log(JSON.stringify(ratio));

async function receiver(answers: boolean) {
  let arrived = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      arrived += 1;
      if (answers) response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    arrived: () => arrived,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const emit = (core: Core, count: number) =>
  core.transaction((tx) => {
    for (let at = 0; at < count; at += 1) {
      const CustomerId = at.toString(16).padStart(24, '0');
      tx.emit({ Event: 'CustomerCreated', CustomerId });
    }
  });

/** Events a second, recorded, signed, delivered and logged; beside it bare posts of the same size, as many at a time. */
async function throughput(): Promise<void> {
  const count = 5_000;
  const target = await receiver(true);
  const body = JSON.stringify({
    Event: 'CustomerCreated',
    EntityId: 'a'.repeat(24),
    CustomerId: 'c'.repeat(24),
  });
  const bare = async (posts: number) => {
    let left = posts;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        const response = await fetch(target.url, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json' },
        });
        await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
  };
  const ours = async (events: number) => {
    const core = new Core({ clock: '2026-01-15T10:00:00Z', webhooks: [target.url] });
    emit(core, events);
    await core.schedule.settle();
    core.close();
  };
  const perSecond = async (work: (count: number) => Promise<void>) => {
    const started = performance.now();
    await work(count);
    return (count / (performance.now() - started)) * 1000;
  };
  await bare(1_000);
  await ours(1_000);
  const best = { bare: 0, ours: 0 };
  for (let round = 0; round < 3; round += 1) {
    best.bare = Math.max(best.bare, await perSecond(bare));
    best.ours = Math.max(best.ours, await perSecond(ours));
  }
  report({
    name: 'events delivered, against bare posts',
    ours: best.ours,
    baseline: best.bare,
    unit: 'events/s',
    aim: '≥ 0.5',
  });
  target.close();
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] as number;

/** A request with 1,000 deliveries outstanding at a receiver that never answers, against an idle sandbox. */
async function latency(): Promise<void> {
  const { url, sandbox, close } = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
  const target = await receiver(false);
  const control = (method: string, path: string, body: object) =>
    sandbox.fetch(`http://sandbox/sandbox${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const sample = async (times: number) => {
    const taken: number[] = [];
    for (let at = 0; at < times; at += 1) {
      const started = performance.now();
      await (await fetch(`${url}/sandbox/events?take=1`)).arrayBuffer();
      taken.push(performance.now() - started);
    }
    return taken;
  };
  const token = (await (
    await sandbox.fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
  ).json()) as { access_token: string };
  const rest = async (method: string, path: string, body?: object) => {
    const response = await sandbox.fetch(`http://sandbox/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.status === 204 ? undefined : ((await response.json()) as { Id: string });
  };
  const idle: number[] = [];
  const busy: number[] = [];
  await sample(3_000);
  // In turns, so that what else the machine does meets both alike.
  for (let round = 0; round < 4; round += 1) {
    idle.push(...(await sample(1_500)));
    const webhook = await rest('POST', '/webhooks', { Url: target.url });
    for (let at = 0; at < 1_000; at += 1) {
      await control('POST', '/events', {
        Event: 'CustomerCreated',
        CustomerId: at.toString(16).padStart(24, '0'),
      });
    }
    // Sampled well within the time-out of ten seconds: all of them stay outstanding.
    busy.push(...(await sample(1_500)));
    const [{ Pending }] = (await (await sandbox.fetch('http://sandbox/sandbox/webhooks')).json()) as [
      { Pending: number },
    ];
    if (Pending !== 1_000) throw new Error(`${Pending} deliveries are outstanding, not 1000.`);
    await rest('DELETE', `/webhooks/${webhook?.Id}`);
  }
  for (const list of [idle, busy]) list.sort((a, b) => a - b);
  for (const [name, share] of [
    ['p99', 0.99],
    ['median', 0.5],
  ] as const) {
    const what = `${name} of a request, 1,000 deliveries outstanding against idle`;
    report({
      name: what,
      ours: percentile(busy, share),
      baseline: percentile(idle, share),
      unit: 'ms',
      aim: '≤ 1.2',
    });
  }
  target.close();
  await close();
}

/** An event where nobody registered, against the cheapest document that the state can hold. */
function unheard(): void {
  const count = 120_000;
  const time = (work: (core: Core) => void) => {
    const core = new Core({ clock: '2026-01-15T10:00:00Z' });
    const started = performance.now();
    work(core);
    const each = ((performance.now() - started) / count) * 1000;
    core.close();
    return each;
  };
  const documents = (core: Core) =>
    core.transaction((tx) => {
      for (let at = 0; at < count; at += 1) tx.counters.insert({ Id: tx.newId(), Value: at });
    });
  const best = { ours: Infinity, baseline: Infinity };
  for (let round = 0; round < 3; round += 1) {
    best.baseline = Math.min(best.baseline, time(documents));
    best.ours = Math.min(
      best.ours,
      time((core) => emit(core, count)),
    );
  }
  report({ name: 'an event that nobody hears, against a document', ...best, unit: 'µs', aim: '≤ 5' });
}

unheard();
await throughput();
await latency();
