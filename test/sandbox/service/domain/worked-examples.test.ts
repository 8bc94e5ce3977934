import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outcomeOf, parseExamples } from './worked-examples.ts';

const pageOf = (name: string) =>
  readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8');
const examples = parseExamples(pageOf('billing-examples'));

test('docs/billing.md has the rules in at most 4,000 words', () => {
  expect(pageOf('billing').split(/\s+/).length).toBeLessThanOrEqual(4000);
});

describe('worked examples of docs/billing-examples.md', () => {
  test('are at least 65, each with a result', () => {
    expect(examples.length).toBeGreaterThanOrEqual(65);
    for (const example of examples) expect(example.invoices ?? example.facts, example.title).toBeDefined();
  });

  test.each(examples.map((example) => [example.title, example] as const))('%s', async (_, example) => {
    const outcome = await outcomeOf(example.scenario);
    if (example.invoices !== undefined) expect(outcome.invoices).toEqual(example.invoices);
    for (const [name, value] of example.facts ?? [])
      expect(`${name}: ${outcome.fact(name as string)}`).toBe(`${name}: ${value}`);
  });
});
