// Before all tests: the OpenAPI document that a sandbox serves, made once for all of them.
import type { TestProject } from 'vitest/node';
import { createSandbox } from '../sandbox/src/sandbox.ts';
import type {} from './sandbox/openapi-validation.ts';

export async function setup(project: TestProject): Promise<void> {
  const response = await createSandbox().fetch('http://sandbox/openapi.json');
  project.provide('openApiDocument', await response.json());
}
