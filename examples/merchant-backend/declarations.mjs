// Cancellations and withdrawals that consumers declare without a login. A declaration counts when it is received, whether or
// not a contract is found: what cannot be acted on by itself is kept for a person.

/** How long after the order a consumer may withdraw. */
const WITHDRAWAL_MS = 14 * 24 * 60 * 60 * 1000;

/** @typedef {{ Kind: string, Name: string, EmailAddress: string, Contract: string, IsExtraordinary?: boolean, Reason?: string, EndDate?: string, Locale?: string }} Declaration */

/**
 * @param {(method: string, path: string, body?: object) => Promise<any>} service
 * @param {() => Date} now
 * @returns {((declaration: unknown) => Promise<{ ReceivedAt: string } | undefined>) & { toReview: (Declaration & { ReceivedAt: string })[] }}
 */
export function createDeclarations(service, now) {
  /** In memory: a real back end keeps them in its database, and sends the receipt by e-mail. */
  const toReview = [];

  /** What a customer knows: the order number of the thank-you page, the reference in mails, or the contract's id. */
  async function contractOf(/** @type {string} */ number) {
    const read = (/** @type {string} */ path) => service('GET', path).catch(() => undefined);
    if (/^[0-9a-f]{24}$/.test(number)) {
      const order = await read(`/orders/${number}`);
      return read(`/contracts/${order?.ContractId ?? number}`);
    }
    const contracts = await read(`/contracts?search=${encodeURIComponent(number)}`);
    return contracts?.find(({ ReferenceCode }) => ReferenceCode === number.toUpperCase());
  }

  /** The contract of the customer who declares: number and e-mail address must both fit. @param {Declaration} declaration */
  async function declaredContract({ Contract, EmailAddress }) {
    const contract = await contractOf(Contract.trim());
    if (contract === undefined) return undefined;
    const customer = await service('GET', `/customers/${contract.CustomerId}`);
    return customer.EmailAddress?.toLowerCase() === EmailAddress.toLowerCase() ? contract : undefined;
  }

  /** @param {Declaration} declaration @param {string} receivedAt @returns {Promise<boolean>} whether it is done */
  async function act(declaration, receivedAt) {
    const contract = await declaredContract(declaration);
    // Good cause, and a date of the customer's own, are for a person to judge.
    if (contract === undefined || declaration.IsExtraordinary || declaration.EndDate) return false;
    if (declaration.Kind === 'Withdrawal') {
      // The refund of what is paid is for a person too: it depends on what was used.
      const isInTime = Date.parse(receivedAt) - Date.parse(contract.StartDate) <= WITHDRAWAL_MS;
      if (isInTime) await service('POST', `/contracts/${contract.Id}/end`, { EndDate: receivedAt });
      return false;
    }
    await service('POST', `/contracts/${contract.Id}/end`, {});
    return true;
  }

  const declare = async (declaration) => {
    if (!isDeclaration(declaration)) return undefined;
    const receipt = { ReceivedAt: now().toISOString() };
    const isDone = await act(declaration, receipt.ReceivedAt).catch((error) => {
      console.error(error);
      return false;
    });
    if (!isDone) toReview.push({ ...declaration, ...receipt });
    return receipt;
  };
  return Object.assign(declare, { toReview });
}

const isText = (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 500;

/** @returns {value is Declaration} */
const isDeclaration = (value) =>
  ['Cancellation', 'Withdrawal'].includes(value?.Kind) &&
  [value.Name, value.EmailAddress, value.Contract].every(isText) &&
  [value.Reason, value.EndDate].every((text) => text === undefined || isText(text));
