/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// Computes what only the service knows.
export async function priceOfUpgrade(service, contractId, planVariantId) {
  const contract = await service('GET', `/contracts/${contractId}`);
  const before = await service('GET', `/planVariants/${contract.PlanVariantId}`);
  const after = await service('GET', `/planVariants/${planVariantId}`);
  return Math.round((after.RecurringFee + after.SetupFee - before.RecurringFee) * 119) / 100;
}
