/** The newest payment may be the repeat that succeeded. */
export async function why(service, emailAddress) {
  const [customer] = await service('GET', `/customers?emailAddress=${encodeURIComponent(emailAddress)}`);
  const contracts = await service('GET', `/customers/${customer.Id}/contracts`);
  const [newest] = await service('GET', `/paymentTransactions?customerId=${customer.Id}`);
  return { code: newest?.Status.ErrorCode, owed: contracts.reduce((sum, { Balance }) => sum + Balance, 0) };
}
