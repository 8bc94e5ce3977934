import { comment, quoted, templatePart, literal as written } from '../test-code/literal.ts';
import type { JournalEntry } from './journal.ts';

/** What the test expects of a contract, as it is now. */
export interface Expectation {
  readonly contractId: string;
  readonly isActive: boolean;
  readonly owed: number;
  readonly invoices: number;
}

interface Story {
  readonly title: string;
  readonly clock: string;
  readonly steps: readonly JournalEntry[];
  readonly expectations: readonly Expectation[];
}

/** A Vitest test that does the steps again, and expects what came of them. */
export function testOf({ title, clock, steps, expectations }: Story): string {
  const names = new Map<string, string>();
  const lines = steps.flatMap((step, at) => stepLines(step, at, names));
  const checks = expectations.flatMap(({ contractId, isActive, owed, invoices }) => {
    const id = names.get(contractId) ?? quoted(contractId);
    return [
      `expect(sandbox.contract(${id}).LifecycleStatus)${isActive ? '' : '.not'}.toBe('Active');`,
      `expect(sandbox.contract(${id})).toOwe(${owed});`,
      `expect(sandbox.contract(${id}).Invoices).toHaveLength(${invoices});`,
    ];
  });
  return [
    "import { test } from 'clientlib-sandbox/vitest';",
    "import { expect } from 'vitest';",
    '',
    `test.override({ sandboxOptions: { clock: ${quoted(clock)} } });`,
    '',
    `test(${quoted(title)}, async ({ sandbox }) => {`,
    ...[...lines, ...checks, 'expect(sandbox.audit().Problems).toEqual([]);'].map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

/** @param names expressions for the ids that steps before have made; this one's are added */
function stepLines(step: JournalEntry, at: number, names: Map<string, string>): string[] {
  switch (step.kind) {
    case 'signUp': {
      const name = `signup${at + 1}`;
      const line = `const ${name} = await sandbox.signUp(${literal(step.input, names)});`;
      for (const [field, id] of Object.entries(step.result))
        if (id !== undefined) names.set(id, `${name}.${field}`);
      return [line];
    }
    case 'decide':
      return [`sandbox.payments.next(${literal(step.decision, names)});`];
    case 'clock':
      return [
        step.advance === undefined
          ? `await sandbox.clock.set(${quoted(step.to ?? '')});`
          : `await sandbox.clock.advance(${quoted(step.advance)});`,
      ];
    default:
      return restLines(step, at, names);
  }
}

function restLines(
  step: JournalEntry & { readonly kind: 'rest' },
  at: number,
  names: Map<string, string>,
): string[] {
  const body = step.body === undefined ? '' : `, ${literal(step.body, names)}`;
  const call = `sandbox.rest(${quoted(step.method)}, ${literal(step.path, names)}${body})`;
  if (step.status >= 400)
    return [
      `await expect(${call}).rejects.toThrow(${quoted(`${step.status}`)}); ${comment(step.code ?? '')}`,
    ];
  if (step.id === undefined || names.has(step.id)) return [`await ${call};`];
  const name = `result${at + 1}`;
  const line = `const ${name} = await sandbox.rest<{ Id: string }>(${call.slice('sandbox.rest('.length)};`;
  names.set(step.id, `${name}.Id`);
  return [line];
}

/** A value as code, with the ids that the test makes itself in place of those that were made. */
const literal = (value: unknown, names: ReadonlyMap<string, string>): string =>
  written(value, (text) => textLiteral(text, names));

function textLiteral(text: string, names: ReadonlyMap<string, string>): string {
  const whole = names.get(text);
  if (whole !== undefined) return whole;
  const found = [...names].filter(([id]) => text.includes(id));
  if (found.length === 0) return quoted(text);
  return `\`${found.reduce((all, [id, name]) => all.replaceAll(id, `\${${name}}`), templatePart(text))}\``;
}
