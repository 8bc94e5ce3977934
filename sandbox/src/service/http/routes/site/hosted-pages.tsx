import * as z from 'zod';
import { dropInPage } from '../../pages/drop-in-page.tsx';
import { pages } from '../../zones/zones.ts';

const page = {
  tag: 'Pages',
  query: z.object({}).loose(),
  answers: { 200: undefined },
  contentType: 'text/html',
} as const;

/** The signup that the service hosts, linked and framed by pages that have none of their own. */
export const hostedSignup = pages('/portal/signup.html').get(
  '/',
  {
    ...page,
    summary: 'Hosted signup',
    description:
      'The plan follows `#/` in the URL, with language and country: `#/<plan variant id>?language=de&country=DE`. Pages of the origins in the account setting `PortalFrameAncestors` may show it in a frame.',
  },
  (c) =>
    dropInPage(c, {
      title: 'Sign up',
      element: <clientlib-signup public-api-key={c.env.core.tx.account.Id} />,
    }),
);

/** The self-service that the service hosts. */
export const hostedAccount = pages('/portal/account.html').get(
  '/',
  {
    ...page,
    summary: 'Hosted self-service',
    description:
      'The self-service token follows `#/` in the URL: `#/<token>?language=de`. Pages of the origins in the account setting `PortalFrameAncestors` may show it in a frame.',
  },
  (c) => dropInPage(c, { title: 'Your subscription', element: <clientlib-portal /> }),
);
