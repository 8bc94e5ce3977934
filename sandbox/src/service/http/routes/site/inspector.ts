import * as z from 'zod';
import { wantsPage } from '../../answers/accepts.ts';
import { answer } from '../../answers/answer.ts';
import { version } from '../../wire/version.ts';
import { pages } from '../../zones/zones.ts';

const entryPoints = z
  .object({
    Name: z.literal('clientlib-sandbox'),
    Version: z.string(),
    Inspector: z.string().meta({ description: 'This address, in a browser.' }),
    Documentation: z.string(),
    OpenApi: z.string(),
    Catalog: z.string().meta({ description: 'Credentials, products and test data.' }),
    Health: z.string(),
    Stream: z.string().meta({ description: 'Live updates as server-sent events.' }),
    Token: z.string().meta({ description: 'OAuth token endpoint.' }),
    Api: z.string(),
    Script: z.string().meta({ description: 'ClientLib for a script tag.' }),
  })
  .meta({ id: 'EntryPoints' });

/** The inspector's page. Programs get the entry points instead. */
export const inspector = pages('/')
  .get(
    '/',
    {
      tag: 'Pages',
      summary: 'The inspector for a browser, the entry points as JSON for a program',
      query: z.object({}).loose(),
      answers: { 200: entryPoints },
      contentType: 'text/html',
    },
    async (c) => {
      if (wantsPage(c)) {
        const { inspectorPage } = await import('../../pages/inspector-page.tsx');
        return inspectorPage(c);
      }
      const { baseUrl } = c.env;
      const points = {
        Name: 'clientlib-sandbox',
        Version: version,
        Inspector: `${baseUrl}/`,
        Documentation: `${baseUrl}/docs`,
        OpenApi: `${baseUrl}/openapi.json`,
        Catalog: `${baseUrl}/sandbox/catalog`,
        Health: `${baseUrl}/sandbox/health`,
        Stream: `${baseUrl}/sandbox/stream`,
        Token: `${baseUrl}/oauth/token/`,
        Api: `${baseUrl}/api/v1`,
        Script: `${baseUrl}/clientlib.js`,
      } as const;
      return answer(c, points, 200, { Vary: 'Accept', 'Cache-Control': 'no-cache' });
    },
  )
  .get(
    '/playground',
    {
      tag: 'Pages',
      summary: 'The page of the playground, for the inspector',
      query: z.object({}).loose(),
      answers: { 200: undefined },
      contentType: 'text/html',
    },
    async (c) => {
      const { playgroundElementPage, playgroundPage } = await import('../../pages/playground-page.tsx');
      return c.req.query('element') === undefined ? playgroundPage(c) : playgroundElementPage(c);
    },
  );
