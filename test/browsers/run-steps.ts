import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from './driver.ts';
import { steps } from './steps/index.ts';
import { openWorld, type World } from './world.ts';

/**
 * Runs every step in an engine, each in a page of its own.
 *
 * @param retry How often a step is repeated where the driver, not the page, is known to fail now and then.
 */
export function runSteps(start: () => Promise<Engine>, retry = 0): void {
  let world: World;
  let engine: Engine;

  beforeAll(async () => {
    world = await openWorld();
    engine = await start();
  });
  afterAll(async () => {
    await engine?.close();
    await world?.close();
  });

  for (const subject of new Set(steps.map((step) => step.subject))) {
    describe(subject, () => {
      for (const { title, allowErrors = [], notIn, run } of steps.filter(
        (step) => step.subject === subject,
      )) {
        it(title, { retry }, async ({ task, skip }) => {
          task.meta.engine = engine.version;
          const exception = notIn?.find(({ engine: name }) => engine.version.startsWith(name));
          if (exception) skip(exception.because);
          const page = await engine.newPage();
          try {
            await run(page, world);
            const isUnexpected = (error: string) => !allowErrors.some((part) => error.includes(part));
            expect(page.errors.filter(isUnexpected), 'errors that the page reported').toEqual([]);
          } finally {
            await page.close();
          }
        });
      }
    });
  }
}

declare module 'vitest' {
  interface TaskMeta {
    /** Name and version of the engine, for the table in docs/browsers.md. */
    engine?: string;
  }
}
