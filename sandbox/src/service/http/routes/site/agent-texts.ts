import { answerStatic } from '../../answers/static-text.ts';
import { pages } from '../../zones/zones.ts';

const tag = 'Documentation';

/** The documentation as text for programs: the list of the guides, and all of them. */
export const agentTexts = pages('')
  .get(
    '/llms.txt',
    {
      tag,
      summary: 'The list of all texts, for coding agents',
      answers: { 200: undefined },
      contentType: 'text/plain',
    },
    async (c) => {
      const { llmsText } = await import('./guide-texts.ts');
      return answerStatic(c, llmsText(c.env.baseUrl), 'text/plain', { Vary: 'Accept' });
    },
  )
  .get(
    '/llms-full.txt',
    {
      tag,
      summary: 'All guides in one text',
      answers: { 200: undefined },
      contentType: 'text/plain',
    },
    async (c) => {
      const { allGuideTexts } = await import('./guide-texts.ts');
      return answerStatic(c, await allGuideTexts(c), 'text/plain', { Vary: 'Accept' });
    },
  )
  .get(
    '/docs/api/:name',
    {
      tag,
      summary: 'An operation as Markdown (`<operationId>.md`), or the list (`index.md`)',
      answers: { 200: undefined },
      contentType: 'text/markdown',
      refusals: [404],
    },
    async (c) => {
      const { answerOperationText } = await import('./operation-texts.ts');
      return answerOperationText(c, c.req.param('name'));
    },
  );
