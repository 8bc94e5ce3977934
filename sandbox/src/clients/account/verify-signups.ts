import type { AccountClient, AccountResponse } from './account-client.ts';
import { AccountError } from './service-url.ts';
import type { Verification } from './verify.ts';
import { type Lists, orderableVariants, PREVIEW, type VerifyRequest } from './verify-requests.ts';

/** Maximum number of plan variants for signups. */
const SIGNUPS = 5;

const customer = {
  FirstName: 'Verify',
  LastName: 'Sandbox',
  EmailAddress: 'verify@example.com',
  Address: { Street: 'Teststraße', HouseNumber: '1', PostalCode: '10115', City: 'Berlin', Country: 'DE' },
};

/** The test bearer, and its replacement for an account without it. */
const TEST_BEARER = 'Debit:FakePSP';
const WITHOUT_PROVIDER = 'InvoicePayment';

/** The bearer for whole signups on an account. @throws AccountError if the account is not marked as a test account */
export async function findTestBearer(service: AccountClient, publicKey: string): Promise<string> {
  const path = `/api/v1/CustomerSelfService/paymentMethods?publicApiKey=${encodeURIComponent(publicKey)}`;
  const { status, body } = await service.send('GET', path, { isAnonymous: true });
  const { Environment, Bearers } = (status === 200 ? body : {}) as {
    Environment?: unknown;
    Bearers?: unknown;
  };
  if (Environment !== 'Sandbox')
    throw new AccountError(
      `--write: the account is not marked as a test account (Environment is ${JSON.stringify(Environment) ?? `unknown, status ${status}`}). Nothing was written.`,
    );
  return Array.isArray(Bearers) && Bearers.includes(TEST_BEARER) ? TEST_BEARER : WITHOUT_PROVIDER;
}

/** Signs up on both sides, reads the results, and annuls the contracts. */
export async function compareSignups(
  verification: Verification,
  service: AccountClient,
  lists: Lists,
  PaymentMethod: string,
): Promise<void> {
  const both: Both = async (operation, makeRequest, ids) => {
    const own = (at: 0 | 1): VerifyRequest => ({ operation, ...makeRequest(ids?.[at] ?? '') });
    const answer = ({ method, path, body }: VerifyRequest) =>
      service.send(method, path, { body, key: crypto.randomUUID() });
    const [ours, theirs] = await verification.compareOne(own(0), own(1), answer);
    return [createdId(ours), createdId(theirs)];
  };
  for (const { Id } of orderableVariants(lists).slice(0, SIGNUPS)) await signUp(both, Id, PaymentMethod);
}

/** Sends a request to both sides; each has its own ids. @returns the ids in their responses */
type Both = (
  operation: string,
  makeRequest: (id: string) => Pick<VerifyRequest, 'method' | 'path' | 'body'>,
  ids?: Ids,
) => Promise<Ids>;

type Ids = readonly [sandbox: string, service: string];

async function signUp(both: Both, PlanVariantId: string, PaymentMethod: string): Promise<void> {
  const order = { Cart: { PlanVariantId }, Customer: customer };
  const post = (path: string, body: object) => ({ method: 'POST', path: `/api/v1/${path}`, body });
  const get = (path: string) => ({ method: 'GET', path: `/api/v1/${path}` });
  // Sets the sandbox to the time of the service.
  await both(PREVIEW, () => post('orders/preview', order));
  const orders = await both('POST /api/v1/orders', () => post('orders', order));
  if (orders.includes('')) return;
  const contracts = await both(
    'POST /api/v1/orders/{id}/commit',
    (id) => post(`orders/${id}/commit`, { PaymentMethod }),
    orders,
  );
  if (contracts.includes('')) return;
  await both('GET /api/v1/contracts/{id}', (id) => get(`contracts/${id}`), contracts);
  await both(
    'GET /api/v1/contracts/{id}/subscriptions',
    (id) => get(`contracts/${id}/subscriptions`),
    contracts,
  );
  await both(
    'GET /api/v1/contracts/{id}/ledgerEntries',
    (id) => get(`contracts/${id}/ledgerEntries`),
    contracts,
  );
  // It leaves no contract, and no amount depends on the second of execution, as amounts of an end do.
  await both('POST /api/v1/contracts/{id}/annulate', (id) => post(`contracts/${id}/annulate`, {}), contracts);
}

const createdId = ({ body }: AccountResponse) => String((body as { readonly Id?: unknown } | null)?.Id ?? '');
