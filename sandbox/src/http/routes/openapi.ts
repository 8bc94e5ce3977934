import * as z from 'zod';
import type { oas32 } from 'zod-openapi';
import { answer } from '../answer.ts';
import { describe } from '../describe.ts';
import type { ServiceContext } from '../env.ts';
import { anybody } from '../middleware/access.ts';
import { section } from '../section.ts';

const tag = 'Documentation';

/** The description of the service, and the same to be read by people. */
export const documentation = section('');

documentation.get(
  '/openapi.json',
  describe({
    tag,
    summary: 'The description of all paths (OpenAPI 3.1)',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  anybody,
  async (c) => answer(c, await documentFor(c), 200, { 'Cache-Control': 'no-cache' }),
);

documentation.get(
  '/docs',
  describe({
    tag,
    summary: 'The description of all paths, to be read in a browser',
    query: z.object({ tag: z.string().optional().meta({ description: 'One group of paths.' }) }),
    answers: { 200: undefined },
    contentType: 'text/html',
  }),
  anybody,
  async (c) => {
    const { documentationPage } = await import('../pages/documentation-page.tsx');
    return documentationPage(c, await documentFor(c), c.req.valid('query').tag);
  },
);

documentation.get(
  '/docs/try',
  describe({
    tag,
    summary: 'The same to be tried: each path with a form that calls it',
    description: 'Leads to `/docs` where the sandbox has no port of its own, which leaves the library out.',
    answers: { 200: undefined, 302: undefined },
    contentType: 'text/html',
  }),
  anybody,
  async (c) => {
    const { libraryJs } = await import('virtual:api-reference');
    if (libraryJs === '') return c.redirect(`${c.env.pagesUrl}/docs`);
    const { apiReferencePage } = await import('../pages/api-reference-page.tsx');
    return apiReferencePage(c, await documentFor(c));
  },
);

documentation.get(
  '/configuration.schema.json',
  describe({
    tag,
    summary: 'JSON Schema of the configuration file',
    answers: { 200: z.looseObject({ $schema: z.string().optional() }) },
  }),
  anybody,
  async (c) => {
    const { configurationJsonSchema } = await import('../../configuration/schema.ts');
    return answer(c, configurationJsonSchema());
  },
);

let making: Promise<oas32.OpenAPIObject> | undefined;

/** The document is made once; what it says of the place is filled in. */
async function documentFor({ env }: ServiceContext): Promise<oas32.OpenAPIObject> {
  const { openApiDocument, placed } = await import('../openapi/document.ts');
  making ??= env.operations().then(openApiDocument);
  return placed(await making, env.baseUrl);
}
