import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import type { Workspace } from '../../sandbox/sandbox.ts';

/** Stores the session of the test for replay (dist/docs/sessions.md): in its folder of `test-results/`, and attached. */
export async function attachSession(testInfo: TestInfo, sandbox: Workspace): Promise<void> {
  const path = testInfo.outputPath('sandbox-session.json');
  await writeFile(path, JSON.stringify(sandbox.session()));
  await testInfo.attach('sandbox-session.json', { path, contentType: 'application/json' });
}
