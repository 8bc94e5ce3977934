// Sessions of a shop with webhooks, faults, advances and requests at the same time: replayed, they give the same bytes.
import { createSandbox } from 'clientlib-sandbox';
import { describe, expect, it } from 'vitest';
import { examples, isComplete } from '../../../properties.ts';
import { shop } from './random-session.ts';

const steps = isComplete ? 200 : 60;

describe('A random session', () => {
  it.each(Array.from({ length: examples(100) }, (_, at) => at))(
    'replays byte for byte: %i',
    { timeout: 120_000 },
    async (at) => {
      const { sandbox, step } = shop(`session ${at}`, { record: true });
      for (let done = 0; done < steps; done += 1) await step();
      await sandbox.settle();
      const again = createSandbox({ session: JSON.parse(JSON.stringify(sandbox.session())) });
      await again.ready;
      const [replayed, recorded] = [again, sandbox].map((one) => JSON.stringify(one.snapshot()));
      expect(replayed === recorded).toBe(true);
      again.close();
      sandbox.close();
    },
  );
});
