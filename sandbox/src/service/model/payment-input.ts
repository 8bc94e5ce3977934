import * as z from 'zod';
import { currency, money, objectId } from './fields.ts';

/** The payment method that ClientLib sends: it contains no card or account number (spec: secretPaymentData). */
export const tetheredPaymentInformation = z
  .object({
    Bearer: z.string().min(1).meta({ description: 'Provider and medium.', example: 'CreditCard:FakePSP' }),
    Token: z.string().optional().meta({ description: "The provider's token." }),
    EmailAddress: z.string().optional().meta({ description: "The customer's address at a wallet." }),
    MandateReference: z.string().max(35).optional(),
    MandateSignatureDate: z.string().optional().meta({ description: 'ISO 8601.' }),
    MandateText: z
      .string()
      .optional()
      .meta({ description: 'Informational: the text that the customer agreed to; it is not stored.' }),
  })
  .meta({ id: 'TetheredPaymentInformation' });

const payer = {
  ChallengeFollows: z.boolean().optional().meta({
    description:
      'The customer is about to pass the 3-D Secure challenge of the token: the payment begins, waits as `ThreeDSecurePending`, and is completed by the same call without this field.',
  }),
  PublicApiKey: z.string().optional(),
  TetheredPaymentInformation: tetheredPaymentInformation,
  ProviderReturnUrl: z
    .string()
    .optional()
    .meta({ description: 'Page to which a redirecting provider sends the customer back.' }),
};

/** An order and its payment. */
export const payInput = z
  .object({
    ...payer,
    OrderId: objectId('order'),
    GrossTotal: money(
      "Amount that the customer was shown; the order's is charged, with a warning if it differs",
    ).optional(),
    Currency: currency.optional(),
  })
  .meta({ id: 'PayInput' });

/** The new payment method of a contract. */
export const paymentChangeInput = z.object(payer).meta({ id: 'PaymentChangeInput' });

export type TetheredPaymentInformation = z.infer<typeof tetheredPaymentInformation>;
export type PayInput = z.infer<typeof payInput>;
export type PaymentChangeInput = z.infer<typeof paymentChangeInput>;
