import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocument, DocumentHead } from './html-document.tsx';

/** One page of the sandbox: pages have no inline style or script, so that the policy can forbid both. */
export interface Page {
  /** Goes to the title bar and is, unless `heading` says otherwise, the page's heading. */
  readonly title: string;
  /** `false` where the body brings its own. */
  readonly heading?: string | false;
  readonly body: Child;
  /** Names of scripts under `/assets/`. */
  readonly scripts?: readonly string[];
  /** Names of further stylesheets under `/assets/`. */
  readonly styles?: readonly string[];
  /** The scripts call the service. */
  readonly callsService?: boolean;
  /** The scripts call the service, and a library of them writes HTML that it has cleaned. */
  readonly isInteractive?: boolean;
  /** The name shown on the page, such as a provider's. */
  readonly brand?: string;
  /** The line that says what this is; one for simulated providers where unset. */
  readonly notice?: string;
  /** `wide` for tables, `frame` for the inside of a frame; a narrow card where unset. */
  readonly layout?: 'wide' | 'frame';
  readonly lang?: string;
  readonly status?: ContentfulStatusCode;
  /** Origins that a form of the page may lead to besides the service, also through a redirect. */
  readonly formTargets?: readonly string[];
  /** Origins that may show the page in a frame; none where unset. */
  readonly frameAncestors?: readonly string[];
}

const SIMULATION_NOTICE = 'Simulation: no real provider, no money moves. Use test data only.';

/** Returns whether it is an origin or a keyword, and nothing that would end a directive of a policy. */
const isSource = (text: string) =>
  /^(\*|'(self|none)'|[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._*[\]:-]+)$/.test(text);

/** The policy of a page: nothing but the service's own styles and scripts, none of them inline. */
function policyOf(page: Page): string {
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
        <link rel="stylesheet" href={`${baseUrl}/assets/page.css`} />
        {styles.map((style) => (
          <link rel="stylesheet" href={`${baseUrl}/assets/${style}`} />
        ))}
        {scripts.map((script) => (
          <script src={`${baseUrl}/assets/${script}`} defer />
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
    policy: policyOf(page),
    status,
    ...(layout === 'frame' && { headers: inFrame }),
  });
}

/** An amount as people write it. */
export function moneyText(amount: number, currency: string, locale = 'en-IE'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}
