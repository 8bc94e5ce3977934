import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page or frame, one line each; empty when nothing. */
export async function accessibilityProblems(page: Page | Frame): Promise<string[]> {
  // Evaluated by the debugger: a strict policy of the page neither allows nor forbids it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  return page.evaluate(async () => {
    // What is still fading in has too little contrast for a moment.
    const motions = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(motions.map(({ finished }) => finished));
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the evaluated script
    const { violations } = await (window as any).axe.run(document, {
      resultTypes: ['violations'],
      // A frame is asked for by itself; axe waits half a second for one that it was not loaded into.
      iframes: false,
    });
    return violations.map(
      (violation: { id: string; help: string; nodes: { html: string }[] }) =>
        `${violation.id}: ${violation.help}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    );
  });
}
