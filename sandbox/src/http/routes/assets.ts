import { Problem } from '../../domain/problem.ts';
import { challengeScript } from '../pages/challenge-script.ts';
import { copyScript } from '../pages/copy-script.ts';
import { designTokens } from '../pages/design-tokens.ts';
import { pageStylesheet } from '../pages/page-stylesheet.ts';
import { portalScript } from '../pages/portal-script.ts';
import { type Route, route } from '../route.ts';

const files: { readonly [name: string]: readonly [type: string, text: string] } = {
  'tokens.css': ['text/css', designTokens],
  'page.css': ['text/css', pageStylesheet],
  'challenge.js': ['text/javascript', challengeScript],
  'copy.js': ['text/javascript', copyScript],
  'portal.js': ['text/javascript', portalScript],
};

/** Styles and scripts of the sandbox's own pages, whose policy allows nothing inline. */
export const assetRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/assets/{name}',
    credential: 'Public',
    tag: 'Pages',
    summary: "A style or script of the sandbox's pages",
    answers: { 200: undefined },
    contentType: 'text/*',
    handle: ({ params }) => {
      const file = Object.entries(files).find(([name]) => name === params['name'])?.[1];
      if (file === undefined) {
        throw new Problem('NotFound', 'NotFound', `There is no /assets/${params['name']}.`);
      }
      return {
        status: 200,
        headers: {
          'Content-Type': `${file[0]}; charset=utf-8`,
          'Cache-Control': 'no-cache',
          'X-Content-Type-Options': 'nosniff',
        },
        content: file[1],
      };
    },
  }),
];
