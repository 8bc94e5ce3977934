import { versioned } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';
import { inFrame } from './page.tsx';

/**
 * Returns the policy of the document that takes card data: it may run its own script and those of payment providers,
 * connect to the service, and be embedded by every page, because every merchant's page does so. Nothing is inline.
 */
function contentPolicy(baseUrl: string, origins: readonly string[] = []): string {
  // `*` matches every web page; the schemes of app shells need their own entries.
  const shells = new Set(origins.map((origin) => new URL(origin).protocol));
  for (const scheme of ['http:', 'https:']) shells.delete(scheme);
  return [
    "default-src 'none'",
    `script-src ${baseUrl}/elements/payment-form.js ${baseUrl}/elements/payment-form/ ${baseUrl}/providers/`,
    "connect-src 'self'",
    ['frame-ancestors *', ...shells].join(' '),
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types clientlib',
  ].join('; ');
}

/**
 * The document inside the payment form, with its headers; its script renders the content. On the service's own pages, the
 * form is that of the account, so its methods load beside the script.
 */
export function paymentFormPage({
  env,
  req,
}: ServiceContext): [html: string, headers: Record<string, string>] {
  const { baseUrl, core } = env;
  const methods = `${baseUrl}/api/v1/CustomerSelfService/paymentMethods?publicApiKey=${core.tx.account.Id}`;
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Payment details</title>
        {req.header('Sec-Fetch-Site') === 'same-origin' && (
          <link rel="preload" as="fetch" crossorigin="anonymous" href={methods} />
        )}
        <script src={versioned(`${baseUrl}/elements/payment-form.js`)} defer />
      </head>
      <body />
    </html>
  );
  const headers = {
    'Content-Security-Policy': contentPolicy(baseUrl, core.tx.account.AllowedOrigins),
    'Referrer-Policy': 'no-referrer',
    Vary: 'Sec-Fetch-Site',
    ...inFrame,
  };
  return [`<!doctype html>${document}`, headers];
}
