// The engine of the hosted sandbox is killed: nothing that was acknowledged is lost, and alarms ring without a request.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure, Payment, Signup } from 'clientlib';
import { expect, it } from 'vitest';
import { crash, nothingAcknowledged, openMerchant, violations } from './crash.ts';
import { accessToken, registerWebhook, startedHosted } from './hosted-process.ts';

/** Each run goes on from what the last one left; the bench `hosted` makes 50. */
const RUNS = 4;

it('loses nothing acknowledged when the engine is killed at any time', async () => {
  const data = await mkdtemp(join(tmpdir(), 'hosted-crash-'));
  const merchant = await openMerchant();
  const acknowledged = nothingAcknowledged();
  let engine = await startedHosted(data);
  try {
    const workspace = await engine.make({ Seed: 'crash', Clock: '2026-01-15T10:00:00Z' });
    await registerWebhook(workspace, merchant.url);
    for (let run = 0; run < RUNS; run += 1) {
      // Not the same instant in each run, and the same ones in each run of the test.
      await crash({ ...workspace, kill: engine.kill }, acknowledged, `run${run}`, 100 + run * 197);
      engine = await startedHosted(data, engine.port);
      expect(await violations(workspace, acknowledged, merchant.delivered)).toEqual([]);
    }
    expect(acknowledged.orders.size).toBeGreaterThan(RUNS);
    expect(acknowledged.events.size).toBeGreaterThan(RUNS);
  } finally {
    await engine.kill();
    await merchant.close();
    await rm(data, { recursive: true, force: true });
  }
}, 300_000);

it('runs due tasks by the wall clock after a kill, without a request', async () => {
  const data = await mkdtemp(join(tmpdir(), 'hosted-alarm-'));
  let heard: (event: string) => void = () => {};
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    response.writeHead(204).end();
    heard((JSON.parse(text) as { Event: string }).Event);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  let engine = await startedHosted(data);
  try {
    const workspace = await engine.make({});
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await registerWebhook(workspace, target);
    configure({ baseUrl: workspace.url });
    const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
    await payment.ready;
    const cart = { PlanVariantId: 'b00000000000000000000001' };
    const order = await new Signup().subscribe(payment, cart, { Tag: 'alarm' }, { bearer: 'InvoicePayment' });
    const move = async (body: object) => {
      const response = await fetch(`${workspace.url}/sandbox/clock`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${workspace.controlToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as { Mode: string };
    };
    const headers = { Authorization: `Bearer ${await accessToken(workspace)}` };
    const contract = await fetch(`${workspace.url}/api/v1/contracts/${order.ContractId}`, { headers });
    const { NextBillingDate } = (await contract.json()) as { NextBillingDate: string };
    await move({ Now: new Date(Date.parse(NextBillingDate) - 4_000).toISOString() });
    const renewed = new Promise<void>((resolve) => {
      heard = (event) => {
        if (event === 'InvoiceCreated') resolve();
      };
    });
    expect((await move({ Mode: 'WallClock' })).Mode).toBe('WallClock');
    await engine.kill();
    engine = await startedHosted(data, engine.port);
    await renewed;
  } finally {
    await engine.kill();
    receiver.close();
    receiver.closeAllConnections();
    await rm(data, { recursive: true, force: true });
  }
}, 120_000);
