import { readBeginning } from '../../service/model/beginning-of-text.ts';
import { budgets } from '../../service/model/budgets.ts';
import { tokenRequest } from '../../service/model/token-request.ts';
import type { AgentHost } from './agent-host.ts';
import type { JournalEntry } from './journal.ts';

// biome-ignore lint/suspicious/noExplicitAny: each path responds with its own shape, which the OpenAPI document describes
export type Json = any;

/** A rejection of the service, with its message. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, body: Json) {
    const { Code, Message, DeveloperMessage, error_description } = body?.Error ?? body ?? {};
    super(DeveloperMessage || Message || error_description || `The service answered ${status}.`);
    this.name = 'Refused';
    this.status = status;
    this.code = Code ?? body?.error ?? '';
  }
}

export interface Answer {
  readonly status: number;
  readonly body: Json;
  /** Whether it repeats the response of an earlier request with the same `Idempotency-Key`. */
  readonly isReplayed: boolean;
  /** Input that was ignored or converted. */
  readonly warnings?: string;
}

/** The public API of a workspace, as a back end, a page and the developer's own tools call it. */
export class Service {
  readonly host: AgentHost;

  constructor(host: AgentHost) {
    this.host = host;
  }

  /** Sends a request unchanged. @throws Refused if the connection breaks */
  async send(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    const response = await this.host
      .fetch(path, {
        method,
        headers: {
          'X-Sandbox-Client': 'agent',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      .catch((error: Error) => {
        const Message = `${method} ${path.split('?')[0]}: ${error.message.replace(/\.$/, '')}. A fault rule may have dropped it: fault lists them.`;
        throw new Refused(0, { Code: 'NoAnswer', Message });
      });
    const text = await readText(response, path);
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
    const warnings = response.headers.get('X-Sandbox-Warnings');
    return {
      status: response.status,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      isReplayed: response.headers.get('Idempotent-Replayed') === 'true',
      ...(warnings === null ? {} : { warnings }),
    };
  }

  /** Fault rules do not apply to reads that the tools make for themselves. */
  get #withoutFaults() {
    const { controlToken } = this.host;
    return { 'X-Sandbox-Fault': controlToken === undefined ? 'none' : `none; token=${controlToken}` };
  }

  /** Calls the control API. @throws Refused */
  async control(method: string, path: string, body?: unknown): Promise<Json> {
    return this.#expect(await this.send(method, `/sandbox${path}`, body, this.#controlHeaders));
  }

  /** Reads what needs no credential: the guides, the OpenAPI document. @throws Refused */
  async open(path: string): Promise<Json> {
    return this.#expect(await this.send('GET', path, undefined, this.#withoutFaults));
  }

  /** Calls the REST API like a back end. @param path below `/api/v1` @throws Refused */
  async rest(method: string, path: string, body?: unknown): Promise<Json> {
    return this.#expect(await this.restAnswer(method, path, body));
  }

  /**
   * Like {@link rest}, but returns rejections.
   *
   * @param headers without them, fault rules do not apply
   */
  async restAnswer(
    method: string,
    path: string,
    body?: unknown,
    headers: object = this.#withoutFaults,
  ): Promise<Answer> {
    const { memory } = this.host;
    const ask = async () => {
      memory.accessToken ??= await this.#newToken();
      const Authorization = `Bearer ${memory.accessToken}`;
      return this.send(method, `/api/v1${path}`, body, { ...headers, Authorization });
    };
    const answer = await ask();
    if (answer.status !== 401) return answer;
    // Tokens expire, and a reset revokes them.
    memory.accessToken = undefined;
    return ask();
  }

  /**
   * Sends a request that changes something, and records it for the exported test.
   *
   * @param step `now`: the sandbox clock before it, if it has been read
   * @param send sends it; by default unchanged, with the credential of the control API
   * @param hasRefusals whether a rejected request is recorded too
   */
  async act(
    { now, method, path, body, token }: Omit<JournalEntry, 'status' | 'answer'> & { readonly now?: string },
    send = () => this.send(method, path, body, this.#credentialHeaders(path, token)),
    hasRefusals = true,
  ): Promise<Answer> {
    const before = now ?? (await this.control('GET', '/clock')).Now;
    const answer = await send();
    // A repeat has done nothing, and the written test has no keys.
    if (!answer.isReplayed && (hasRefusals || answer.status < 400))
      this.host.memory.journal.note(
        { method, path, body, token, status: answer.status, answer: answer.body },
        before,
      );
    return answer;
  }

  /**
   * Like {@link act}, but throws if the service rejects the request.
   *
   * @throws Refused if the service rejects the request or declines a payment
   */
  async done(...[step, send]: Parameters<Service['act']>): Promise<Json> {
    const answer = await this.act(step, send, false);
    // The response to a declined payment is 200 with the envelope of an error.
    if (answer.body?.Error !== undefined) throw new Refused(answer.status, answer.body);
    return this.#expect(answer);
  }

  #credentialHeaders(path: string, token: string | undefined): object {
    if (token !== undefined) return { Authorization: `Bearer ${token}` };
    return path.startsWith('/sandbox/') ? this.#controlHeaders : {};
  }

  get #controlHeaders() {
    const { controlToken } = this.host;
    return controlToken === undefined ? {} : { Authorization: `Bearer ${controlToken}` };
  }

  async #newToken(): Promise<string> {
    const { OAuthClients } = await this.control('GET', '/catalog');
    const client = (OAuthClients as Json[]).find(({ ClientSecret }) => ClientSecret !== undefined);
    if (client === undefined) throw new Error('The account has no OAuth client with a secret.');
    const { headers, ...request } = tokenRequest(client);
    const response = await this.host.fetch('/oauth/token/', {
      ...request,
      headers: { ...headers, ...this.#withoutFaults, 'X-Sandbox-Client': 'agent' },
    });
    const body = JSON.parse(await readText(response, '/oauth/token/')) as Json;
    if (!response.ok) throw new Refused(response.status, body);
    return body.access_token;
  }

  #expect(answer: Answer): Json {
    if (answer.status >= 400) throw new Refused(answer.status, answer.body);
    return answer.body;
  }
}

/** @throws Error for a body beyond the budget, whose rest is not read: the URL may be a different kind of server */
async function readText(response: Response, path: string): Promise<string> {
  const text = await readBeginning(response, budgets.agentRequest);
  if (text.length <= budgets.agentRequest) return text;
  throw new Error(`${path}: expected at most ${budgets.agentRequest} characters, got more.`);
}
