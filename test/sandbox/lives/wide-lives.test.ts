import { afterAll, test } from 'vitest';
import { fc } from '../../properties.ts';
import { live } from './live.ts';
import { Merchant } from './merchant.ts';
import { shareOf, timeout } from './share.ts';
import { wideLives } from './steps.ts';
import { closeWorlds, sandboxOf, type World, worlds } from './world.ts';

afterAll(closeWorlds);

test('property: service and book agree with merchants of other taxes, prices, currencies and periods', {
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
