/** The list is newest first: this is the first failure, not the last. */
export async function why(service, emailAddress) {
  const [customer] = await service('GET', `/customers?emailAddress=${encodeURIComponent(emailAddress)}`);
  const contracts = await service('GET', `/customers/${customer.Id}/contracts`);
  const payments = await service('GET', `/paymentTransactions?customerId=${customer.Id}&take=500`);
  const last = payments.filter(({ Status }) => Status.Status === 'Failed').at(-1);
  return { code: last?.Status.ErrorCode, owed: contracts.reduce((sum, { Balance }) => sum + Balance, 0) };
}
