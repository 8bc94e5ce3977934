import type { SessionFile } from '../../service/model/session.ts';
import { curlScript } from './curl.ts';
import { javascriptTest, type Runner, type TestOptions } from './javascript.ts';

export const testKinds = ['vitest', 'playwright', 'curl'] as const;
export type TestKind = (typeof testKinds)[number];

const runners: Readonly<Record<'vitest' | 'playwright', Runner>> = {
  vitest: {
    imports: (has) => [
      `import { ${has('TestSandbox') ? 'type TestSandbox, ' : ''}test } from 'clientlib-sandbox/vitest';`,
      ...(has('expect') ? ["import { expect } from 'vitest';"] : []),
    ],
    use: (options) => `test.override({ sandboxOptions: ${options} });`,
    ofLongTests: '{ timeout: 60_000 }',
  },
  playwright: {
    imports: (has) => [
      `import { ${has('expect') ? 'expect, ' : ''}${has('TestSandbox') ? 'type TestSandbox, ' : ''}test } from 'clientlib-sandbox/playwright';`,
    ],
    use: (options) => `test.use({ sandboxOptions: ${options} });`,
  },
};

/**
 * Writes a session as an executable file: a test in TypeScript, or a curl script. Ids, tokens and secrets come from
 * earlier responses.
 */
export function sessionAsTest(session: SessionFile, kind: TestKind, options: TestOptions = {}): string {
  if (kind === 'curl') return curlScript(session, options);
  return javascriptTest(session, runners[kind], options);
}
