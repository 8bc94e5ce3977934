// The store purchases of the app's users. The service stores them: this back end has no table of its own.
import { ServiceError } from './service-client.mjs';

/** In these states of a contract the user has access. */
const ACCESS = ['InTrial', 'Active'];

/** A purchase that belongs to another user of the app. */
export class ForeignPurchase extends Error {}

/** @param {(method: string, path: string, body?: object) => Promise<any>} service */
export function createPurchases(service) {
  /** The user's id in the app is the customer's ExternalCustomerId. */
  const customerOf = async (user) =>
    (await service('GET', `/customers?externalId=${encodeURIComponent(user)}`))[0];

  /**
   * Takes the receipt that the app got from its store: after a purchase, and again whenever the user asks to restore
   * purchases (a new phone, a new installation). Sending the same receipt twice does no harm.
   *
   * @param {string} user
   * @param {object} receipt `Type` and the fields of that store, as the service's check takes them
   */
  async function add(user, receipt) {
    const { Subscriptions } = await service('POST', '/ExternalSubscriptions/check', receipt);
    for (const { Contract } of Subscriptions) {
      if (Contract === undefined) await order(user, receipt);
      else await refuseForeign(user, Contract.CustomerId);
    }
    return entitlement(user);
  }

  /** A subscription without a contract is not in the service yet: an order with its receipt adds it. */
  async function order(user, receipt) {
    const customer = await customerOf(user);
    const buyer =
      customer === undefined
        ? { Customer: { Tag: user, ExternalCustomerId: user } }
        : { CustomerId: customer.Id };
    try {
      const { Id } = await service('POST', '/orders', { ...buyer, ...receipt });
      await service('POST', `/orders/${Id}/commit`, {});
    } catch (error) {
      // An old receipt may hold subscriptions that ended before the service ever heard of them.
      if (!(error instanceof ServiceError && error.code === 'SubscriptionOver')) throw error;
    }
  }

  async function refuseForeign(user, customerId) {
    const owner = await service('GET', `/customers/${customerId}`);
    if (owner.ExternalCustomerId === user) return;
    throw new ForeignPurchase('This purchase belongs to another account of the app. Sign in to that one.');
  }

  /**
   * Whether the user has access now. The contracts follow the stores by themselves, so it is enough to look at them.
   *
   * @param {string} user
   * @returns {Promise<{ User: string, Access: boolean, Contracts: { Id: string, Status: string, EndDate?: string }[] }>}
   */
  async function entitlement(user) {
    const customer = await customerOf(user);
    const contracts =
      customer === undefined ? [] : await service('GET', `/customers/${customer.Id}/contracts`);
    return {
      User: user,
      Access: contracts.some(({ LifecycleStatus }) => ACCESS.includes(LifecycleStatus)),
      Contracts: contracts.map(({ Id, LifecycleStatus, EndDate }) => ({
        Id,
        Status: LifecycleStatus,
        EndDate,
      })),
    };
  }

  return { add, entitlement };
}
