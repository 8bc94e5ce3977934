import type { OrderInput } from '../../model/order.ts';
import { invalid } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import { priceListNamed } from '../catalogue/named-price-lists.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** The contract with the price list that the order names. @throws Problem Invalid if it is not available for it */
export function withOrderedPriceList(
  tx: Tx,
  { PriceListId, ChangeDate }: Pick<OrderInput, 'PriceListId' | 'ChangeDate'>,
  contract: ContractRecord | undefined,
  planGroupId: string,
): ContractRecord | undefined {
  if (PriceListId === undefined) return contract;
  priceListNamed(tx, PriceListId, planGroupId);
  if (contract === undefined) return undefined;
  if (ChangeDate !== undefined && instant(ChangeDate) > tx.now)
    throw invalid('PriceListId', 'a price list takes effect immediately; order it on the ChangeDate.');
  return { ...contract, PriceListId };
}
