import { versioned } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';
import { dropInPage } from './drop-in-page.tsx';
import { answerDocument, DocumentHead } from './html-document.tsx';

/** The policy of a merchant's page, plus code that is passed as a blob. Shown in the inspector only. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self' blob:",
  'img-src data:',
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ');

const inputs = [
  ['firstName', 'First name', 'Ada', 'given-name'],
  ['lastName', 'Last name', 'Lovelace', 'family-name'],
  ['emailAddress', 'E-mail', 'ada@example.com', 'email'],
  ['cardNumber', 'Card number', '4111111111111111', 'cc-number'],
] as const;

/** A page with a drop-in element that the inspector's playground passes. */
export const playgroundElementPage = (c: ServiceContext): Response =>
  dropInPage(c, { title: 'Playground', element: <output aria-live="polite" />, script: 'playground.js' });

/** A merchant's signup page without its code, which the inspector's playground passes. */
export function playgroundPage(c: ServiceContext): Response {
  const { baseUrl, core } = c.env;
  const document = (
    <html lang="en">
      <DocumentHead title="Signup" baseUrl={baseUrl}>
        <link rel="stylesheet" href={versioned(`${baseUrl}/assets/page.css`)} />
        <script src={versioned(`${baseUrl}/clientlib.js`)} />
        <script src={versioned(`${baseUrl}/assets/playground.js`)} defer />
      </DocumentHead>
      <body class="frame">
        <main>
          <h1>Sign up</h1>
          <form>
            <div class="field">
              <label for="planVariantId">Plan</label>
              <select id="planVariantId" name="planVariantId">
                {[...core.tx.planVariants].map(({ Id, InternalName }) => (
                  <option value={Id}>{InternalName}</option>
                ))}
              </select>
            </div>
            {inputs.map(([name, label, value, autocomplete]) => (
              <div class="field">
                <label for={name}>{label}</label>
                <input id={name} name={name} value={value} autocomplete={autocomplete} required />
              </div>
            ))}
            <button type="submit" class="main" disabled>
              Sign up
            </button>
          </form>
          <output aria-live="polite" />
        </main>
      </body>
    </html>
  );
  return answerDocument(c, document, { policy: POLICY });
}
