import { expect, it } from 'vitest';
import { openApiDocument } from '../openapi-document.ts';
import { isComplete } from '../properties.ts';
import type { OpenApiDocument } from '../sandbox/openapi-types.ts';
import { fuzz } from './fuzzer.ts';

/** All in CI, a fifth in `npm test`. */
const REQUESTS = isComplete ? 2000 : 400;

it('generated requests break no promise', { timeout: 240_000 }, async () => {
  // The types of the document differ: each names what its reader looks at.
  const document: OpenApiDocument = JSON.parse(JSON.stringify(openApiDocument));
  const { findings, succeeded, refused } = await fuzz(document, 'npm test', REQUESTS);
  expect(findings).toEqual([]);
  // It is worth something only if much of it gets through.
  expect(refused).toBeGreaterThan(REQUESTS / 4);
  expect(succeeded.size, [...succeeded.keys()].join('\n')).toBeGreaterThan(isComplete ? 60 : 30);
});
