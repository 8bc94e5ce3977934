import { expect, it } from 'vitest';
import { openApiDocument } from '../openapi-document.ts';
import type { OpenApiDocument } from '../sandbox/openapi-types.ts';
import { fuzz } from './fuzzer.ts';

it('2,000 generated requests break no promise', { timeout: 240_000 }, async () => {
  // The types of the document differ: each names what its reader looks at.
  const document: OpenApiDocument = JSON.parse(JSON.stringify(openApiDocument));
  const { findings, succeeded, refused } = await fuzz(document, 'npm test', 2000);
  expect(findings).toEqual([]);
  // It is worth something only if much of it gets through.
  expect(refused).toBeGreaterThan(500);
  expect(succeeded.size, [...succeeded.keys()].join('\n')).toBeGreaterThan(60);
});
