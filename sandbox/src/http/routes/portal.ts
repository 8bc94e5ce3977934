import * as z from 'zod';
import { cancelContract } from '../../domain/contracts/contract-end.ts';
import { contractDetails } from '../../domain/contracts/contracts.ts';
import { finalizePayment } from '../../domain/interactive-payments/finalize.ts';
import { Problem } from '../../domain/problem.ts';
import type { SelfServiceToken } from '../../domain/records/access.ts';
import { wantsPage } from '../accepts.ts';
import { authenticateCustomer } from '../authentication.ts';
import type { ServiceContext } from '../env.ts';
import { HttpProblem } from '../http-problem.ts';
import {
  cancelPage,
  isCancelable,
  type PortalView,
  portalMessage,
  portalPage,
} from '../pages/portal-page.tsx';
import { type PortalLanguage, type PortalTexts, portalLanguage } from '../pages/portal-texts.ts';
import { pages } from '../zones.ts';

const query = z.object({
  selfServiceToken: z.string().optional(),
  language: z.string().optional().meta({
    description: 'Language of the page, `de` or `en`; by default the language of the browser.',
    example: 'de-DE',
  }),
});

const page = { tag: 'Pages', contentType: 'text/html' } as const;

/** The portal that the service hosts, where the `Url` of a self-service token leads (field notes 2.3). */
export const portal = pages('/portal')
  .get(
    '/',
    {
      ...page,
      summary: "The customer's own page of a contract",
      description:
        'The token comes in the query, or behind `#/` in the address. Pages of the origins in the account setting ' +
        '`PortalFrameAncestors` may show the portal in a frame.',
      query,
      answers: { 200: undefined },
      refusals: [400, 401],
    },
    (c) => opened(c, c.req.valid('query'), (view) => portalPage(c, view)),
  )
  .get(
    '/cancel',
    {
      ...page,
      summary: 'Asks the customer whether to cancel',
      query,
      answers: { 200: undefined, 303: undefined },
      refusals: [400, 401],
    },
    (c) =>
      opened(c, c.req.valid('query'), (view) =>
        isCancelable(view) ? cancelPage(c, view, false) : backToPortal(c, view),
      ),
  )
  .post(
    '/cancel',
    {
      ...page,
      summary: 'Cancels the contract',
      query,
      form: z.object({
        endDate: z.string().optional().meta({ description: 'The end that the customer was shown.' }),
      }),
      answers: { 200: undefined, 303: undefined },
      refusals: [400, 401],
    },
    (c) =>
      opened(c, c.req.valid('query'), (view) => {
        const { EndDateIfCancelledNow, Contract } = view.details;
        const { endDate } = c.req.valid('form');
        if (!isCancelable(view)) return backToPortal(c, view);
        if (endDate !== undefined && endDate !== EndDateIfCancelledNow) return cancelPage(c, view, true);
        c.env.core.transaction((tx) => cancelContract(tx, Contract.Id));
        return backToPortal(c, view);
      }),
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
    (c) => finalize(c, languageOf(c, c.req.valid('query').language)),
  );

const languageOf = (c: ServiceContext, wanted: string | undefined): PortalLanguage =>
  portalLanguage(wanted ?? c.req.header('Accept-Language') ?? '');

/** Shows a page of the contract that the token is for. A person without a valid one sees what to do instead. */
function opened(
  c: ServiceContext,
  given: z.output<typeof query>,
  show: (view: PortalView) => Response,
): Response {
  const language = languageOf(c, given.language);
  let token: SelfServiceToken;
  try {
    token = authenticateCustomer(c);
  } catch (error) {
    if (!(error instanceof HttpProblem) || !wantsPage(c)) throw error;
    const { noToken, badToken } = language.texts;
    // A token behind `#` never reaches the server: a script of the page takes it from there.
    if (!/[?&]selfServiceToken=[^&]/i.test(c.env.url))
      return portalMessage(c, language, noToken, { meaning: 'wait', scripts: ['portal.js'] });
    const { status, message } = error;
    return portalMessage(c, language, badToken, { meaning: 'fail', status, detail: message });
  }
  const again = new URLSearchParams({ selfServiceToken: token.Id });
  if (given.language !== undefined) again.set('language', given.language);
  const { core, baseUrl } = c.env;
  const { account } = core.tx;
  const details = contractDetails(core.tx, token.ContractId);
  return show({ account, baseUrl, language, details, query: again.toString() });
}

function backToPortal(c: ServiceContext, { baseUrl, query: again }: PortalView): Response {
  const Location = `${baseUrl}/portal?${again}`;
  return c.newResponse(null, 303, {
    Location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
}

async function finalize(c: ServiceContext, language: PortalLanguage): Promise<Response> {
  const { paid, methodChanged } = language.texts;
  try {
    const result = await finalizePayment(c.env.core.flow(), c.env.url);
    return portalMessage(c, language, 'OrderId' in result ? paid : methodChanged, { meaning: 'ok' });
  } catch (error) {
    const refusal = error instanceof Problem ? refusalFor(error, language.texts) : undefined;
    // A declined payment is no failure of the request, so every caller gets the page.
    if (refusal === undefined || (refusal.status !== 200 && !wantsPage(c))) throw error;
    const { text, ...rest } = refusal;
    return portalMessage(c, language, text, { ...rest, detail: (error as Problem).message });
  }
}

/** What the customer reads of a payment that cannot be completed; `undefined` where it is not about the payment. */
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
