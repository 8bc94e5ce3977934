import type { oas31 } from 'zod-openapi';
import type { ServiceBindings, ServiceContext } from '../zones/env.ts';
import { placed } from './placed-document.ts';

let reading: Promise<oas31.OpenAPIObject> | undefined;

/** The document of the package, which the build made, or made from the schemas; what it says of the place is filled in. */
export async function documentFor({ env }: ServiceContext): Promise<oas31.OpenAPIObject> {
  reading ??= packagedOrMade(env);
  return placed(await reading, env.baseUrl);
}

/** Making it loads every route, and takes twenty times as long as reading it. */
async function packagedOrMade({ operations }: ServiceBindings): Promise<oas31.OpenAPIObject> {
  const { openApiText } = await import('virtual:openapi');
  if (openApiText !== '') return JSON.parse(openApiText);
  const { openApiDocument } = await import('./document.ts');
  return openApiDocument(await operations());
}
