// Files that sessions are written as are run, and find what was recorded.
import { startSandbox } from 'clientlib-sandbox';
import { describe, expect, it } from 'vitest';
import { fitted } from '../../sandbox/src/served/test-code/fitted.ts';
import { templatePart } from '../../sandbox/src/served/test-code/literal.ts';
import { sessionAsTest } from '../../sandbox/src/served/test-code/session-as-test.ts';
import { examples } from '../properties.ts';
import { runByBash, runByVitest } from './written/run.ts';
import { eventfulSession, randomSession, type Session } from './written/sessions.ts';

/** The session with a last answer that never was. */
function otherwise(session: Session): Session {
  const copy: Session = JSON.parse(JSON.stringify(session));
  const last = copy.Rows.findLast(({ Answer }) => Answer !== undefined)?.Answer;
  Object.assign(last ?? {}, { Status: 299 });
  return copy;
}

describe('A session as a test', { timeout: 120_000 }, () => {
  it('runs in Vitest, and fails if the last response differs', async () => {
    const session = await eventfulSession();
    const files = {
      'eventful.test.ts': sessionAsTest(session, 'vitest'),
      'other.test.ts': sessionAsTest(otherwise(session), 'vitest', { title: 'other' }),
      'fails.test.ts': sessionAsTest(session, 'vitest', {
        title: 'fails',
        fails: "sandbox.clock.now().toISOString() === '2026-02-16T10:00:00.000Z'",
      }),
    };
    const results = Object.fromEntries((await runByVitest(files)).map((result) => [result.title, result]));
    expect(
      results['…, POST /sandbox/payments/…/chargeback, POST /contracts/…/end, PATCH /contracts/…'],
    ).toMatchObject({
      status: 'passed',
      failureMessages: [],
    });
    expect(results['other']?.failureMessages[0]).toContain('299');
    expect(results['fails']?.failureMessages[0]).toContain('sandbox.clock.now()');
  });

  it('runs in bash against a new sandbox, and fails if a status differs', async () => {
    const session = await eventfulSession();
    const { Seed = '', Clock = '' } = session.Start;
    const run = async (script: string) => {
      const started = await startSandbox({ port: 0, seed: Seed, clock: Clock });
      try {
        return await runByBash(script, started.url);
      } finally {
        await started.close();
      }
    };
    expect(await run(sessionAsTest(session, 'curl'))).toMatch(/^\d+ steps, all answered as recorded\.\n$/);
    await expect(run(sessionAsTest(otherwise(session), 'curl'))).rejects.toThrow(
      /answers 200 instead of 299/,
    );
  });

  it('takes ids, tokens and secrets from responses', async () => {
    const session = await eventfulSession();
    for (const kind of ['vitest', 'playwright', 'curl'] as const) {
      const code = sessionAsTest(session, kind);
      expect(code).toMatch(
        /idOf\(sandbox, 'paymentTransactions', 0\)|value Collections paymentTransactions 0 Id/,
      );
      expect(code).not.toMatch(/sandbox-secret|\{\{|\b6[0-9a-f]{23}\b/);
    }
  });

  it('can be written from random sessions, in lines that fit', { timeout: 600_000 }, async () => {
    const seeds = Array.from({ length: examples(50) }, (_, at) => `seed ${at + 1}`);
    const files = await Promise.all(
      seeds.map(async (seed) => {
        // A status may depend on which of two simultaneous requests came first.
        const session = await randomSession(seed, 40, 1);
        return [`${seed}.test.ts`, sessionAsTest(session, 'vitest', { title: seed })] as const;
      }),
    );
    for (const [, code] of files)
      expect(code.split('\n').filter((line) => line.length > 120 && !/'[^']{60,}'/.test(line))).toEqual([]);
    const results = await runByVitest(Object.fromEntries(files));
    expect(results.map(({ title }) => title).sort()).toEqual([...seeds].sort());
    expect(results.flatMap(({ failureMessages }) => failureMessages)).toEqual([]);
  });
});

it('keeps any text in a template literal', () => {
  expect(templatePart('$x `a` \\n')).toBe('\\$x \\`a\\` \\\\n');
});

it('breaks long lines within their outermost object or list', () => {
  const fields = Array.from({ length: 12 }, (_, at) => `Field${at}: 'a, {b} value'`).join(', ');
  const lines = fitted(`await sandbox.rest('POST', '/orders', { Cart: { ${fields} }, Tag: 'x' });`, '  ');
  expect(lines[0]).toBe("  await sandbox.rest('POST', '/orders', {");
  expect(lines.slice(1, 3)).toEqual(['    Cart: {', "      Field0: 'a, {b} value',"]);
  expect(lines.slice(-3)).toEqual(['    },', "    Tag: 'x',", '  });']);
  expect(fitted(`const a = '${'x'.repeat(130)}';`)).toHaveLength(1);
});
