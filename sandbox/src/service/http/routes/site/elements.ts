import { z } from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { answerStatic, anyOrigin } from '../../answers/static-text.ts';
import { paymentFormPage } from '../../pages/payment-form-page.tsx';
import { pages } from '../../zones/zones.ts';

const page = { tag: 'ClientLib', query: z.object({}).loose(), answers: { 200: undefined } } as const;
const script = { ...page, contentType: 'text/javascript' } as const;

/** The document inside the payment form, for the iframe that `ClientLib.createElement` creates. */
export const elements = pages('/elements')
  .get(
    '/payment-form',
    { ...page, summary: 'The document inside the payment form', contentType: 'text/html' },
    (c) => {
      const [html, headers] = paymentFormPage(c);
      return answerStatic(c, html, 'text/html', headers);
    },
  )
  .get('/payment-form.js', { ...script, summary: 'The script inside the payment form' }, async (c) => {
    const { paymentFormJs } = await import('virtual:clientlib');
    return answerStatic(c, paymentFormJs, 'text/javascript', anyOrigin);
  })
  .get('/payment-form/:file', { ...script, summary: 'A language of the payment form' }, async (c) => {
    const { languages } = await import('virtual:clientlib');
    const file = c.req.param('file');
    const text = Object.hasOwn(languages, file) ? languages[file] : undefined;
    if (text === undefined)
      throw new Problem('NotFound', 'NotFound', `There is no /elements/payment-form/${file}.`);
    return answerStatic(c, text, 'text/javascript', anyOrigin);
  });
