import type { SessionFile } from '../../service/model/session.ts';
import { curlScript } from './curl.ts';
import { javascriptTest, type TestOptions } from './javascript.ts';
import { playwright, vitest } from './runners.ts';

/** What a session is written as. */
export const testKinds = ['vitest', 'playwright', 'curl'] as const;
export type TestKind = (typeof testKinds)[number];

/**
 * Writes a session as a file that runs: a test in TypeScript, or a script of curl. Ids, tokens and secrets come from the
 * answers to the requests before.
 */
export function sessionAsTest(session: SessionFile, kind: TestKind, options: TestOptions = {}): string {
  if (kind === 'curl') return curlScript(session, options);
  return javascriptTest(session, kind === 'vitest' ? vitest : playwright, options);
}
