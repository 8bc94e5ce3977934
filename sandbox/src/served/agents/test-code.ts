import { fitted } from '../test-code/fitted.ts';
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
  /** Default: what happened. */
  readonly title?: string | undefined;
  readonly clock: string;
  readonly steps: readonly JournalEntry[];
  readonly expectations: readonly Expectation[];
}

/** A Vitest test that does the steps again, and expects what came of them. */
export function testOf({ title, clock, steps, expectations }: Story): string {
  const names = new Map<string, string>();
  const lines = steps.flatMap((step, at) => stepLines(step, at, names, steps));
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
    `test(${quoted(title ?? titleOf(steps))}, async ({ sandbox }) => {`,
    ...[...lines, ...checks, 'expect(sandbox.audit().Problems).toEqual([]);'].flatMap((line) =>
      fitted(line, '  '),
    ),
    '});',
    '',
  ].join('\n');
}

/** Characters of a title. */
const TITLE = 90;

/** What happened, step by step, as far as a title has room. */
function titleOf(steps: readonly JournalEntry[]): string {
  const parts = steps.flatMap((step): string[] => {
    if (step.kind === 'signUp') return ['a customer signs up'];
    if (step.kind === 'clear') return [];
    if (step.kind === 'fault') return ['requests fail'];
    if (step.kind === 'clock')
      return [step.advance === undefined ? `it is ${step.to}` : `${step.advance} later`];
    if (step.kind === 'decide') {
      const { Outcome = {} } = step.decision as { Outcome?: Readonly<Record<string, unknown>> };
      return [`the next payment: ${Object.values(Outcome).join(' ')}`];
    }
    if (step.method === 'GET') return [];
    const path = (step.path.split('?')[0] ?? '').replace(/[0-9a-f]{24}/g, '…');
    return [`${step.method} ${path}${step.status < 400 ? '' : ` fails with ${step.code}`}`];
  });
  const shown = parts.filter((_, at) => parts.slice(0, at + 1).join(', ').length <= TITLE);
  return [...shown, ...(shown.length < parts.length ? ['…'] : [])].join(', ');
}

/** @param names expressions for the ids that steps before have made; this one's are added */
function stepLines(
  step: JournalEntry,
  at: number,
  names: Map<string, string>,
  steps: readonly JournalEntry[],
): string[] {
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
    case 'fault':
      return [`sandbox.faults.add(${literal(step.rule, names)});`];
    case 'clock':
      return [
        step.advance === undefined
          ? `await sandbox.clock.set(${quoted(step.to ?? '')});`
          : `await sandbox.clock.advance(${quoted(step.advance)});`,
      ];
    case 'clear':
      return ['sandbox.payments.clear();'];
    default:
      return step.method === 'GET' ? readLines(step, at, names, steps) : restLines(step, at, names);
  }
}

/** Reads what later steps have the ids of; anything else that was only looked at is left out. */
function readLines(
  step: JournalEntry & { readonly kind: 'rest' },
  at: number,
  names: Map<string, string>,
  steps: readonly JournalEntry[],
): string[] {
  const later = JSON.stringify(steps.slice(at + 1).map((one) => ({ ...one, found: undefined })));
  const used = Object.entries(step.found ?? {}).filter(([id]) => !names.has(id) && later.includes(id));
  if (used.length === 0) return [];
  const line = `const result${at + 1} = await sandbox.rest<any>('GET', ${literal(step.path, names)});`;
  for (const [id, place] of used) names.set(id, `result${at + 1}${place}`);
  return [line];
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
