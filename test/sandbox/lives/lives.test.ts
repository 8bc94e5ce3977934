import { afterAll, test } from 'vitest';
import { createSandbox } from '../../../sandbox/src/sandbox.ts';
import { examples, fc } from '../../properties.ts';
import { live } from './live.ts';
import { Merchant } from './merchant.ts';
import { lives, movedLives, wideLives } from './steps.ts';
import { closeWorlds, sandboxOf, type World, worlds } from './world.ts';

const base = createSandbox({ clock: '2023-01-01T00:00:00Z', seed: 'lives' });
afterAll(() => {
  base.close();
  closeWorlds();
});

/** `npm run lives -- 10000 7` lives so many, by that seed; each property has its share. */
const shareOf = (share: number, usual: number): number => {
  const count = Number(process.env['LIVES'] ?? 0);
  return count === 0 ? examples(usual) : Math.ceil(count * share);
};

const timeout = 300_000 + Number(process.env['LIVES'] ?? 0) * 1_000;

// Years of hundreds of contracts: a slow machine may take its time.
test('property: service and book agree about every life of a contract', { timeout }, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(lives, (life) => live(life, base.fork(), token)),
    { numRuns: shareOf(0.45, 300) },
  );
});

test('property: they agree about contracts that another system has billed', {
  timeout,
}, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(movedLives, (life) => live(life, base.fork(), token)),
    { numRuns: shareOf(0.1, 100) },
  );
});

test('property: they agree with merchants of other taxes, prices, currencies and periods', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(wideLives, async (life) => {
      const sandbox = sandboxOf(worlds[life.world ?? 0] as World);
      await live(life, sandbox, await Merchant.token(sandbox));
    }),
    { numRuns: shareOf(0.45, 300) },
  );
});
