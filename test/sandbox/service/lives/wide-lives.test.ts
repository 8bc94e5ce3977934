import { afterAll, expect, test } from 'vitest';
import { fc } from '../../../properties.ts';
import { Axes } from './axes.ts';
import { live } from './live.ts';
import { Merchant } from './merchant.ts';
import { isLong, shareOf, timeout } from './share.ts';
import { wideLives } from './steps.ts';
import { closeWorlds, sandboxOf, type World, worlds } from './world.ts';

const axes = new Axes();

afterAll(closeWorlds);

test('property: service and book agree for merchants with other taxes, prices, currencies and periods', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(wideLives, async (life) => {
      const sandbox = sandboxOf(worlds[life.world ?? 0] as World);
      await live(life, sandbox, await Merchant.token(sandbox), axes);
    }),
    { numRuns: shareOf(0.45, 300) },
  );
});

test.runIf(isLong)('these lives have met all that makes billing hard', () => {
  console.log(`Contracts of the lives with other merchants that had\n${axes.text}`);
  expect(axes.unmet).toEqual([]);
});
