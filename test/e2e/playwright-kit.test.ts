import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { sessionAsTest } from '../../sandbox/src/test-code/session-as-test.ts';
import { filesOf } from '../kits/snippets.ts';
import { eventfulSession } from '../kits/written/sessions.ts';

/* The kit for Playwright and the sample of its docs, run by Playwright's own runner. */

const run = promisify(execFile);

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly { readonly message: string }[];
}

it('gives each Playwright test a workspace, a clock, webhooks and faults, and runs what a session is written as', async () => {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  // Playwright takes its settings for TypeScript from the nearest tsconfig.json, and ours leads the packages to their
  // sources: the copy is beside none, and meets the packages as they are published.
  const folder = '.cache/playwright-kit';
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp('test/kits/playwright', folder, { recursive: true });
  await writeFile(`${folder}/session.spec.ts`, sessionAsTest(await eventfulSession(), 'playwright'));
  await writeFile(`${folder}/sample.spec.ts`, filesOf('docs/test-kits.md')['signup.spec.ts'] ?? '');
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
  const { stdout } = await run(
    process.execPath,
    [
      cli,
      'test',
      '--config',
      `${folder}/playwright.config.ts`,
      '--tsconfig',
      'test/kits/playwright/tsconfig.json',
    ],
    { env: { ...env, CHROMIUM_PATH: inject('chromiumPath') }, maxBuffer: 2 ** 24 },
  ).catch((error) => error as { stdout: string });
  const report = JSON.parse(stdout) as Report;
  expect(report.errors).toEqual([]);
  expect(report.stats, stdout).toMatchObject({ expected: 6, unexpected: 0, flaky: 0 });
}, 90_000);
