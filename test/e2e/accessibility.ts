import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page or frame, one line each; empty when nothing. */
export async function accessibilityProblems(page: Page | Frame): Promise<string[]> {
  // Evaluated by the debugger: a strict policy of the page neither allows nor forbids it.
  await page.evaluate(await source);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the evaluated script
    const { violations } = await (window as any).axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      (violation: { id: string; help: string; nodes: { html: string }[] }) =>
        `${violation.id}: ${violation.help}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    );
  });
}
