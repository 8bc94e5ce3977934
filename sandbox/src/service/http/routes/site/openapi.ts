import * as z from 'zod';
import { answer } from '../../answers/answer.ts';
import { documentFor } from '../../openapi/served-document.ts';
import { pages } from '../../zones/zones.ts';

const tag = 'Documentation';

const oneGroup = z.object({
  tag: z.string().optional().meta({ description: 'One group of paths.' }),
});

/** The description of the service, for programs and as pages. */
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
      summary: 'The API reference: search, and try each path',
      query: oneGroup,
      answers: { 200: undefined },
      contentType: 'text/html',
    },
    async (c) => {
      const [{ documentationJs }, { apiReferencePage }] = await Promise.all([
        import('virtual:documentation'),
        import('../../pages/api-reference-page.tsx'),
      ]);
      return apiReferencePage(c, await documentFor(c), c.req.valid('query').tag, documentationJs !== '');
    },
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
