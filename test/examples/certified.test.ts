// The example back ends that hear webhooks are what docs/explore.md certifies.
import { startSandbox } from 'clientlib-sandbox';
import { certify } from 'clientlib-sandbox/explore';
import { expect, it } from 'vitest';
import { startBackend } from '../../examples/merchant-backend/server.mjs';
import { examples } from '../properties.ts';

const secret = `whsec_${btoa('the secret of the example back end')}`;

it('the merchant back end passes certify, including its view of each contract', async () => {
  const started = await startSandbox({ port: 0, clock: '2026-01-15T09:00:00Z', seed: 'certify' });
  const shop = await startBackend({ port: 0, sandboxUrl: started.url, webhookSecret: secret });
  try {
    const report = await certify(`${shop.url}/webhooks`, {
      sandbox: started.sandbox,
      secret,
      readBack: `${shop.url}/access/{contract}`,
      quietMs: 5_000,
      maxOrders: examples(30),
    });
    expect(report.problems, report.text).toEqual([]);
    expect(report.posted).toBeGreaterThan(100);
  } finally {
    await shop.close();
    await started.close();
  }
}, 120_000);
