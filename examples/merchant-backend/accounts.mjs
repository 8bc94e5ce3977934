// The merchant's own accounts, and how webhooks bring them up to date.
import { ServiceError } from './service-client.mjs';

/**
 * @typedef {'pending' | 'active' | 'paused' | 'ended'} Status
 * @typedef {{ Id: string, Status: Status, Name: string, CustomerId: string, ContractId?: string, EndDate?: string }} Account
 * @typedef {{ Status: string, PaidUntil: string | null, PlanVariantId: string | null }} Access what a contract gives:
 *   `PaidUntil` is null while something is owed
 */

/** What the lifecycle of a contract means for the account. @type {{ [lifecycle: string]: Status }} */
const STATUS = { InTrial: 'active', Active: 'active', Paused: 'paused', Ended: 'ended', Annulled: 'ended' };

/** @param {(method: string, path: string, body?: object) => Promise<any>} service */
export function createAccounts(service) {
  /** Kept in memory; a real back end has a table. @type {Map<string, Account>} */
  const accounts = new Map();
  /** By contract. @type {Map<string, Access>} */
  const access = new Map();
  /** @type {Set<() => void>} */
  const waiting = new Set();

  /**
   * Reads the customer and its contract and writes down what they are now. It does not matter which event led here, in
   * which order events came, or how often. A customer that cannot be found may not be there yet: the error makes the
   * receiver try again.
   */
  async function refresh(customerId) {
    const customer = await service('GET', `/customers/${customerId}`);
    const id = customer.ExternalCustomerId ?? customer.Tag;
    if (id === undefined) return;
    // Our own id came with the signup as Tag. As ExternalCustomerId it is unique and can be searched for.
    if (customer.ExternalCustomerId === undefined) {
      try {
        await service('PATCH', `/customers/${customerId}`, { ExternalCustomerId: id });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 409) throw error;
        // Every signup makes a customer. A repeat of the webhook would change nothing: somebody has to look at this.
        console.warn(`The account ${id} signed up a second time, as customer ${customerId}.`);
        return;
      }
    }
    const contracts = await service('GET', `/customers/${customerId}/contracts?take=500`);
    for (const one of contracts) access.set(one.Id, accessOf(one));
    const contract =
      contracts.find(({ LifecycleStatus }) => STATUS[LifecycleStatus] === 'active') ?? contracts.at(-1);
    accounts.set(id, {
      Id: id,
      Status: contract === undefined ? 'pending' : (STATUS[contract.LifecycleStatus] ?? 'pending'),
      Name: customer.CustomerName,
      CustomerId: customerId,
      ...(contract === undefined ? {} : { ContractId: contract.Id }),
      ...(contract?.EndDate === undefined ? {} : { EndDate: contract.EndDate }),
    });
    for (const look of waiting) look();
  }

  function forget(customerId) {
    for (const account of accounts.values())
      if (account.CustomerId === customerId) accounts.delete(account.Id);
  }

  return {
    /** @param {import('./webhook-receiver.mjs').WebhookEvent} event */
    async handle(event) {
      if (event.CustomerId === undefined) return;
      if (event.Event === 'CustomerDeleted') forget(event.CustomerId);
      else await refresh(event.CustomerId);
    },

    /** What a contract gives its customer now. @param {string} contractId @returns {Access | undefined} */
    access: (contractId) => access.get(contractId),

    /** @returns {Account[]} newest first */
    list: () => [...accounts.values()].reverse(),

    /** @param {string} id @returns {Account | undefined} */
    get: (id) => accounts.get(id),

    /**
     * Waits until the account is active, at most so many seconds.
     * @param {string} id @param {number} seconds @returns {Promise<Account | undefined>}
     */
    active: (id, seconds) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(accounts.get(id));
        };
        const look = () => {
          if (accounts.get(id)?.Status === 'active') end();
        };
        const timer = setTimeout(end, seconds * 1000);
        waiting.add(look);
        look();
      }),
  };
}

/** @returns {Access} */
const accessOf = ({ LifecycleStatus, Balance, NextBillingDate, PlanVariantId }) => ({
  Status: LifecycleStatus,
  PaidUntil: Balance > 0 ? null : (NextBillingDate ?? null),
  PlanVariantId: PlanVariantId ?? null,
});
