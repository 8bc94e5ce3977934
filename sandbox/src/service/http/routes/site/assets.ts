import { Problem } from '../../../domain/basics/problem.ts';
import { answerStatic } from '../../answers/static-text.ts';
import { challengeScript } from '../../pages/challenge-script.ts';
import { copyScript } from '../../pages/copy-script.ts';
import { designTokens } from '../../pages/design-tokens.ts';
import { dropInStylesheet } from '../../pages/drop-in-page.tsx';
import { hostedPageScript } from '../../pages/hosted-page-script.ts';
import { pageStylesheet } from '../../pages/page-stylesheet.ts';
import { playgroundScript } from '../../pages/playground-script.ts';
import { pages } from '../../zones/zones.ts';

type Asset = readonly [type: 'text/css' | 'text/javascript', text: () => string | Promise<string>];

export const assetFiles: { readonly [name: string]: Asset } = {
  'tokens.css': ['text/css', () => designTokens],
  'page.css': ['text/css', () => pageStylesheet],
  'challenge.js': ['text/javascript', () => challengeScript],
  'copy.js': ['text/javascript', () => copyScript],
  'playground.js': ['text/javascript', () => playgroundScript],
  'drop-in.css': ['text/css', () => dropInStylesheet],
  'drop-in-page.js': ['text/javascript', () => hostedPageScript],
  'documentation.js': [
    'text/javascript',
    async () => (await import('virtual:documentation')).documentationJs,
  ],
  'documentation.css': ['text/css', async () => (await import('virtual:documentation')).documentationCss],
  // Large, and not needed until somebody opens the inspector.
  'inspector.css': ['text/css', async () => (await import('virtual:inspector')).inspectorCss],
  'inspector.js': ['text/javascript', async () => (await import('virtual:inspector')).inspectorJs],
};

/** Styles and scripts of the sandbox's own pages, whose policy allows nothing inline. */
export const assets = pages('/assets').get(
  '/:name',
  {
    tag: 'Pages',
    summary: "A style or script of the sandbox's pages",
    answers: { 200: undefined },
    contentType: 'text/*',
  },
  async (c) => {
    const file = Object.entries(assetFiles).find(([name]) => name === c.req.param('name'))?.[1];
    if (file === undefined) {
      throw new Problem('NotFound', 'NotFound', `There is no /assets/${c.req.param('name')}.`);
    }
    const [type, text] = file;
    return answerStatic(c, await text(), type);
  },
);
