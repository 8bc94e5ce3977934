import * as z from 'zod';
import { tokenOf } from '../../../service/model/sign-up.ts';
import { line, page } from '../answer.ts';
import { lifeOf, summaryOf } from '../contract-life.ts';
import { reasonsOf } from '../not-charged.ts';
import { Refused } from '../service.ts';
import { tool } from '../tool.ts';
import { accountOf, paidBy } from './sign-up.ts';

export const changePayment = tool({
  name: 'change_payment',
  description: 'The customer enters a new card, account or other method; what is owed is charged at once.',
  input: {
    contractId: z.string(),
    ...paidBy,
    bearer: z.string().optional().describe('InvoicePayment instead'),
  },
  async run(service, { contractId, bearer, ...payer }) {
    const path = `/contracts/${encodeURIComponent(contractId)}`;
    const { Token } = await service.rest('GET', `${path}/selfServiceToken`);
    const account = await accountOf(service, payer);
    const TetheredPaymentInformation =
      bearer === undefined
        ? await tokenOf((path, body) => service.open('POST', path, body), account, payer)
        : { Bearer: bearer };
    const { status, body } = await service.send(
      'POST',
      '/api/v1/CustomerSelfService/payment/change',
      { PublicApiKey: account.publicApiKey, TetheredPaymentInformation },
      { Authorization: `Bearer ${Token}` },
    );
    if (status >= 400 || body.Error !== undefined) throw new Refused(status, body);
    const life = await lifeOf(service, contractId);
    return page(
      [
        body.Url === undefined
          ? line`Payment method changed.`
          : line`The customer confirms the method at ${body.Url}.`,
        ...(await summaryOf(service, life.contract)),
        ...(await reasonsOf(service, life)),
      ],
      line`contract {"contractId": "${contractId}"} for its life, clock for the next billing.`,
    );
  },
});
