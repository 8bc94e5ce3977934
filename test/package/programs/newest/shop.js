/** What the apps of this folder sell, and to whom. */
export const settings = {
  publicApiKey: 'a00000000000000000000001',
  planVariantId: 'b00000000000000000000001',
  paymentMethods: ['CreditCard:FakePSP'],
  locale: 'en',
  customer: {
    EmailAddress: 'ada@example.com',
    FirstName: 'Ada',
    LastName: 'Lovelace',
    Address: { Street: 'Main', HouseNumber: '1', PostalCode: '10117', City: 'Berlin', Country: 'DE' },
  },
};
