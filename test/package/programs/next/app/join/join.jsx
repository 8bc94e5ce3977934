'use client';
import { configure } from 'clientlib';
import { Portal, Signup } from 'clientlib/react';
import { useRouter } from 'next/navigation';
import { cart, customer, publicApiKey } from '../shop.js';

configure({ baseUrl: process.env.SERVICE_URL });

/** The drop-in as a merchant's component has it: the customer's data is known, and the app says thanks. */
export function Join() {
  const router = useRouter();
  return (
    <>
      <Signup
        publicApiKey={publicApiKey}
        planVariantId={cart.PlanVariantId}
        paymentMethods={['CreditCard:FakePSP']}
        customer={{
          ...customer,
          Address: {
            ...customer.Address,
            Street: 'Main',
            HouseNumber: '1',
            PostalCode: '10117',
            City: 'Berlin',
          },
        }}
        onSignedup={({ ContractId }) => router.push(`/thank-you?contract=${ContractId}`)}
      />
      <Portal token="" />
    </>
  );
}
