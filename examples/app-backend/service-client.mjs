// The service's REST API, as a back end calls it: one access token, kept and reused.

/** A request that the service refused, or could not answer now. */
export class ServiceError extends Error {
  /**
   * @param {string} what the request, as `POST /orders`
   * @param {Response} answer
   * @param {{ Message?: string, Code?: string }} body
   */
  constructor(what, answer, body) {
    super(body.Message ?? `${what} answered ${answer.status}`);
    this.name = 'ServiceError';
    this.status = answer.status;
    this.code = body.Code;
    /** Seconds after which a repeat may succeed. */
    this.retryAfter = answer.headers.get('Retry-After') ?? undefined;
  }
}

/**
 * @param {{ serviceUrl: string, clientId: string, clientSecret: string, fetch: typeof globalThis.fetch }} options
 *   `serviceUrl` without /api/v1
 * @returns {(method: string, path: string, body?: object) => Promise<any>} `call('GET', '/contracts/…')`
 */
export function createServiceClient({ serviceUrl, clientId, clientSecret, fetch }) {
  /** @type {Promise<string> | undefined} */
  let token;

  async function fetchToken() {
    const answer = await fetch(`${serviceUrl}/oauth/token/`, {
      method: 'POST',
      headers: {
        // The id goes into this header only, never into the body.
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (!answer.ok) throw new ServiceError('POST /oauth/token/', answer, await jsonOf(answer));
    return (await answer.json()).access_token;
  }

  const send = async (method, path, body) =>
    fetch(`${serviceUrl}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return async function call(method, path, body) {
    token ??= fetchToken();
    const held = token;
    // A token that could not be fetched is not kept: the next request tries again.
    held.catch(() => {
      if (token === held) token = undefined;
    });
    let answer = await send(method, path, body);
    if (answer.status === 401) {
      // Tokens live long, but nobody promised how long. All requests that find theirs refused share the new one.
      if (token === held) token = fetchToken();
      answer = await send(method, path, body);
    }
    if (!answer.ok) throw new ServiceError(`${method} ${path}`, answer, await jsonOf(answer));
    return answer.status === 204 ? undefined : answer.json();
  };
}

const jsonOf = (answer) => answer.json().catch(() => ({}));
