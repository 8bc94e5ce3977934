import { z } from 'zod';
import { describe } from '../describe.ts';
import { anybody } from '../middleware/access.ts';
import { paymentFormPage } from '../pages/payment-form-page.tsx';
import { section } from '../section.ts';

/** The inside of the payment form, for the iframe that `ClientLib.createElement` makes. */
export const elements = section('/elements');

elements.get(
  '/payment-form',
  describe({
    tag: 'ClientLib',
    summary: 'The document inside the payment form',
    query: z.object({}).loose(),
    answers: { 200: undefined },
    contentType: 'text/html',
  }),
  anybody,
  (c) => paymentFormPage(c),
);

elements.get(
  '/payment-form.js',
  describe({
    tag: 'ClientLib',
    summary: 'The script inside the payment form',
    query: z.object({}).loose(),
    answers: { 200: undefined },
    contentType: 'text/javascript',
  }),
  anybody,
  async (c) => {
    const { paymentFormJs } = await import('virtual:clientlib');
    return c.body(paymentFormJs, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  },
);
