import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../.ci/spec-coverage.mjs';

const rules = ['cart', 'Limits 1', 'Limits 2'].map((id) => ({
  id,
  section: id.replace(/ \d$/, ''),
  text: '',
}));
const test = (state: string, ...names: string[]) => ({ file: 'test/spec/a.test.ts', names, state });

describe('coverage of the specification', () => {
  it('counts a rule as proved by a passing test whose title, or that of its describe, names it', () => {
    const { open, proofs, problems } = coverageOf(rules, [
      test('passed', 'spec: Limits 1 — in a describe', 'first call at once'),
      test('passed', 'other', 'spec: cart — fields'),
    ]);
    expect({ open, problems }).toEqual({ open: ['Limits 2'], problems: [] });
    expect(proofs.get('Limits 1')).toEqual([{ file: 'test/spec/a.test.ts', title: 'first call at once' }]);
  });

  it('counts no skipped or failed test', () => {
    const { open } = coverageOf(rules, [test('skipped', 'spec: cart'), test('failed', 'spec: Limits 1, 2')]);
    expect(open).toEqual(['cart', 'Limits 1', 'Limits 2']);
  });

  it('reports a title that names an unknown rule, once, even if the test did not pass', () => {
    const { problems } = coverageOf(rules, [
      test('failed', 'spec: limit 1 — x', 'a'),
      test('passed', 'spec: limit 1 — x', 'b'),
    ]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^test\/spec\/a\.test\.ts: .*'Limits 1'/);
  });
});
