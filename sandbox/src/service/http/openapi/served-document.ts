import type { oas31 } from 'zod-openapi';
import type { ServiceContext } from '../zones/env.ts';

let making: Promise<oas31.OpenAPIObject> | undefined;

/** The document is made once; what it says of the place is filled in. */
export async function documentFor({ env }: ServiceContext): Promise<oas31.OpenAPIObject> {
  const { openApiDocument, placed } = await import('./document.ts');
  making ??= env.operations().then(openApiDocument);
  return placed(await making, env.baseUrl);
}
