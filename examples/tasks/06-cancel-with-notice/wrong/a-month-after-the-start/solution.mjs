/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// The next billing date is the end of the period for a month, and for a year too; but not what the notice allows.
export async function endDate(service, contractId) {
  const { StartDate } = await service('GET', `/contracts/${contractId}`);
  const end = new Date(StartDate);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end.toISOString();
}

export async function cancel(service, contractId) {
  await service('POST', `/contracts/${contractId}/end`, { EndDate: await endDate(service, contractId) });
}
