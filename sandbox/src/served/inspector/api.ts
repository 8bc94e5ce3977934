import { tokenRequest } from '../../service/model/token-request.ts';
import { settings } from './settings.ts';

/** A request to the public REST or control API, as an action shows and sends it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the workspace: `/sandbox/clock`. */
  readonly path: string;
  readonly body?: unknown;
  /** The file name of the body, shown instead of its content. */
  readonly file?: string;
  /** The status of the response. */
  readonly status?: number;
}

export interface ApiAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each path responds with its own shape
  readonly body: any;
}

/** A rejection of the service, with its message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly answer: ApiAnswer;

  constructor(request: ApiRequest, answer: ApiAnswer) {
    const { Message, Code, error_description } = answer.body ?? {};
    super(Message ?? error_description ?? `${request.method} ${request.path} failed with ${answer.status}.`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.code = Code ?? '';
    this.answer = answer;
  }
}

/** Workspaces of one origin have separate tokens. */
const CONTROL_TOKEN = `clientlib-sandbox control token ${settings.baseUrl}`;

/** The token that the control API requires; stored for the tab. */
export const controlToken = {
  get: () => sessionStorage.getItem(CONTROL_TOKEN) ?? '',
  set: (token: string) => sessionStorage.setItem(CONTROL_TOKEN, token),
};

/** Identifies the caller in the log, so that requests of the inspector are not mistaken for your program's. */
const client = { 'X-Sandbox-Client': 'inspector' };

export function controlHeaders(): Record<string, string> {
  const token = controlToken.get();
  return token === '' ? client : { ...client, Authorization: `Bearer ${token}` };
}

export interface Credentials {
  readonly ClientId: string;
  readonly ClientSecret: string;
}

let credentials: Promise<Credentials> | undefined;
let accessToken: Promise<string> | undefined;

/** A replaced state has its own clients and tokens, so the next request fetches them. */
export function forgetAccess(): void {
  credentials = undefined;
  accessToken = undefined;
}

const replacesState = ({ method, path }: ApiRequest): boolean =>
  method !== 'GET' && /^\/sandbox\/(snapshot\b|reset\b|session$)/.test(path);

/** The first OAuth client of the account that has a secret, from the public catalog. */
export function apiCredentials(): Promise<Credentials> {
  credentials ??= send({ method: 'GET', path: '/sandbox/catalog' }).then(({ body }) => {
    const found = body.OAuthClients.find(
      ({ ClientSecret }: Partial<Credentials>) => ClientSecret !== undefined,
    );
    if (found === undefined) throw new Error('The account has no OAuth client with a secret.');
    return found as Credentials;
  });
  credentials.catch(() => {
    credentials = undefined;
  });
  return credentials;
}

async function newToken(): Promise<string> {
  const { headers, ...request } = tokenRequest(await apiCredentials());
  const response = await fetch(`${settings.baseUrl}/oauth/token/`, {
    ...request,
    headers: { ...client, ...headers },
  });
  const body = await response.json();
  if (!response.ok)
    throw new ApiError({ method: 'POST', path: '/oauth/token/' }, { status: response.status, body });
  return body.access_token;
}

async function headersFor({ path, body }: ApiRequest): Promise<Record<string, string>> {
  const json: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  if (!path.startsWith('/api/')) return { ...controlHeaders(), ...json };
  accessToken ??= newToken();
  accessToken.catch(() => {
    accessToken = undefined;
  });
  return { ...client, Authorization: `Bearer ${await accessToken}`, ...json };
}

async function attempt(request: ApiRequest): Promise<Response> {
  const { method, path, body } = request;
  return fetch(settings.baseUrl + path, {
    method,
    headers: await headersFor(request),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Requests with an access token, which is valid only in the state for which it was issued. */
const underWay = new Set<Promise<Response>>();
/** Ends when the state is not being replaced. */
let replacement: Promise<unknown> = Promise.resolve();

/** Runs after current requests, and before later ones. */
function replaceState(request: ApiRequest): Promise<Response> {
  const answer = Promise.allSettled([replacement, ...underWay]).then(() => attempt(request));
  replacement = answer.then(forgetAccess, () => undefined);
  return answer;
}

async function askApi(request: ApiRequest): Promise<Response> {
  const answer = replacement.then(() => attempt(request));
  underWay.add(answer);
  try {
    return await answer;
  } finally {
    underWay.delete(answer);
  }
}

/** The raw response, for files. @throws ApiError if the request is rejected */
export async function sendRaw(request: ApiRequest): Promise<Response> {
  const ask = replacesState(request) ? replaceState : request.path.startsWith('/api/') ? askApi : attempt;
  let response = await ask(request);
  if (response.status === 401 && ask === askApi) {
    // The token has expired, or the state was replaced.
    forgetAccess();
    response = await askApi(request);
  }
  if (!response.ok) throw new ApiError(request, { status: response.status, body: await readBody(response) });
  return response;
}

/** Sends a request and reads the response. @throws ApiError if it is rejected */
export async function send(request: ApiRequest): Promise<ApiAnswer> {
  const response = await sendRaw(request);
  return { status: response.status, body: await readBody(response) };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('Content-Type') ?? '');
  return isJson && text !== '' ? JSON.parse(text) : text;
}
