// The OpenAPI document that a sandbox of the sources serves: made once in each worker, and again when a source changes.
import { createSandbox } from '../sandbox/src/sandbox/sandbox.ts';
import type { OpenApiDocument } from './sandbox/openapi-types.ts';

const response = await createSandbox().fetch('http://sandbox/openapi.json');

export const openApiDocument: OpenApiDocument = await response.json();
