import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What became of a test. */
export interface Result {
  readonly title: string;
  readonly status: 'passed' | 'failed';
  readonly failureMessages: readonly string[];
}

/**
 * Runs test files by Vitest, in a process of its own.
 *
 * @param files their texts by their names
 * @param against what they import: the packages as they are built, or their sources
 */
export async function runByVitest(
  files: Readonly<Record<string, string>>,
  against: 'build' | 'sources' = 'build',
): Promise<readonly Result[]> {
  await mkdir('.cache', { recursive: true });
  const folder = await mkdtemp(resolve('.cache/written-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const vitest = resolve('node_modules/vitest/vitest.mjs');
    const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
    const { stdout } = await run(
      process.execPath,
      [vitest, 'run', '--config', 'test/kits/written/vitest.config.ts'],
      { env: { ...env, WRITTEN_TESTS: folder, WRITTEN_FOR: against }, maxBuffer: 2 ** 26 },
    ).catch((error) => error as { stdout: string });
    const { testResults } = JSON.parse(stdout) as { testResults: { assertionResults: Result[] }[] };
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a script by bash, for a sandbox at this address. */
export async function runByBash(script: string, url: string) {
  const env = { ...process.env, URL: url };
  const { stdout } = await run('bash', ['-c', script], { env, maxBuffer: 2 ** 24 });
  return stdout;
}
