import * as z from 'zod';
import type { OpenApiDocument } from '../openapi/document-types.ts';
import { type Route, route } from '../route.ts';

const tag = 'Documentation';

/** The description of the service, and the same to be read by people. */
export const openApiRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/openapi.json',
    credential: 'Public',
    tag,
    summary: 'The description of all paths (OpenAPI 3.1)',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
    handle: async ({ baseUrl }) => ({
      status: 200,
      body: await documentFor(baseUrl),
      headers: { 'Cache-Control': 'no-cache' },
    }),
  }),
  route({
    method: 'GET',
    path: '/docs',
    credential: 'Public',
    tag,
    summary: 'The description of all paths, to be read in a browser',
    query: z.object({ tag: z.string().optional().meta({ description: 'One group of paths.' }) }),
    answers: { 200: undefined },
    contentType: 'text/html',
    handle: async ({ baseUrl, query }) => {
      const { documentationPage } = await import('../openapi/page.ts');
      return documentationPage(await documentFor(baseUrl), query.tag);
    },
  }),
];

let making: Promise<OpenApiDocument> | undefined;

/** The document is made once; what it says of the place is filled in. */
async function documentFor(baseUrl: string): Promise<OpenApiDocument> {
  making ??= Promise.all([import('../openapi/document.ts'), import('./index.ts')]).then(
    async ([{ openApiDocument }, { allRoutes }]) => openApiDocument(await allRoutes()),
  );
  const { placed } = await import('../openapi/document.ts');
  return placed(await making, baseUrl);
}
