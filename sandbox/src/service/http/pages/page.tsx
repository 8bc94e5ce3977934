import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { versioned } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocument, DocumentHead } from './html-document.tsx';

/** One page of the sandbox. Pages have no inline style or script, so that the policy can forbid both. */
export interface Page {
  /** The title bar's text and, unless `heading` is set, the page's heading. */
  readonly title: string;
  /** `false` if the body has its own heading. */
  readonly heading?: string | false;
  readonly body: Child;
  /** Names of scripts under `/assets/`. */
  readonly scripts?: readonly string[];
  /** Names of further stylesheets under `/assets/`. */
  readonly styles?: readonly string[];
  /** The scripts call the service. */
  readonly callsService?: boolean;
  /** The scripts call the service, and one of their libraries inserts sanitized HTML. */
  readonly isInteractive?: boolean;
  /** The name shown on the page, such as a provider's. */
  readonly brand?: string;
  /** The line that explains the page; by default, that of simulated providers. */
  readonly notice?: string;
  /** `wide` for tables, `frame` for the inside of a frame. Default: a narrow card. */
  readonly layout?: 'wide' | 'frame';
  readonly lang?: string;
  readonly status?: ContentfulStatusCode;
  /** Origins that the page's forms may submit to besides the service, including redirects. */
  readonly formTargets?: readonly string[];
  /** Origins that may embed the page in a frame. Default: none. */
  readonly frameAncestors?: readonly string[];
}

const SIMULATION_NOTICE = 'Simulation: no real provider, no money moves. Use test data only.';

/** Returns whether the text is an origin or a keyword, without anything that would end a directive of a policy. */
const isSource = (text: string) =>
  /^(\*|'(self|none)'|[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._*[\]:-]+)$/.test(text);

/** The policy of a page: only the service's own styles and scripts, none of them inline. */
function contentPolicy(page: Page): string {
  const { scripts, formTargets = [], frameAncestors = ["'none'"], isInteractive = false } = page;
  return [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${scripts === undefined ? "'none'" : "'self'"}`,
    'img-src data:',
    `connect-src ${isInteractive || page.callsService ? "'self'" : "'none'"}`,
    `form-action ${["'self'", ...formTargets.filter(isSource)].join(' ')}`,
    `frame-ancestors ${frameAncestors.filter(isSource).join(' ') || "'none'"}`,
    "base-uri 'none'",
    ...(isInteractive ? [] : ["require-trusted-types-for 'script'"]),
  ].join('; ');
}

function PageDocument({ page, baseUrl }: { readonly page: Page; readonly baseUrl: string }) {
  const { title, heading = title, scripts = [], styles = [], brand, notice = SIMULATION_NOTICE } = page;
  return (
    <html lang={page.lang ?? 'en'}>
      <DocumentHead title={brand === undefined ? title : `${title} – ${brand}`} baseUrl={baseUrl}>
        <link rel="stylesheet" href={versioned(`${baseUrl}/assets/page.css`)} />
        {styles.map((style) => (
          <link rel="stylesheet" href={versioned(`${baseUrl}/assets/${style}`)} />
        ))}
        {scripts.map((script) => (
          <script src={versioned(`${baseUrl}/assets/${script}`)} defer />
        ))}
      </DocumentHead>
      <body class={page.layout ?? 'card'}>
        {notice !== '' && <header class="notice">{notice}</header>}
        <main>
          {brand !== undefined && <p class="brand">{brand}</p>}
          {heading !== false && <h1>{heading}</h1>}
          {page.body}
        </main>
      </body>
    </html>
  );
}

/** Headers required in a frame of a cross-origin isolated page. */
export const inFrame = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Responds with a page. */
export function answerPage(c: ServiceContext, page: Page): Response {
  const document = <PageDocument page={page} baseUrl={c.env.baseUrl} />;
  const { layout, status } = page;
  return answerDocument(c, document, {
    policy: contentPolicy(page),
    status,
    ...(layout === 'frame' && { headers: inFrame }),
  });
}

/** An amount in the customer's notation. */
export function moneyText(amount: number, currency: string, locale = 'en-IE'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}
