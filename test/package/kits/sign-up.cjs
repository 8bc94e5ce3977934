// What each project does: a signup that is paid, at the address of a sandbox.
const { Payment, Signup } = require('clientlib');

exports.signUp = async (bearer = 'CreditCard:Delta') => {
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  const customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };
  const result = await new Signup().subscribe(payment, cart, customer, {
    bearer,
    cardNumber: '4111111111111111',
    expiryMonth: '12',
    expiryYear: '2032',
    cardHolder: 'Ada Byron',
    cvc: '123',
  });
  return result.ContractId;
};
