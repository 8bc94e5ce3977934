import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox } from 'clientlib-sandbox';
import { expect, inject, it } from 'vitest';
import { sessionAsTest } from '../../sandbox/src/served/test-code/session-as-test.ts';
import { filesOf } from '../kits/snippets.ts';
import { eventfulSession } from '../kits/written/sessions.ts';

/* The kit for Playwright and the sample of its docs, run by Playwright's own runner. */

const run = promisify(execFile);

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly { readonly message: string }[];
  readonly suites?: readonly {
    readonly specs: readonly {
      readonly title: string;
      readonly tests: readonly { readonly results: readonly Result[] }[];
    }[];
  }[];
}

interface Result {
  readonly status: string;
  readonly attachments: readonly {
    readonly name: string;
    readonly contentType: string;
    readonly path?: string;
  }[];
}

/** Runs tests by Playwright and gives its report. @param files besides those of the folder @param from a folder of tests */
async function reportOf(
  name: string,
  files: Readonly<Record<string, string>>,
  from?: string,
): Promise<Report> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  // Playwright takes its settings for TypeScript from the nearest tsconfig.json, and ours leads the packages to their
  // sources: the copy is beside none, and meets the packages as they are published.
  const folder = `.cache/${name}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const config = 'playwright.config.ts';
  await (from === undefined
    ? cp(`test/kits/playwright/${config}`, `${folder}/${config}`)
    : cp(from, folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) await writeFile(`${folder}/${file}`, text);
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
  const tsconfig = 'test/kits/playwright/tsconfig.json';
  const { stdout } = await run(
    process.execPath,
    [cli, 'test', '--config', `${folder}/${config}`, '--tsconfig', tsconfig],
    { env: { ...env, CHROMIUM_PATH: inject('chromiumPath') }, maxBuffer: 2 ** 24 },
  ).catch((error) => error as { stdout: string });
  return JSON.parse(stdout) as Report;
}

it('gives each Playwright test a workspace, a clock, webhooks and faults, and runs a session written as a test', async () => {
  const files = {
    'session.spec.ts': sessionAsTest(await eventfulSession(), 'playwright'),
    'sample.spec.ts': filesOf('docs/test-kits.md')['signup.spec.ts'] ?? '',
  };
  const report = await reportOf('playwright-kit', files, 'test/kits/playwright');
  expect(report.errors).toEqual([]);
  expect(report.stats, JSON.stringify(report, null, 1)).toMatchObject({
    expected: 8,
    unexpected: 0,
    flaky: 0,
  });
}, 90_000);

it("attaches the session to the report of a failed test and writes it to its folder, with Playwright's trace retained on failure", async () => {
  const spec = `import { expect, test } from 'clientlib-sandbox/playwright';
test.use({ trace: 'retain-on-failure', sandboxOptions: { clock: '2026-01-15T10:00:00Z' } });
for (const title of ['passes', 'fails'])
  test(title, async ({ sandbox }) => {
    const { ContractId } = await sandbox.signUp();
    await sandbox.clock.advance('P1M');
    expect(sandbox.contract(ContractId).Invoices).toHaveLength(title === 'passes' ? 2 : 3);
  });
`;
  const { suites } = await reportOf('playwright-trace', { 'trace.spec.ts': spec });
  const results = (suites?.[0]?.specs ?? []).map(
    ({ title, tests }) => [title, tests[0]?.results[0]] as const,
  );
  const { passes, fails } = Object.fromEntries(results);
  expect(passes).toMatchObject({ status: 'passed', attachments: [] });
  expect(fails?.status).toBe('failed');
  const attached = fails?.attachments.find(({ name }) => name === 'sandbox-session.json');
  expect(attached?.contentType).toBe('application/json');
  // Attached, it is a copy; the test's own folder has it by its name.
  const own = resolve(dirname(attached?.path ?? ''), '../sandbox-session.json');
  const session = JSON.parse(await readFile(own, 'utf8'));
  const sandbox = createSandbox({ session });
  await sandbox.ready;
  expect(sandbox.snapshot().Collections['invoices']).toHaveLength(2);
  sandbox.close();
}, 90_000);
