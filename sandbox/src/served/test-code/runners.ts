import type { Runner } from './javascript.ts';

/** A test for Vitest: the sandbox is in the same process. */
export const vitest: Runner = {
  imports: (has) => [
    `import { ${has('TestSandbox') ? 'type TestSandbox, ' : ''}test } from 'clientlib-sandbox/vitest';`,
    ...(has('expect') ? ["import { expect } from 'vitest';"] : []),
  ],
  use: (options) => `test.override({ sandboxOptions: ${options} });`,
  sender: 'sandbox',
  ofLongTests: '{ timeout: 60_000 }',
  send: `async function send(sandbox: TestSandbox, method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await sandbox.fetch(sandbox.baseUrl + path, { ...init, method }).catch(() => undefined);
  const text = await response?.text().catch(() => '');
  return answerOf(response?.status ?? 0, text ?? '', response?.headers.get('Location'));
}`,
};

/** A test for Playwright: requests go over HTTP. */
export const playwright: Runner = {
  imports: (has) => [
    ...(has('APIRequestContext') ? ["import type { APIRequestContext } from '@playwright/test';"] : []),
    `import { ${has('expect') ? 'expect, ' : ''}${has('TestSandbox') ? 'type TestSandbox, ' : ''}test } from 'clientlib-sandbox/playwright';`,
  ],
  use: (options) => `test.use({ sandboxOptions: ${options} });`,
  sender: 'request, sandbox',
  send: `async function send(
  request: APIRequestContext,
  sandbox: TestSandbox,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const data = body === undefined ? {} : { data: Buffer.from(body) };
  const response = await request
    .fetch(sandbox.baseUrl + path, { method, headers, maxRedirects: 0, ...data })
    .catch(() => undefined);
  const text = await response?.text().catch(() => '');
  return answerOf(response?.status() ?? 0, text ?? '', response?.headers()['location']);
}`,
};
