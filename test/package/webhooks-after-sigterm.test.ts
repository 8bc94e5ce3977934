import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { started } from './node.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A merchant's endpoint that is down at first. */
async function startMerchant() {
  const state = { status: 500, taken: [] as string[] };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (state.status < 300) state.taken.push(request.headers['webhook-id'] as string);
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

async function startCommand(...args: string[]) {
  const command = await started(
    'clientlib-sandbox',
    '--port',
    '0',
    '--clock',
    '2026-01-15T10:00:00Z',
    '--quiet',
    ...args,
  );
  const url = /http:\/\/localhost:\d+$/.exec(command.line ?? '')?.[0];
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            body: JSON.stringify(body),
            headers: { 'Content-Type': 'application/json', Connection: 'close' },
          }),
    });
    expect(response.ok).toBe(true);
    return response.json();
  };
  return { ...command, control };
}

it('reports what was due when the command ended, and delivers it from its snapshot', async () => {
  const merchant = await startMerchant();
  const first = await startCommand('--webhook', merchant.url);
  const events: string[] = [];
  for (const Event of ['CustomerCreated', 'ContractCreated', 'OrderSucceeded']) {
    const { Id } = (await first.control('POST', '/events', { Event, CustomerId: 'c'.repeat(24) })) as {
      Id: string;
    };
    events.push(Id);
  }
  await first.control('POST', '/deliveries/settle');
  const snapshot = (await first.control('GET', '/snapshot')) as object;
  expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const report = await first.rest();
  expect(report[0]).toMatch(/^3 webhooks were not delivered yet/);
  expect(report[1]).toMatch(
    new RegExp(`^  CustomerCreated to ${merchant.url}, due 2026-01-15T10:01:\\d\\d\\.\\d+Z$`),
  );
  expect(report.slice(2)).toEqual([
    `  ContractCreated to ${merchant.url}, due 2026-01-15T10:00:00.0000000Z`,
    `  OrderSucceeded to ${merchant.url}, due 2026-01-15T10:00:00.0000000Z`,
  ]);

  merchant.state.status = 204;
  const second = await startCommand();
  await second.control('PUT', '/snapshot', snapshot);
  await second.control('POST', '/clock', { Advance: 'PT5M' });
  expect(merchant.state.taken).toEqual(events);
  await second.end('SIGTERM');
  expect(await second.rest()).toEqual([]);
}, 60_000);
