export const cart = { PlanVariantId: 'b00000000000000000000001' };

export const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Address: { Country: 'DE' },
};

export const publicApiKey = 'a00000000000000000000001';
