import type { Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { AnswerValidator } from './answer-validator.ts';

/** What was found since the last test; a test that ends with any fails. */
export const undocumentedAnswers: string[] = [];

let validator: AnswerValidator | undefined;

/** The answer, held to the document. */
export async function validated(method: string, url: string, response: Response): Promise<Response> {
  // Only where it is needed: it loads the whole sandbox.
  validator ??= new AnswerValidator((await import('../openapi-document.ts')).openApiDocument);
  try {
    await validator.check(method, url, response);
  } catch (error) {
    undocumentedAnswers.push((error as Error).message);
    throw error;
  }
  return response;
}

/** A sandbox whose answers are held to the document: one that is not described rejects the call. */
export function validating(sandbox: Sandbox): Sandbox {
  // Not a copy: it would have the revision of now for ever.
  return Object.assign(Object.create(sandbox) as Sandbox, {
    async fetch(input: Parameters<Sandbox['fetch']>[0], init?: RequestInit) {
      const asked = typeof input === 'object' && 'method' in input ? input : undefined;
      const method = (init?.method ?? asked?.method ?? 'GET').toUpperCase();
      const url = asked?.url ?? String(input);
      return validated(method, url, await sandbox.fetch(input, init));
    },
  });
}
