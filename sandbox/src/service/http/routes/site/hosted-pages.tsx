import * as z from 'zod';
import { dropInPage } from '../../pages/drop-in-page.tsx';
import { versioned } from '../../wire/etag.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { pages } from '../../zones/zones.ts';
import { paymentMethods } from '../self-service/payment-methods.ts';

const page = {
  tag: 'Pages',
  query: z.object({}).loose(),
  answers: { 200: undefined },
  contentType: 'text/html',
} as const;

/** Returns a typical selection of the account's methods: a card, direct debit, one wallet, and the invoice. */
function usualMethods({ env: { core, baseUrl } }: ServiceContext): string {
  const { Bearers, Flows } = paymentMethods(core, baseUrl);
  const find = (isWanted: (bearer: string, flow: (typeof Flows)[string]) => unknown) =>
    Bearers.find((bearer) => {
      const flow = Flows[bearer];
      return flow !== undefined && !flow.SyntaxOnly && isWanted(bearer, flow);
    });
  const isCard = (bearer: string): boolean => bearer.startsWith('CreditCard:');
  const isDebit = (bearer: string): boolean => bearer.startsWith('Debit:');
  return [
    find((bearer, { Challenge }) => isCard(bearer) && Challenge) ?? find(isCard) ?? Bearers.find(isCard),
    find((bearer, { Data }) => isDebit(bearer) && Data === 'DebitIban') ?? Bearers.find(isDebit),
    find((bearer, { Kind, Data }) => !bearer.includes(':') && Kind === 'Redirect' && Data === 'Wallet'),
    Bearers.find((bearer) => bearer === 'InvoicePayment'),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * What the element loads later: its parts, the browser's language, the offer, and the script of the payment form, which
 * comes last, in the browser's language. On a phone, each would be another wait.
 */
async function preloads(c: ServiceContext) {
  const { baseUrl, core } = c.env;
  const [{ files }, { languages }] = await Promise.all([
    import('virtual:drop-in'),
    import('virtual:clientlib'),
  ]);
  const [language] = (c.req.query('language') ?? c.req.header('Accept-Language') ?? '').split(/[-,;]/);
  const modules = ['address-fields.global.js', `${language}.js`].filter((file) => Object.hasOwn(files, file));
  return [
    ...modules.map((file) => <link rel="modulepreload" href={versioned(`${baseUrl}/drop-in/${file}`)} />),
    <link
      rel="preload"
      as="fetch"
      crossorigin="anonymous"
      href={`${baseUrl}/api/v1/CustomerSelfService/signup/offer?publicApiKey=${core.tx.account.Id}`}
    />,
    Object.hasOwn(languages, `${language}.js`) && (
      <link rel="later" href={versioned(`${baseUrl}/elements/payment-form/${language}.js`)} />
    ),
    // Browsers do not know the relation `later`. The page's script fetches these links once the other scripts are there, as they
    // would slow those down. A prefetch would break the policy of the page in Firefox.
    <link rel="later" href={versioned(`${baseUrl}/elements/payment-form.js`)} />,
  ];
}

/** The signup that the service hosts, for merchants who link or embed it instead of building their own page. */
export const hostedSignup = pages('/portal/signup.html').get(
  '/',
  {
    ...page,
    summary: 'Hosted signup',
    description:
      'The plan follows `#/` in the URL, with language and country: `#/<plan variant id>?language=de&country=DE`. Pages of the origins in the account setting `PortalFrameAncestors` may show it in a frame.',
  },
  async (c) =>
    dropInPage(c, {
      title: 'Sign up',
      element: [
        ...(await preloads(c)),
        <clientlib-signup public-api-key={c.env.core.tx.account.Id} payment-methods={usualMethods(c)} />,
      ],
    }),
);

/** The self-service that the service hosts. */
export const hostedAccount = pages('/portal/account.html').get(
  '/',
  {
    ...page,
    summary: 'Hosted self-service',
    description:
      'The self-service token follows `#/` in the URL: `#/<token>?language=de`, with one task if you want only that: `#/<token>/payment`, `plan`, `cancel` or `invoices`. Pages of the origins in the account setting `PortalFrameAncestors` may show it in a frame.',
  },
  (c) =>
    dropInPage(c, {
      title: 'Your subscription',
      element: <clientlib-portal payment-methods={usualMethods(c)} />,
    }),
);
