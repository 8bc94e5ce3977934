// Before all tests: the OpenAPI document that a sandbox serves, made once for all of them.
import { createSandbox } from '../sandbox/src/sandbox.ts';
import type {} from './sandbox/openapi-validation.ts';
import { setUp } from './set-up.ts';

export const setup = setUp(async (project) => {
  const response = await createSandbox().fetch('http://sandbox/openapi.json');
  project.provide('openApiDocument', await response.json());
});
