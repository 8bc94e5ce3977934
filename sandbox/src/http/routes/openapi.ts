import * as z from 'zod';
import type { OpenApiDocument } from '../openapi/document-types.ts';
import { type Call, type Route, route } from '../route.ts';

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
    handle: async (call) => ({
      status: 200,
      body: await documentFor(call),
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
    handle: async (call) => {
      const { documentationPage } = await import('../pages/documentation-page.tsx');
      return documentationPage(call.c, await documentFor(call), call.query.tag);
    },
  }),
  route({
    method: 'GET',
    path: '/configuration.schema.json',
    credential: 'Public',
    tag,
    summary: 'JSON Schema of the configuration file',
    answers: { 200: z.looseObject({ $schema: z.string() }) },
    handle: async () => {
      const { configurationJsonSchema } = await import('../../configuration/schema.ts');
      return { status: 200, body: configurationJsonSchema() };
    },
  }),
];

let making: Promise<OpenApiDocument> | undefined;

/** The document is made once; what it says of the place is filled in. */
async function documentFor({ baseUrl, routes }: Pick<Call, 'baseUrl' | 'routes'>): Promise<OpenApiDocument> {
  const { openApiDocument, placed } = await import('../openapi/document.ts');
  making ??= routes().then(openApiDocument);
  return placed(await making, baseUrl);
}
