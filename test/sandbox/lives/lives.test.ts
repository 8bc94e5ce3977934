import { afterAll, test } from 'vitest';
import { createSandbox } from '../../../sandbox/src/sandbox.ts';
import { fc } from '../../properties.ts';
import { live } from './live.ts';
import { Merchant } from './merchant.ts';
import { lives, movedLives } from './steps.ts';

const base = createSandbox({ clock: '2023-01-01T00:00:00Z', seed: 'lives' });
afterAll(() => base.close());

// Years of hundreds of contracts: a slow machine may take its time.
test('property: service and book agree about every life of a contract', { timeout: 300_000 }, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(lives, (life) => live(life, base.fork(), token)),
    { numRuns: 300 },
  );
});

test('property: they agree about contracts that another system has billed', {
  timeout: 300_000,
}, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(movedLives, (life) => live(life, base.fork(), token)),
    { numRuns: 100 },
  );
});
