import * as z from 'zod';
import { answer } from '../../answers/answer.ts';
import { documentFor } from '../../openapi/served-document.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { pages } from '../../zones/zones.ts';

const tag = 'Documentation';

const oneGroup = z.object({
  tag: z.string().optional().meta({ description: 'One group of paths.' }),
});

async function plainPage(c: ServiceContext, group: string | undefined): Promise<Response> {
  const { documentationPage } = await import('../../pages/documentation-page.tsx');
  return documentationPage(c, await documentFor(c), group);
}

/** The description of the service, and the same to be read by people. */
export const documentation = pages('')
  .get(
    '/openapi.json',
    {
      tag,
      summary: 'The description of all paths (OpenAPI 3.1)',
      answers: { 200: z.looseObject({ openapi: z.string() }) },
    },
    async (c) => answer(c, await documentFor(c), 200, { 'Cache-Control': 'no-cache' }),
  )
  .get(
    '/docs',
    {
      tag,
      summary: 'The API reference with the guides: search it, and try each path',
      description: 'As `/docs/plain` where the sandbox has no port of its own, which leaves the library out.',
      query: oneGroup,
      answers: { 200: undefined },
      contentType: 'text/html',
    },
    async (c) => {
      const { documentationJs } = await import('virtual:documentation');
      if (documentationJs === '') return plainPage(c, c.req.valid('query').tag);
      const { apiReferencePage } = await import('../../pages/api-reference-page.tsx');
      return apiReferencePage(c, await documentFor(c), c.req.valid('query').tag);
    },
  )
  .get(
    '/docs/plain',
    {
      tag,
      summary: 'The API reference without a script',
      query: oneGroup,
      answers: { 200: undefined },
      contentType: 'text/html',
    },
    (c) => plainPage(c, c.req.valid('query').tag),
  )
  .get(
    '/docs/try',
    {
      tag,
      summary: 'The former place of the API reference: leads to `/docs`',
      answers: { 302: undefined },
      contentType: 'text/html',
    },
    (c) => c.redirect(`${c.env.pagesUrl}/docs`),
  )
  .get(
    '/configuration.schema.json',
    {
      tag,
      summary: 'JSON Schema of the configuration file',
      answers: { 200: z.looseObject({ $schema: z.string().optional() }) },
    },
    async (c) => {
      const { configurationJsonSchema } = await import('../../../configuration/schema.ts');
      return answer(c, configurationJsonSchema());
    },
  );
