import { z } from 'zod';
import { answerStatic, anyOrigin } from '../../answers/static-text.ts';
import { paymentFormPage } from '../../pages/payment-form-page.tsx';
import { pages } from '../../zones/zones.ts';

/** The inside of the payment form, for the iframe that `ClientLib.createElement` makes. */
export const elements = pages('/elements')
  .get(
    '/payment-form',
    {
      tag: 'ClientLib',
      summary: 'The document inside the payment form',
      query: z.object({}).loose(),
      answers: { 200: undefined },
      contentType: 'text/html',
    },
    (c) => {
      const [html, headers] = paymentFormPage(c);
      return answerStatic(c, html, 'text/html', headers);
    },
  )
  .get(
    '/payment-form.js',
    {
      tag: 'ClientLib',
      summary: 'The script inside the payment form',
      query: z.object({}).loose(),
      answers: { 200: undefined },
      contentType: 'text/javascript',
    },
    async (c) => {
      const { paymentFormJs } = await import('virtual:clientlib');
      return answerStatic(c, paymentFormJs, 'text/javascript', anyOrigin);
    },
  );
