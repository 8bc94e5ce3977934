import { html } from 'hono/html';
import { z } from 'zod';
import { type Route, route } from '../route.ts';

/**
 * What the document that takes card data may do: run its own script and those of payment providers, speak to the
 * service, and be embedded by every page, since every merchant's page does. Nothing is inline.
 */
function policy(baseUrl: string): string {
  return [
    "default-src 'none'",
    `script-src ${baseUrl}/elements/payment-form.js ${baseUrl}/providers/`,
    "connect-src 'self'",
    'frame-ancestors *',
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types clientlib',
  ].join('; ');
}

/** The inside of the payment form, for the iframe that `ClientLib.createElement` makes. */
export const elementRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/elements/payment-form',
    credential: 'Public',
    tag: 'ClientLib',
    summary: 'The document inside the payment form',
    query: z.object({}).loose(),
    answers: { 200: undefined },
    contentType: 'text/html',
    handle: async ({ baseUrl }) => {
      const markup = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment details</title>
<script src="${baseUrl}/elements/payment-form.js" defer></script>
</head>
<body></body>
</html>`;
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policy(baseUrl),
          'Cache-Control': 'no-cache',
          // It can stand in pages that are isolated from other origins.
          'Cross-Origin-Embedder-Policy': 'require-corp',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Referrer-Policy': 'no-referrer',
          'X-Content-Type-Options': 'nosniff',
        },
        content: String(markup),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/elements/payment-form.js',
    credential: 'Public',
    tag: 'ClientLib',
    summary: 'The script inside the payment form',
    query: z.object({}).loose(),
    answers: { 200: undefined },
    contentType: 'text/javascript',
    handle: async () => {
      const { paymentFormJs } = await import('virtual:clientlib');
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        },
        content: paymentFormJs,
      };
    },
  }),
];
