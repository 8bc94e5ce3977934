// Shared code of the graders. A grader loads the solution, runs it against a sandbox, and returns its errors.
import { createSandbox } from 'clientlib-sandbox';

export const publicApiKey = 'a00000000000000000000001';
export const basicMonthly = 'b00000000000000000000001';
export const basicYearly = 'b00000000000000000000002';
export const proMonthly = 'b00000000000000000000003';
export const proTrial = 'b00000000000000000000005';
const client = 'c00000000000000000000001:sandbox-secret';
const json = { 'Content-Type': 'application/json' };

export const baseUrl = 'http://sandbox';

/** A sandbox at a fixed time: the same script gives the same answers. */
export const newSandbox = (options = {}) =>
  createSandbox({ seed: 'task', clock: '2026-01-15T10:00:00Z', ...options });

/** `fetch` for solutions that call the service themselves. */
export const fetchOf = (sandbox) => (input, init) => sandbox.fetch(input, init);

export async function newToken(sandbox) {
  const response = await sandbox.fetch(`${baseUrl}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(client)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return (await response.json()).access_token;
}

/**
 * The REST API as a back end calls it: `service('GET', '/contracts')`. It throws an Error with `status` where it is refused.
 *
 * @returns {Promise<(method: string, path: string, body?: object, headers?: object) => Promise<any>>}
 */
export async function serviceOf(sandbox) {
  const token = await newToken(sandbox);
  return async (method, path, body, headers = {}) => {
    const response = await sandbox.fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { ...json, ...headers, Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    if (response.ok) return answer;
    throw Object.assign(new Error(`${method} ${path}: ${response.status} ${answer?.Message}`), {
      status: response.status,
    });
  };
}

/** A customer with a contract, who pays by card. */
export async function signUp(
  sandbox,
  { plan = basicMonthly, card = '4111111111111111', customer = {} } = {},
) {
  const post = async (path, body) => {
    const options = { method: 'POST', headers: json, body: JSON.stringify(body) };
    return (await sandbox.fetch(baseUrl + path, options)).json();
  };
  const signup = '/api/v1/CustomerSelfService/signup';
  const Customer = {
    FirstName: 'Ada',
    LastName: 'Lovelace',
    EmailAddress: 'ada@example.com',
    Address: { Country: 'DE' },
    ...customer,
  };
  const { OrderId } = await post(`${signup}/order`, { Cart: { PlanVariantId: plan }, Customer });
  const Bearer = 'CreditCard:FakePSP';
  const Card = { Number: card, ExpiryMonth: 12, ExpiryYear: 2039, Holder: 'Ada Lovelace', Cvc: '123' };
  const { Token } = await post('/providers/FakePSP/tokens', { Bearer, Card });
  const TetheredPaymentInformation = { Bearer, Token };
  return post(`${signup}/pay`, { PublicApiKey: publicApiKey, OrderId, TetheredPaymentInformation });
}

/** Documents of a collection, as they are kept. */
export const documents = (sandbox, name) => sandbox.snapshot().Collections[name] ?? [];

/** The checks that do not hold, by their sentences. */
export const failed = (checks) =>
  Object.entries(checks)
    .filter(([, holds]) => !holds)
    .map(([sentence]) => sentence);
