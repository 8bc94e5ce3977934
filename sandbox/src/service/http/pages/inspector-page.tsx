import { clockState } from '../../core/clock-state.ts';
import { versioned } from '../wire/etag.ts';
import { version } from '../wire/version.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocument, DocumentHead } from './html-document.tsx';

/** Only the service's own files, none of them inline; frames show invoices and the playground. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The shell of the inspector; its script renders the content. */
export function inspectorPage(c: ServiceContext): Response {
  const { baseUrl, core, traffic } = c.env;
  const { Currency, TimeZone, Locale, Name } = core.tx.account;
  const workspace = /\/w\/([^/]+)$/.exec(baseUrl)?.[1] ?? '';
  const document = (
    <html lang="en">
      <DocumentHead title="Sandbox inspector" baseUrl={baseUrl}>
        <link rel="stylesheet" href={versioned(`${baseUrl}/assets/inspector.css`)} />
        <script src={versioned(`${baseUrl}/assets/inspector.js`)} defer />
      </DocumentHead>
      <body
        data-base={baseUrl}
        data-workspace={decodeURIComponent(workspace)}
        data-version={version}
        data-account={Name}
        data-currency={Currency}
        data-time-zone={TimeZone}
        data-locale={Locale}
        data-clock={core.controlToken === undefined ? JSON.stringify(clockState(core)) : undefined}
        data-recorded={traffic.session === undefined ? undefined : 'yes'}
        data-guarded={core.controlToken === undefined ? undefined : ''}
      >
        <div id="inspector">
          <p class="loading">
            The inspector needs JavaScript. The API is described at <a href={`${baseUrl}/docs`}>/docs</a>.
          </p>
        </div>
      </body>
    </html>
  );
  return answerDocument(c, document, { policy: POLICY, headers: { Vary: 'Accept' } });
}
