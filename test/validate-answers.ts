// For every test: it fails where a sandbox of `validating` gave an answer that the OpenAPI document does not describe, also
// where a server in between turned the rejected call into a 500.
import { afterEach } from 'vitest';
import { undocumentedAnswers } from './sandbox/openapi-validation.ts';

afterEach(() => {
  const found = undocumentedAnswers.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
