// Tests and scripts that are written from a session of somebody else do only what a session does.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { Journal } from '../../sandbox/src/served/agents/journal.ts';
import { requestAsTest } from '../../sandbox/src/served/test-code/request-as-test.ts';
import { sessionAsTest, type TestKind } from '../../sandbox/src/served/test-code/session-as-test.ts';
import { type SessionFile, sessionFile } from '../../sandbox/src/service/model/session.ts';
import { sessionCalls } from '../../sandbox/src/service/model/session-calls.ts';
import { examples, fc } from '../properties.ts';
import { hostileSession } from './hostile-files.ts';

/** What a test of a session calls. */
const allowed = new Set([
  ...sessionCalls.map((name) => `sandbox.${name}`),
  ...['test', 'test.use', 'test.override', 'expect', 'expect.any', 'send', 'idOf', 'secretOf', 'tokenIn'],
  ...[
    'sandbox.fetch',
    'sandbox.restore',
    'sandbox.rest',
    'sandbox.snapshot',
    'sandbox.signUp',
    'sandbox.audit',
    'sandbox.contract',
    'sandbox.faults.add',
    'sandbox.faults.clear',
  ],
  ...['JSON.stringify', 'JSON.parse', 'String', 'Array.isArray', 'btoa', 'statuses.shift'],
  ...['URLSearchParams', 'Response', 'Headers', 'TypeError', 'headers.has'],
]);

/** Of an answer, a text or a list that the test has: `response.text`. */
const OF_RESULT =
  /\.(toBe|toOwe|toHaveLength|toMatchObject|toEqual|toThrow|text|catch|get|json|match|find|headers|status|fetch|shift)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** All nodes of a part of a program. */
function nodesOf(part: unknown): Node[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.values(part).flatMap(nodesOf);
  return 'type' in part ? [part as Node, ...within] : within;
}

/** The names of all that a file calls that no test of a session calls. @throws Error for what is not TypeScript */
function foreignCalls(code: string): string[] {
  const { program, errors } = parseSync('written.test.ts', code);
  if (errors.length > 0) throw new Error(`${errors[0]?.message}\n${code}`);
  return nodesOf(program).flatMap((node) => {
    if (node.type === 'ImportExpression' || node.type === 'AssignmentExpression') return [node.type];
    if (!/^(Call|New|TaggedTemplate)Expression$/.test(node.type)) return [];
    const { callee, tag } = node as Node & { readonly callee?: Node; readonly tag?: Node };
    const called = callee ?? tag ?? node;
    const name = code.slice(called.start, called.end);
    return allowed.has(name) || OF_RESULT.test(name) ? [] : [name];
  });
}

/** The session as a file, unless it is refused. */
function written(session: unknown, kind: TestKind): string | undefined {
  try {
    return sessionAsTest(session as SessionFile, kind);
  } catch {
    return undefined;
  }
}

it('refuses a call that no session records, wherever a session is read, replayed or written', () => {
  const [session] = fc.sample(hostileSession, 1);
  const Call = { Name: 'payments.clear-eval', Arguments: ["console.log('ran')"] };
  const hostile = { ...session, Rows: [{ Row: 1, Now: '2026-01-15T10:00:00Z', Call }] };
  expect(sessionFile.safeParse(hostile).error?.issues[0]?.path).toEqual(['Rows', 0, 'Call', 'Name']);
  for (const kind of ['vitest', 'playwright', 'curl'] as const)
    expect(() => sessionAsTest(hostile as unknown as SessionFile, kind)).toThrow(
      'Unknown call "payments.clear-eval" in the session.',
    );
});

it('writes tests of hostile sessions that call only what sessions call', () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      hostileSession,
      fc.constantFrom('vitest' as const, 'playwright' as const),
      (session, kind) => {
        const code = written(session, kind);
        if (code === undefined) return;
        expect(foreignCalls(code)).toEqual([]);
        if (sessionFile.safeParse(session).success) accepted += 1;
      },
    ),
    { numRuns: 400 },
  );
  expect(accepted).toBeGreaterThan(50);
});

it('writes scripts of hostile sessions that start only curl, and write no file', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'written-'));
  const bin = mkdtempSync(join(tmpdir(), 'bin-'));
  try {
    const stub = (name: string, line: string) => {
      writeFileSync(join(bin, name), `#!/bin/bash\n${line}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    for (const name of ['node', 'mktemp', 'rm', 'cat']) stub(name, ':');
    stub('curl', 'echo 200');
    stub('touch', ': > canary');
    fc.assert(
      fc.property(hostileSession, (session) => {
        // All statuses are those of the placeholder for curl, so that the script comes to its end.
        const rows = session.Rows.map((row) =>
          'Answer' in row ? { ...row, Answer: { ...row.Answer, Status: 200 } } : row,
        );
        const script = written({ ...session, Rows: rows }, 'curl');
        if (script === undefined) return;
        // It goes on after what fails, so that every line is tried.
        const lines = script.replace('set -euo pipefail', '');
        const options = { cwd: folder, env: { PATH: bin }, input: lines, encoding: 'utf8' } as const;
        const { stdout, stderr } = spawnSync('/bin/bash', ['--norc', '--noprofile'], options);
        expect(stderr).toBe('');
        expect(stdout).toMatch(/^\d+ steps, all answered as recorded\.\n$/);
        expect(readdirSync(folder)).toEqual([]);
      }),
      { numRuns: examples(200) },
    );
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(bin, { recursive: true });
  }
});

it('writes tests of hostile requests and journals that call only what they show', () => {
  const hostile = ["'); evil(); ('", '`\u0024{evil()}`', '\n evil()', '\u2028evil()', "x'-evil()-'"];
  for (const text of hostile) {
    const request = requestAsTest(
      { method: text, path: `/api/v1/contracts/${text}?a=${text}`, body: { [text]: text } },
      text,
    );
    expect(foreignCalls(request)).toEqual([]);
    const journal = new Journal();
    const note = (path: string, body: object, status: number, answer: object, method = 'POST') =>
      journal.note({ method, path, body, status, answer }, text);
    note(`/api/v1/${text}`, { [text]: text }, 422, { Code: text }, text);
    note(text, { [text]: text }, 200, { [`${text} 1234567890123456`]: '1234567890123456', ContractId: text });
    note('/api/v1/orders', { [text]: '1234567890123456' }, 200, {});
    note('/sandbox/clock', { Advance: text }, 200, {});
    note('/sandbox/payments/next', { Outcome: { Code: text } }, 200, {});
    note('/sandbox/faults', { Path: text, Fault: {} }, 200, {});
    const contracts = [{ id: '1234567890123456', isActive: true, owed: 1, invoices: 1 }];
    const code = sessionAsTest(journal.session('http://sandbox'), 'vitest', {
      title: text,
      isJournal: true,
      contracts,
    });
    expect(foreignCalls(code)).toEqual([]);
  }
});
