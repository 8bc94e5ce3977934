// For every test: each answer of a sandbox is held to the OpenAPI document that it serves. One that the document does
// not describe rejects the call and fails the test, also where a server in between turned the rejection into a 500.
import { afterEach, vi } from 'vitest';
import { responseOf } from '../sandbox/src/http/reply.ts';
import type * as SandboxModule from '../sandbox/src/sandbox.ts';
import { undocumentedAnswers, validated, validating } from './sandbox/openapi-validation.ts';

vi.mock('../sandbox/src/sandbox.ts', async (original) => {
  const module = await original<typeof SandboxModule>();
  const createSandbox: typeof module.createSandbox = (options) => validating(module.createSandbox(options));
  const openSandbox: typeof module.openSandbox = (options) => {
    const { sandbox, answer } = module.openSandbox(options);
    return {
      sandbox: validating(sandbox),
      async answer(request) {
        const reply = await answer(request);
        // A stream is read once, by the host: only a fault rule makes one.
        if (!(reply.content instanceof ReadableStream))
          await validated(request.method, request.url, responseOf(reply));
        return reply;
      },
    };
  };
  return { ...module, createSandbox, openSandbox };
});

afterEach(() => {
  const found = undocumentedAnswers.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
