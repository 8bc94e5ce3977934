import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runReplay } from '../../../../sandbox/src/hosts/command/replay-command.ts';
import { readSession } from '../../../../sandbox/src/hosts/command/session-file.ts';

let folder = '';
let output = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-'));
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  await rm(folder, { recursive: true });
});

async function recorded(
  change: (session: ReturnType<typeof JSON.parse>) => void = () => {},
): Promise<string> {
  const sandbox = createSandbox({ record: true, seed: 'command', clock: '2026-01-15T10:00:00Z' });
  sandbox.payments.next({ Outcome: { Code: 'BearerExpired' } });
  const made = await sandbox.fetch('http://sandbox/api/v1/CustomerSelfService/signup/order', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      Cart: { PlanVariantId: 'b00000000000000000000001' },
      Customer: { FirstName: 'Ada', LastName: 'Byron' },
    }),
  });
  expect(made.status).toBe(200);
  await sandbox.clock.advance('P1D');
  const session = JSON.parse(JSON.stringify(sandbox.session()));
  change(session);
  const file = join(folder, 'session.json');
  await writeFile(file, JSON.stringify(session));
  return file;
}

describe('replay', () => {
  it('reports that all rows are equal', async () => {
    await runReplay({ file: await recorded() });
    expect(output).toBe(
      '3 of 3 rows replayed with the recorded results. The clock is at 2026-01-16T10:00:00.000Z.\n',
    );
    expect(process.exitCode).toBeUndefined();
  });

  it.each([
    [2, '15'],
    [3, '16'],
  ])('ends at row %i, with that row', async (until, day) => {
    await runReplay({ file: await recorded(), until });
    expect(output).toBe(
      `${until} of 3 rows replayed with the recorded results. The clock is at 2026-01-${day}T10:00:00.000Z.\n`,
    );
  });

  it('writes a test of the rows up to one, with that row', async () => {
    const out = join(folder, 'test.sh');
    await runReplay({ file: await recorded(), until: 2, as: 'curl', out });
    const script = await readFile(out, 'utf8');
    expect([script.includes('signup/order'), script.includes('sandbox/clock')]).toEqual([true, false]);
  });

  it('names the first row that differs, with both responses, and ends with 1', async () => {
    await runReplay({
      file: await recorded(({ Rows }) => {
        Rows[1].Request.Body.Cart.PlanVariantId = 'b000000000000000000000ff';
      }),
    });
    expect(output).toMatch(
      /^Row 2: POST \S+ returned 4\d\d instead of 200\.\n {2}recorded: 200 \{"OrderId".*\n {2}replayed: 4\d\d \{.*\n$/,
    );
    expect(process.exitCode).toBe(1);
  });

  it.each([
    ['vitest', 'session.test.ts', "await sandbox.clock.advance('P1D');"],
    [
      'playwright',
      'session.spec.ts',
      "import { expect, type TestSandbox, test } from 'clientlib-sandbox/playwright';",
    ],
    ['curl', 'session.sh', '#!/usr/bin/env bash\n'],
  ] as const)('writes it as a test: %s', async (as, name, part) => {
    await runReplay({ file: await recorded(), as });
    const file = join(folder, name);
    expect(output).toBe(`Wrote ${file}.\n`);
    expect(await readFile(file, 'utf8')).toContain(part);
    const out = join(folder, 'other');
    await runReplay({ file: await recorded(), as, until: 2, out });
    expect(await readFile(out, 'utf8')).not.toContain('P1D');
    await runReplay({ file: await recorded(), as, out: '-' });
    expect(output).toContain(part);
  });

  it.each([
    ['as it was recorded', () => {}, true],
    [
      'otherwise',
      ({ Rows }) =>
        (Rows.findLast(({ Answer }: { Answer?: object }) => Answer !== undefined).Answer.Status = 201),
      false,
    ],
  ] as readonly [string, (session: ReturnType<typeof JSON.parse>) => void, boolean][])(
    'expects contracts at the end of a test only of a session that replays %s',
    async (_how, change, isExpected) => {
      const sandbox = createSandbox({ record: true, seed: 'command', clock: '2026-01-15T10:00:00Z' });
      await sandbox.signUp();
      const session = JSON.parse(JSON.stringify(sandbox.session()));
      change(session);
      const file = join(folder, 'session.json');
      await writeFile(file, JSON.stringify(session));
      await runReplay({ file, as: 'vitest', out: '-' });
      expect(output.includes('.LifecycleStatus)')).toBe(isExpected);
    },
  );

  it.each([
    ['Rows[1].Request.Method', ({ Rows }) => (Rows[1].Request.Method = 'POST; touch /tmp/done;')],
    ['Rows[1].Request.Path', ({ Rows }) => (Rows[1].Request.Path = '@other.example/')],
    ['Rows[0].Call.Name', ({ Rows }) => (Rows[0].Call.Name = 'clock.set(); process.exit')],
    [
      'Ids.4#2.Collection',
      (session) => (session.Ids = { '4#2': { Collection: '$(touch /tmp/done)', At: 0 } }),
    ],
  ] as readonly [string, (session: ReturnType<typeof JSON.parse>) => void][])(
    'rejects a session whose %s would be code in a test',
    async (field, change) => {
      const file = await recorded(change);
      await expect(runReplay({ file, as: 'curl' })).rejects.toThrow(`${file}: ${field}: expected `);
    },
  );

  it('writes a seed and a clock of several lines into no line of a script but a comment', async () => {
    const lines = "x\ntouch /tmp/done\n'";
    const file = await recorded(({ Start }) => Object.assign(Start, { Seed: lines, Clock: lines }));
    await runReplay({ file, as: 'curl', out: '-' });
    expect(output).toContain('touch /tmp/done');
    expect(output).not.toMatch(/^touch/m);
  });

  it.each([
    ['curl', 0o100],
    ['vitest', 0],
    ['playwright', 0],
  ] as const)('writes a file of %s that may be executed: %s', async (as, mode) => {
    const out = join(folder, 'written');
    await runReplay({ file: await recorded(), as, out });
    expect((await stat(out)).mode & 0o100).toBe(mode);
  });

  describe('--shrink', () => {
    const isSignedUp = 'sandbox.snapshot().Collections.orders.length > 0';

    it.each([
      ['an expression', isSignedUp],
      ['the result of a promise', `Promise.resolve(${isSignedUp})`],
    ])('cuts it to the rows for which %s is true', async (_what, shrink) => {
      await runReplay({ file: await recorded(), shrink });
      expect(output).toBe(`Wrote ${join(folder, 'session.min.json')}.\n`);
      const least = await readSession(join(folder, 'session.min.json'));
      expect(least.Rows.map(({ Request }) => Request?.Path)).toEqual([
        '/api/v1/CustomerSelfService/signup/order',
      ]);
      await runReplay({ file: join(folder, 'session.min.json') });
      expect(output).toContain('1 of 1 rows replayed with the recorded results.');
    });

    it('cuts it to the rows with which a command fails', async () => {
      const check = join(folder, 'check.mjs');
      await writeFile(
        check,
        `import { readFileSync } from 'node:fs';
const { Rows } = JSON.parse(readFileSync(process.env.CLIENTLIB_SESSION_FILE, 'utf8'));
process.exitCode = Rows.some(({ Call }) => Call?.Name === 'payments.next') ? 1 : 0;`,
      );
      const out = join(folder, 'least.json');
      vi.stubEnv('TMPDIR', folder);
      await runReplay({ file: await recorded(), shrink: `"${process.execPath}" "${check}"`, out });
      const { Rows } = await readSession(out);
      expect(Rows.map(({ Call }) => Call?.Name)).toEqual(['payments.next']);
      // What the command was given is removed, with its folder.
      expect((await readdir(folder)).sort()).toEqual(['check.mjs', 'least.json', 'session.json']);
    });

    it('names a file that is no command', async () => {
      const file = join(folder, 'check.txt');
      await writeFile(file, 'no program', { mode: 0o644 });
      await expect(runReplay({ file: await recorded(), shrink: `"${file}"` })).rejects.toThrow(
        'could not be started: exit code 126',
      );
    });

    it('writes the test of the rest, which expects the expression to be false', async () => {
      await runReplay({ file: await recorded(), shrink: isSignedUp, as: 'vitest' });
      const code = await readFile(join(folder, 'session.min.test.ts'), 'utf8');
      expect(code).toContain(`expect(Boolean(await (${isSignedUp}))`);
      expect(code).not.toContain('clock.advance');
    });

    it.each([
      [
        'sandbox.audit().Problems.length > 0',
        /is not true for the whole session, so there is nothing to shrink/,
      ],
      ['sandbox.audit() && nothing', /nothing is not defined/],
      [`"${process.execPath}" -e 0`, /exits with 0 for the whole session/],
      ['no-such-command-anywhere', /could not be started: exit code 127/],
    ])('rejects %s', async (shrink, message) => {
      await expect(runReplay({ file: await recorded(), shrink })).rejects.toThrow(message);
    });
  });

  it.each([
    ['Rows[1].Row: expected 2, got 1', ({ Rows }) => (Rows[1].Row = 1)],
    [
      'body: is nested deeper than 40 levels',
      ({ Rows }) => (Rows[1].Request.Body = JSON.parse('['.repeat(60) + ']'.repeat(60))),
    ],
    [
      'body: has a property "__proto__", which no sandbox writes',
      ({ Rows }) => (Rows[1].Request.Body = JSON.parse('{"__proto__":{}}')),
    ],
    ['End.Faults[0].Fault.DelayMs: ', ({ End }) => (End.Faults = [{ Id: '1', Fault: { DelayMs: 1e12 } }])],
    ['End.Faults[0].Id: expected a number', ({ End }) => (End.Faults = [{ Id: 'x', Fault: { Drop: true } }])],
    [
      'Start.Snapshot.Collections.constructor: is not known',
      ({ Start }) => (Start.Snapshot = { Collections: JSON.parse('{"constructor":[{}]}') }),
    ],
  ] as readonly [string, (session: ReturnType<typeof JSON.parse>) => void][])(
    'rejects what PUT /sandbox/session rejects: %s',
    async (message, change) => {
      const file = await recorded(change);
      const text = await readFile(file, 'utf8');
      await expect(runReplay({ file })).rejects.toThrow(`${file}: ${message}`);
      const sandbox = createSandbox({ record: true });
      const response = await sandbox.fetch('http://sandbox/sandbox/session', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: text,
      });
      expect([response.status, (await response.json()).Message]).toEqual([
        422,
        expect.stringContaining(message),
      ]);
    },
  );

  it.each([
    ['nothing.json', undefined, /nothing\.json does not exist/],
    ['text.json', 'no JSON', /text\.json is not valid JSON/],
    ['other.json', '{"Format":"other"}', /other\.json: Format: .*Expected a session of version 1/],
  ])('rejects %s', async (name, text, message) => {
    if (text !== undefined) await writeFile(join(folder, name), text);
    await expect(readSession(join(folder, name))).rejects.toThrow(message);
  });
});
