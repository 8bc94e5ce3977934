// For every test: each answer of a sandbox is held to the OpenAPI document that it serves. One that the document does
// not describe rejects the call and fails the test, also where a server in between turned the rejection into a 500.
import { afterEach, vi } from 'vitest';
import type * as SandboxModule from '../sandbox/src/sandbox.ts';
import { undocumentedAnswers, validating } from './sandbox/openapi-validation.ts';

vi.mock('../sandbox/src/sandbox.ts', async (original) => {
  const module = await original<typeof SandboxModule>();
  const createSandbox: typeof module.createSandbox = (options) => validating(module.createSandbox(options));
  return { ...module, createSandbox };
});

afterEach(() => {
  const found = undocumentedAnswers.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
