/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// The customer pays the tax too.
export async function priceOfUpgrade(service, contractId, planVariantId) {
  const change = { ContractId: contractId, Cart: { PlanVariantId: planVariantId } };
  return (await service('POST', '/orders/preview', change)).Order.Total;
}
