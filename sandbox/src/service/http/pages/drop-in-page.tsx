import type { Child } from 'hono/jsx';
import { versioned } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocument, DocumentHead } from './html-document.tsx';

/**
 * Returns the policy of a page with a drop-in element: it may run the service's own scripts, connect to the service,
 * and show its payment form and challenges. Nothing is inline. Pages of the account's origins may embed it.
 */
function contentPolicy(baseUrl: string, frameAncestors: readonly string[]): string {
  const isSource = (text: string) => /^https?:\/\/[A-Za-z0-9._*[\]:-]+$/.test(text);
  return [
    "default-src 'none'",
    `script-src ${baseUrl}/clientlib.js ${baseUrl}/drop-in.js ${baseUrl}/drop-in/ ${baseUrl}/assets/ ${baseUrl}/providers/`,
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    `frame-ancestors 'self' ${frameAncestors.filter(isSource).join(' ')}`.trim(),
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types clientlib',
  ].join('; ');
}

/** A page of the service with a single drop-in element, which its script creates or configures from the address. */
export function dropInPage(
  c: ServiceContext,
  {
    title,
    element,
    script = 'drop-in-page.js',
  }: { readonly title: string; readonly element?: Child; readonly script?: string },
): Response {
  const { baseUrl, core } = c.env;
  const { Name, PortalFrameAncestors } = core.tx.account;
  const document = (
    <html lang="en">
      <DocumentHead title={`${title} – ${Name}`} baseUrl={baseUrl}>
        <link rel="stylesheet" href={versioned(`${baseUrl}/assets/page.css`)} />
        <link rel="stylesheet" href={versioned(`${baseUrl}/assets/drop-in.css`)} />
        <script src={versioned(`${baseUrl}/clientlib.js`)} defer />
        <script src={versioned(`${baseUrl}/assets/${script}`)} defer />
        <script src={versioned(`${baseUrl}/drop-in.js`)} defer />
      </DocumentHead>
      <body class="wide">
        <main>
          <h1>{Name}</h1>
          {element}
          <noscript>
            <p class="message wait">This page needs JavaScript.</p>
          </noscript>
        </main>
      </body>
    </html>
  );
  return answerDocument(c, document, {
    policy: contentPolicy(baseUrl, PortalFrameAncestors),
    headers: { 'Referrer-Policy': 'origin' },
  });
}

/** The colors and fonts of the service's pages for the elements. */
export const dropInStylesheet = `
:root:lang(ar), :root:lang(he) { direction: rtl; }
clientlib-signup, clientlib-portal {
  --clientlib-font: inherit;
  --clientlib-text: var(--ink);
  --clientlib-accent: var(--accent);
  --clientlib-on-accent: var(--on-accent);
}
`;
