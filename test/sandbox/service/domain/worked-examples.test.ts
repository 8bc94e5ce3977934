import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outcomeOf, parseExamples } from './worked-examples.ts';

const examples = parseExamples(readFileSync(new URL('../../../../docs/billing.md', import.meta.url), 'utf8'));

describe('worked examples of docs/billing.md', () => {
  test('are at least 25, each with a result', () => {
    expect(examples.length).toBeGreaterThanOrEqual(25);
    for (const example of examples) expect(example.invoices ?? example.facts, example.title).toBeDefined();
  });

  test.each(examples.map((example) => [example.title, example] as const))('%s', async (_, example) => {
    const outcome = await outcomeOf(example.scenario);
    if (example.invoices !== undefined) expect(outcome.invoices).toEqual(example.invoices);
    for (const [name, value] of example.facts ?? [])
      expect(`${name}: ${outcome.fact(name as string)}`).toBe(`${name}: ${value}`);
  });
});
