import { z } from 'zod';
import { paymentFormPage } from '../pages/payment-form-page.tsx';
import { type Route, route } from '../route.ts';

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
    handle: ({ c }) => paymentFormPage(c),
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
