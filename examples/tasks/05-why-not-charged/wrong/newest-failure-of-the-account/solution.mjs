/** Takes the newest failure of the account, whoever had it. */
export async function why(service, emailAddress) {
  const [customer] = await service('GET', `/customers?emailAddress=${encodeURIComponent(emailAddress)}`);
  const [contract] = await service('GET', `/customers/${customer.Id}/contracts`);
  const [payment] = await service('GET', '/paymentTransactions?status=Failed');
  return { code: payment?.Status.ErrorCode, owed: contract.Balance };
}
