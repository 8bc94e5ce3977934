import type { Rule } from './spec-rules.mjs';

export interface TestOutcome {
  file: string;
  /** Titles from the outermost `describe` to the test itself. */
  names: string[];
  state: string;
}
export interface Coverage {
  proofs: Map<string, { file: string; title: string }[]>;
  open: string[];
  problems: string[];
}
export function coverageOf(rules: Rule[], tests: TestOutcome[]): Coverage;
