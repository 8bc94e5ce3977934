/** @returns {Promise<{ code?: string, owed: number }>} */
export async function why(service, emailAddress) {
  const [customer] = await service('GET', `/customers?emailAddress=${encodeURIComponent(emailAddress)}`);
  const contracts = await service('GET', `/customers/${customer.Id}/contracts`);
  const payments = await service('GET', `/paymentTransactions?customerId=${customer.Id}&take=500`);
  const last = payments.find(({ Status }) => Status.Status === 'Failed');
  return { code: last?.Status.ErrorCode, owed: contracts.reduce((sum, { Balance }) => sum + Balance, 0) };
}
