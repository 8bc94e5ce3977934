/** @param {(method: string, path: string, body?: object, headers?: object) => Promise<any>} service the REST API */
// An order for each look at the price.
export async function priceOfUpgrade(service, contractId, planVariantId) {
  const change = { ContractId: contractId, Cart: { PlanVariantId: planVariantId } };
  return (await service('POST', '/orders', change)).TotalGross;
}
