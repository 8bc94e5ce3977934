import { afterAll, test } from 'vitest';
import { fc } from '../../../properties.ts';
import { live } from './live.ts';
import { Merchant } from './merchant.ts';
import { shareOf, timeout } from './share.ts';
import { lives, movedLives } from './steps.ts';
import { closeWorlds, defaultWorld, sandboxOf } from './world.ts';

const base = sandboxOf(defaultWorld);
afterAll(closeWorlds);

test('property: service and book agree on every life of a contract', { timeout }, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(lives, (life) => live(life, base.fork(), token)),
    { numRuns: shareOf(0.45, 300) },
  );
});

test('property: they agree on contracts that another system has billed', { timeout }, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(movedLives, (life) => live(life, base.fork(), token)),
    { numRuns: shareOf(0.1, 100) },
  );
});
