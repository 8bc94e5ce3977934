import * as z from 'zod';
import { requestToken } from '../../../service/model/sign-up.ts';
import { line, page } from '../answer.ts';
import { readLife, summarize } from '../contract-life.ts';
import { findReasons } from '../not-charged.ts';
import { tool } from '../tool.ts';
import { paidBy, readAccount } from './sign-up.ts';

export const changePayment = tool({
  name: 'change_payment',
  description: 'The customer enters a new card, account or other method; what is owed is charged at once.',
  input: {
    contractId: z.string(),
    ...paidBy,
    bearer: z.string().optional().describe('InvoicePayment instead'),
  },
  async run(service, { contractId, bearer, ...payer }) {
    const tokenPath = `/contracts/${encodeURIComponent(contractId)}/selfServiceToken`;
    const { Token } = await service.done({ method: 'GET', path: `/api/v1${tokenPath}` }, () =>
      service.restAnswer('GET', tokenPath),
    );
    const account = await readAccount(service, payer);
    const TetheredPaymentInformation =
      bearer === undefined
        ? await requestToken((path, body) => service.done({ method: 'POST', path, body }), account, payer)
        : { Bearer: bearer };
    const change = {
      method: 'POST',
      path: '/api/v1/CustomerSelfService/payment/change',
      body: { PublicApiKey: account.publicApiKey, TetheredPaymentInformation },
      token: Token,
    };
    const { Url } = await service.done(change);
    const life = await readLife(service, contractId);
    return page(
      [
        Url === undefined ? line`Payment method changed.` : line`The customer confirms the method at ${Url}.`,
        ...(await summarize(service, life.contract)),
        ...(await findReasons(service, life)),
      ],
      line`contract {"contractId": "${contractId}"} for its life, clock for the next billing.`,
    );
  },
});
