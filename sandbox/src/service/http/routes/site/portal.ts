import * as z from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { finalizePayment } from '../../../domain/interactive-payments/finalize.ts';
import { wantsPage } from '../../answers/accepts.ts';
import { portalMessage } from '../../pages/portal-page.tsx';
import { type PortalLanguage, type PortalTexts, portalLanguage } from '../../pages/portal-texts.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { pages } from '../../zones/zones.ts';

const page = { tag: 'Pages', contentType: 'text/html' } as const;

/** The return URL of payment providers for hosted pages, and the old address of the hosted self-service. */
export const portal = pages('/portal')
  .get(
    '/',
    {
      ...page,
      summary: 'The old address of the hosted self-service',
      description: 'Redirects to `/portal/account.html`. A token behind `#/` goes along.',
      query: z.object({ selfServiceToken: z.string().optional(), language: z.string().optional() }).loose(),
      answers: { 302: undefined },
    },
    (c) => {
      const { language } = c.req.valid('query');
      const query = language === undefined ? '' : `?${new URLSearchParams({ language })}`;
      // A token after `#` never reaches a server; on a redirect without a fragment, a browser keeps its current one.
      const token = /[?&]selfServiceToken=([^&]+)/i.exec(c.env.url)?.[1];
      const hash = token === undefined ? '' : `#/${token}`;
      return c.newResponse(null, 302, {
        Location: `${c.env.baseUrl}/portal/account.html${query}${hash}`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      });
    },
  )
  .get(
    '/finalize.html',
    {
      ...page,
      summary: 'The page to which payment providers send customers of the portal back',
      description: 'Completes the payment, as `ClientLib.finalize` does on a page of the merchant.',
      query: z.looseObject({ language: z.string().optional() }),
      answers: { 200: undefined },
      refusals: [403, 409, 422],
    },
    (c) => finalize(c, pageLanguage(c, c.req.valid('query').language)),
  );

const pageLanguage = (c: ServiceContext, wanted: string | undefined): PortalLanguage =>
  portalLanguage(wanted ?? c.req.header('Accept-Language') ?? '');

async function finalize(c: ServiceContext, language: PortalLanguage): Promise<Response> {
  const { paid, methodChanged } = language.texts;
  try {
    const result = await finalizePayment(c.env.core.flow(), c.env.url);
    return portalMessage(c, language, 'OrderId' in result ? paid : methodChanged, { meaning: 'ok' });
  } catch (error) {
    const refusal = error instanceof Problem ? refusalFor(error, language.texts) : undefined;
    // A declined payment is not a failed request, so every caller gets the page.
    if (refusal === undefined || (refusal.status !== 200 && !wantsPage(c))) throw error;
    const { text, ...rest } = refusal;
    return portalMessage(c, language, text, { ...rest, detail: (error as Problem).message });
  }
}

/**
 * Returns the customer's message about a payment that cannot be completed; `undefined` if the problem is not about the
 * payment.
 */
function refusalFor({ kind }: Problem, texts: PortalTexts) {
  switch (kind) {
    case 'Declined':
      return { text: texts.notPaid, status: 200, meaning: 'fail' } as const;
    case 'Invalid':
      return { text: texts.notReturned, status: 422, meaning: 'wait' } as const;
    case 'Forbidden':
      return { text: texts.badToken, status: 403, meaning: 'fail' } as const;
    case 'Conflict':
      return { text: texts.notFinished, status: 409, meaning: 'wait' } as const;
    default:
      return undefined;
  }
}
