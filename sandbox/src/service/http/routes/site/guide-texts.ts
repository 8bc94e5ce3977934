import { guideList, guideText } from 'virtual:guide-texts';
import { nearestName } from '../../../domain/basics/nearest-name.ts';
import { Problem } from '../../../domain/basics/problem.ts';
import { answerStatic } from '../../answers/static-text.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { atAddress } from '../../zones/guide-links.ts';

/** The Markdown of a guide; empty if this host has no texts. @throws Problem for an unknown guide */
export async function textOfGuide(c: Pick<ServiceContext, 'env'>, name: string): Promise<string> {
  const names = guideList.map((guide) => guide.name);
  if (!names.includes(name)) {
    const near = nearestName(name, names);
    const hint =
      near === undefined ? 'All guides are in /llms.txt.' : `Did you mean /docs/guides/${near}.md?`;
    throw new Problem('NotFound', 'NotFound', `There is no guide "${name}". ${hint}`);
  }
  const text = guideText(name) || ((await c.env.traffic.hostOptions.guideText?.(name)) ?? '');
  return atAddress(c.env.baseUrl, text);
}

/** Responds with a guide as Markdown. @throws Problem if there is none */
export async function answerGuideText(c: ServiceContext, name: string): Promise<Response> {
  const text = await textOfGuide(c, name);
  if (text === '') {
    throw new Problem(
      'NotFound',
      'NotFound',
      `This host does not serve the guides. Read node_modules/clientlib-sandbox/dist/docs/${name}.md.`,
    );
  }
  return answerStatic(c, text, 'text/markdown', { Vary: 'Accept' });
}

/** The list of all texts, in the format of llmstxt.org. */
export function llmsText(baseUrl: string): string {
  const groups = [...new Set(guideList.map(({ group }) => group))];
  const entries = (group: string) =>
    guideList
      .filter((guide) => guide.group === group)
      .map(
        ({ name, title, summary }) =>
          `- [${title}](${baseUrl}/docs/guides/${name}.md): ${atAddress(baseUrl, summary)}`,
      );
  return [
    '# clientlib-sandbox',
    '',
    '> A subscription billing service, simulated in full: REST, OAuth, self-service, payment providers, app stores, webhooks and a clock that you move. ClientLib is its browser SDK.',
    '',
    `Tools for coding agents (MCP, streamable HTTP): ${baseUrl}/mcp. All guides in one text: ${baseUrl}/llms-full.txt.`,
    `A refusal has a header \`Link\` with the Markdown that explains it, and its \`Code\` is in ${baseUrl}/docs/guides/errors.md.`,
    '',
    '## API',
    '',
    `- [Operations](${baseUrl}/docs/api/index.md): every path, with a text for each: its query, its body and its answer`,
    `- [OpenAPI](${baseUrl}/openapi.json): the same as one document of 660 kB`,
    `- [Catalog](${baseUrl}/sandbox/catalog): credentials, plans, coupons, payment methods and test cards, with ids`,
    ...groups.flatMap((group) => ['', `## ${group}`, '', ...entries(group)]),
    '',
  ].join('\n');
}

/** All guides that this host has, one after the other. */
export async function allGuideTexts(c: Pick<ServiceContext, 'env'>): Promise<string> {
  const texts = await Promise.all(guideList.map(({ name }) => textOfGuide(c, name)));
  return [llmsText(c.env.baseUrl), ...texts.filter((text) => text !== '')].join('\n\n---\n\n');
}
