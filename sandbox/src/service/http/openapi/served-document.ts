import type { oas31 } from 'zod-openapi';
import type { ServiceBindings, ServiceContext } from '../zones/env.ts';
import { placed } from './placed-document.ts';

let reading: Promise<oas31.OpenAPIObject> | undefined;

/** The document in the package, created by the build, or generated from the schemas; with this sandbox's address. */
export async function documentFor({ env }: ServiceContext): Promise<oas31.OpenAPIObject> {
  reading ??= packagedOrMade(env);
  return placed(await reading, env.baseUrl);
}

/** Generating it loads every route and takes twenty times as long as reading it. */
async function packagedOrMade({ operations }: ServiceBindings): Promise<oas31.OpenAPIObject> {
  const { openApiText } = await import('virtual:openapi');
  if (openApiText !== '') return JSON.parse(openApiText);
  const { openApiDocument } = await import('./document.ts');
  return openApiDocument(await operations());
}
