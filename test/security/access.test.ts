// Each operation of the OpenAPI document is asked with each credential that must not open it, and with ids of another
// workspace: each refusal has the status that it must have, and nothing changes anywhere.
import { sample } from 'openapi-sampler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox, Workspace } from '../../sandbox/src/sandbox/sandbox.ts';
import { openApiDocument } from '../openapi-document.ts';
import type { OpenApiDocument, Operation } from '../sandbox/openapi-types.ts';
import { accessToken, backEnd, client, newContract, newSandbox } from '../sandbox/service/http/service.ts';

const document: OpenApiDocument = JSON.parse(JSON.stringify(openApiDocument));
const controlToken = 'the-control-token';
const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };

interface Target {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const targets: Target[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
);
const wants = (scheme: string) =>
  targets.filter(({ operation }) => operation.security.some((one) => scheme in one));

type Headers = Readonly<Record<string, string>>;

let sandbox: Sandbox;
let other: Workspace;
/** Headers of each credential. */
let credentials: Record<string, Headers>;
let ownToken: string;
let ownSelfServiceToken: string;
/** Of a contract of the same workspace. */
let neighbour: {
  readonly contract: { readonly Id: string };
  readonly upgrade: string;
  readonly invoice: string;
};

const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

async function selfServiceToken(workspace: Workspace, contract: string, query = ''): Promise<string> {
  const api = await backEnd(workspace);
  return (await api('GET', `contracts/${contract}/selfServiceToken${query}`)).body.Token;
}

beforeAll(async () => {
  const config = {
    Account: {
      TokenLifetime: 3600,
      RateLimit: { Requests: 1e9, TokenRequests: 1e9, WindowSeconds: 60 },
    },
  };
  sandbox = newSandbox({ controlToken, config, workspaces: { onFirstUse: true } });
  other = sandbox.workspace('other');
  const first = await newContract(await backEnd(sandbox));
  const expired = await accessToken(sandbox);
  const expiredOfCustomer = await selfServiceToken(sandbox, first.Id, '?tokenValidity=60');
  await sandbox.clock.advance('PT2H');
  await other.clock.advance('PT2H');
  const revoked = await accessToken(sandbox);
  await sandbox.fetch('http://sandbox/oauth/revoke/', {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: `token=${revoked}`,
  });
  const foreign = await newContract(await backEnd(other));
  ownToken = await accessToken(sandbox);
  ownSelfServiceToken = await selfServiceToken(sandbox, first.Id);
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  const Cart = { PlanVariantId: 'b00000000000000000000003' };
  const upgrade = (await api('POST', 'orders', { ContractId: contract.Id, Cart })).body.Id;
  const invoices = (await api('GET', 'invoices?take=500')).body as { Id: string; ContractId: string }[];
  const invoice = invoices.find(({ ContractId }) => ContractId === contract.Id)?.Id as string;
  neighbour = { contract, upgrade, invoice };
  credentials = {
    nothing: {},
    'a wrong token': bearer('wrong'),
    'an empty token': { Authorization: 'Bearer ""' },
    'client id and secret': { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    'the secret of the client': bearer(client.secret),
    'the public API key': bearer('a00000000000000000000001'),
    'an expired access token': bearer(expired),
    'a revoked access token': bearer(revoked),
    'an access token of another workspace': bearer(await accessToken(other)),
    'an access token': bearer(ownToken),
    'an expired self-service token': bearer(expiredOfCustomer),
    'a self-service token of another workspace': bearer(await selfServiceToken(other, foreign.Id)),
    'a self-service token': bearer(ownSelfServiceToken),
    'the control token': bearer(controlToken),
  };
});

afterAll(() => sandbox.close());

/** All documents, which are never changed in place: the same ones in the same order are the same state. */
function state(): unknown[] {
  return [sandbox, other].flatMap((one) => {
    const { idempotentAnswers, ...collections } = one.snapshot().Collections;
    return [...Object.values(collections).flat(), one.snapshot().Clock.Now];
  });
}

async function ask(
  { method, path, operation }: Target,
  headers: Headers,
  id = 'f00000000000000000000099',
): Promise<number> {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = content === undefined ? undefined : JSON.stringify(sample(content.schema, {}, document));
  const response = await sandbox.fetch(`http://sandbox${path.replace(/\{\w+\}/g, id)}`, {
    method,
    headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  });
  await response.body?.cancel();
  return response.status;
}

/** Asks each operation and expects one status of all, and that nothing has changed. */
async function expectAll(asked: readonly Target[], headers: Headers, status: number): Promise<void> {
  const before = state();
  const others: string[] = [];
  for (const target of asked) {
    const got = await ask(target, headers);
    if (got !== status) others.push(`${target.method} ${target.path}: ${got}`);
  }
  expect(others).toEqual([]);
  const after = state();
  expect(after).toHaveLength(before.length);
  expect(after.filter((one, at) => one !== before[at])).toEqual([]);
}

describe('the REST API', () => {
  const operations = wants('accessToken');

  it('has operations', () => expect(operations.length).toBeGreaterThan(140));

  it.each([
    'nothing',
    'a wrong token',
    'an empty token',
    'client id and secret',
    'the secret of the client',
    'the public API key',
    'an expired access token',
    'a revoked access token',
    'an access token of another workspace',
    'an expired self-service token',
    'a self-service token of another workspace',
    'a self-service token',
    'the control token',
  ])('rejects %s with 401', async (what) => expectAll(operations, credentials[what] ?? {}, 401));

  it('rejects pages of other origins with 403, whatever they know', async () => {
    await expectAll(operations, { ...credentials['an access token'], ...evil }, 403);
    await expectAll(operations, { ...credentials['an access token'], Origin: 'null' }, 403);
  });

  it('does not find documents of another workspace', async () => {
    const foreign = other.snapshot().Collections;
    const own = new Set(
      Object.values(sandbox.snapshot().Collections).flatMap((all) => all.map(({ Id }) => Id)),
    );
    const found: string[] = [];
    const before = state();
    let asked = 0;
    for (const target of operations.filter(({ path }) => path.includes('{id}'))) {
      const documents = foreign[target.path.split('/')[3] ?? ''] ?? [];
      const id = documents.find(({ Id }) => !own.has(Id))?.Id ?? 'f00000000000000000000099';
      const status = await ask(target, credentials['an access token'] ?? {}, id);
      asked += 1;
      if (status !== 404) found.push(`${target.method} ${target.path}: ${status}`);
    }
    expect(asked).toBeGreaterThan(100);
    expect(found).toEqual([]);
    const after = state();
    expect(after.filter((one, at) => one !== before[at])).toEqual([]);
  });
});

describe('self-service', () => {
  const operations = wants('selfServiceToken');

  it('has operations', () => expect(operations.length).toBeGreaterThan(7));

  it.each([
    'nothing',
    'a wrong token',
    'client id and secret',
    'the public API key',
    'an access token',
    'an expired access token',
    'an expired self-service token',
    'a self-service token of another workspace',
    'the control token',
  ])('rejects %s with 401', async (what) => expectAll(operations, credentials[what] ?? {}, 401));

  it('shows nothing of another contract, and cannot pay for it', async () => {
    const before = state();
    const api = await backEnd(sandbox);
    // The token of `backEnd` is new.
    const began = state();
    const self = bearer(ownSelfServiceToken);
    const pay = { OrderId: neighbour.upgrade, TetheredPaymentInformation: { Bearer: 'InvoicePayment' } };
    for (const [method, path, body] of [
      ['GET', `invoices/${neighbour.invoice}/pdf`, undefined],
      ['POST', 'upgrade/pay', pay],
      ['POST', 'upgrade/paySync', pay],
      ['POST', 'signup/pay', pay],
    ] as const) {
      const answer = await api(method, `CustomerSelfService/${path}`, body, self);
      expect([path, [403, 404, 409, 422].includes(answer.status)], JSON.stringify(answer.body)).toEqual([
        path,
        true,
      ]);
    }
    const { body } = await api('GET', 'CustomerSelfService/contract', undefined, self);
    expect(JSON.stringify(body)).not.toContain(neighbour.contract.Id);
    expect(state().filter((one, at) => one !== began[at])).toEqual([]);
    expect(began).toHaveLength(before.length + 1);
  });
});

describe('the control API', () => {
  const operations = targets.filter(({ path }) => path.startsWith('/sandbox/'));

  it.each([
    'nothing',
    'a wrong token',
    'client id and secret',
    'an access token',
    'a self-service token',
    'the public API key',
  ])('rejects %s with 401', async (what) => expectAll(operations, credentials[what] ?? {}, 401));

  it('rejects pages of other origins with 403, whatever they know', async () => {
    await expectAll(operations, { ...credentials['the control token'], ...evil }, 403);
    await expectAll(operations, { ...credentials['the control token'], Origin: 'null' }, 403);
  });
});
