import { type Core, type Snapshot, stopped } from '../../../core/core.ts';
import { conflict, invalid, Problem } from '../../../domain/basics/problem.ts';
import { budgets } from '../../../model/budgets.ts';
import { tokenRequest } from '../../../model/token-request.ts';
import { COPY_PATH, type Future, type WhatIf, type WhatIfInput } from '../../../model/what-if.ts';
import { FAULT_HEADER } from '../../traffic/faults.ts';
import { type CreateCopy, type Fork, openFork } from '../../traffic/fork.ts';

/** The response to a request to a fork. */
interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each path responds with its own shape
  readonly body: any;
}

/** Sends requests to a fork like a back end. */
type Call = (method: string, path: string, body?: unknown) => Promise<Answered>;

/**
 * Compares a contract with and without a change: advances the clocks of two copies of the state to the same instant.
 *
 * @throws Problem for a change that the copy rejects
 */
export async function whatIf(
  core: Core,
  create: CreateCopy,
  snapshot: Snapshot,
  { ContractId, Requests, Advance, Keep }: WhatIfInput,
): Promise<WhatIf> {
  const start = stopped(snapshot);
  const present = openFork(create, start);
  const otherwise = openFork(create, start);
  try {
    const [call, other] = [await createCall(core, present), await createCall(core, otherwise)];
    const known = await contractEvents(call, ContractId);
    const { Now } = (await done(call, 'POST', '/sandbox/clock', { Advance })).body;
    await doAll(other, Requests);
    const { Now: reached } = (await done(other, 'GET', '/sandbox/clock')).body;
    if (reached < Now) await done(other, 'POST', '/sandbox/clock', { Now });
    else if (reached > Now) await done(call, 'POST', '/sandbox/clock', { Now: reached });
    return {
      Present: await readFuture(call, ContractId, known),
      Otherwise: await readFuture(other, ContractId, known),
      ...(Keep === true ? { Snapshot: (await done(other, 'GET', '/sandbox/snapshot')).body } : {}),
    };
  } finally {
    present.close();
    otherwise.close();
  }
}

async function createCall({ tx }: Core, fork: Fork): Promise<Call> {
  const client = tx.account.OAuthClients.find(({ ClientSecret }) => ClientSecret !== undefined);
  if (client === undefined) throw conflict('The account has no OAuth client with a secret.');
  const login = await fork.fetch('/oauth/token/', tokenRequest(client));
  const { access_token: token } = (await login.json()) as { access_token: string };
  return async (method, path, body) => {
    const response = await fork.fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        // A fault rule that drops the connection would interrupt the comparison.
        [FAULT_HEADER]: 'none',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = response.headers.get('Content-Type')?.includes('json') === true;
    return { status: response.status, body: isJson ? await response.json() : undefined };
  };
}

/** @throws Problem with the message of the copy if it is rejected */
async function done(call: Call, method: string, path: string, body?: unknown): Promise<Answered> {
  const answer = await call(method, path, body);
  if (answer.status < 400) return answer;
  throw new Problem('Invalid', 'InvalidData', `${method} ${path}: ${answer.body?.Message ?? answer.status}`);
}

/** Events of a contract, newest first. */
async function contractEvents(call: Call, contractId: string): Promise<{ Id: string }[]> {
  const { body } = await done(call, 'GET', '/sandbox/events?take=10000');
  return body.filter(({ ContractId }: { ContractId?: string }) => ContractId === contractId);
}

/** Sends requests one after the other; `{{1.Id}}` in a path is replaced with the `Id` in the first response. */
async function doAll(call: Call, requests: WhatIfInput['Requests']): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: each path responds with its own shape
  const answers: any[] = [];
  for (const [at, { Method, Path, Body }] of requests.entries()) {
    let left: number = budgets.valuesOfPath;
    const path = Path.replace(/\{\{(\d+)\.(\w+)\}\}/g, (_, row, name) => {
      const value = String(answers[row - 1]?.[name] ?? '');
      left -= value.length;
      if (left >= 0) return value;
      throw invalid(
        `Requests[${at}].Path`,
        `expected at most ${budgets.valuesOfPath} characters from answers`,
      );
    });
    // Dots and values of responses could change the path.
    if (!COPY_PATH.test(new URL(path, 'http://sandbox').pathname))
      throw invalid(
        `Requests[${at}].Path`,
        `expected a path of the REST or control API, got "${path.slice(0, 60)}"`,
      );
    answers.push((await done(call, Method, path, Body)).body);
  }
}

async function readFuture(call: Call, contractId: string, known: readonly { Id: string }[]): Promise<Future> {
  const path = `/api/v1/contracts/${contractId}`;
  const read = async (from: string) => (await done(call, 'GET', from)).body;
  /** Previews are rejected if there is nothing to preview. */
  const preview = async (from: string) => {
    const { status, body } = await call('GET', from);
    return status < 400 ? body : undefined;
  };
  const { Now } = await read('/sandbox/clock');
  const listed: { Id: string }[] = await read(`/api/v1/invoices?contractId=${contractId}&take=60`);
  const Invoices: Future['Invoices'] = [];
  for (const { Id } of listed) Invoices.push(await read(`/api/v1/invoices/${Id}`));
  const before = new Set(known.map(({ Id }) => Id));
  const Next = await preview(`${path}/previewNextRecurring`);
  const Cancellation = await preview(`${path}/cancellationPreview`);
  const mails: { Id: string; ContractId?: string }[] = await read('/sandbox/mails?take=1000');
  return {
    Now,
    Contract: await read(path),
    Invoices,
    Transactions: await read(`/api/v1/paymentTransactions?contractId=${contractId}&take=500`),
    Ledger: await read(`${path}/ledgerEntries?take=500`),
    Events: (await contractEvents(call, contractId)).filter(({ Id }) => !before.has(Id)),
    Mails: mails.filter((mail) => mail.ContractId === contractId && !before.has(mail.Id)),
    ...(Next === undefined ? {} : { Next }),
    ...(Cancellation === undefined ? {} : { Cancellation }),
  };
}
