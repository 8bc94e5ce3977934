import { createSandbox, type Sandbox, type SandboxOptions } from 'clientlib-sandbox';

export const START = '2026-01-15T10:00:00.000Z';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by assertions
type Json = any;

/** A sandbox in memory, with the calls that tests of webhooks make. */
export interface Service {
  readonly sandbox: Sandbox;
  /** REST with an access token. @returns status and body */
  rest(method: string, path: string, body?: object): Promise<{ status: number; body: Json }>;
  /** The control API; an answer that is no success throws. */
  control(method: string, path: string, body?: object): Promise<Json>;
  /** Registers an endpoint. @returns its record with the secret */
  register(url: string, input?: object): Promise<Json>;
  /** Sends an event by hand. */
  emit(event: string, fields?: object): Promise<Json>;
  settle(): Promise<Json>;
  /**
   * Lets the clock go on until nothing is pending. In each hour every attempt ends, because the clock itself does not wait
   * long for a receiver that hangs; and on a busy machine, more attempts than those that a test wants may take too long.
   */
  waitForDeliveries(): Promise<void>;
  /** Deliveries, oldest first. */
  deliveries(query?: string): Promise<Json[]>;
}

export function startService(options: SandboxOptions = {}): Service {
  const sandbox = createSandbox({ clock: START, seed: 'webhooks', ...options });
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  let token: Promise<string> | undefined;
  const fetchToken = async () => {
    const response = await sandbox.fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const rest: Service['rest'] = async (method, path, body) => {
    token ??= fetchToken();
    return send(method, `/api/v1${path}`, { Authorization: `Bearer ${await token}` }, body);
  };
  const control: Service['control'] = async (method, path, body) => {
    const answer = await send(method, `/sandbox${path}`, {}, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    sandbox,
    rest,
    control,
    async register(url, input = {}) {
      const { status, body } = await rest('POST', '/webhooks', { Url: url, ...input });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
    emit: (Event, fields = {}) => control('POST', '/events', { Event, ...fields }),
    settle: () => control('POST', '/deliveries/settle'),
    async waitForDeliveries() {
      do await sandbox.clock.advance('PT1H');
      while ((await control('POST', '/deliveries/settle')).Pending > 0);
    },
    deliveries: async (query = '') => (await control('GET', `/deliveries?take=500${query}`)).reverse(),
  };
}

/** Ids of customers, as hand-made events name them. */
export const customer = (number: number) => `c${String(number).padStart(23, '0')}`;
