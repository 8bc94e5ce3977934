import type { Configuration } from '../configuration/configuration.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { AccountClient, type AccountResponse, type Surroundings } from './account-client.ts';
import { type Exchange, played, recorded } from './cassette.ts';
import { type ComparisonFacts, compareResponses } from './compare-responses.ts';
import { readCatalogue } from './read-catalogue.ts';
import { previewedAt } from './service-time.ts';
import { VerifyFindings } from './verify-report.ts';
import { type Lists, PREVIEW, readOnlyRequests, type VerifyRequest } from './verify-requests.ts';

/** A service that is compared, or the cassette of one. */
export interface Compared {
  /** What it answers. */
  readonly answer: (request: VerifyRequest) => Promise<AccountResponse>;
  /** Hears how far the comparison has come. */
  readonly onProgress: (done: number, all: number) => void;
}

/** The service itself. @param exchanges get what is answered, without secrets, in the order of the requests */
export function liveService(
  client: AccountClient,
  exchanges: Map<VerifyRequest, Exchange>,
): Compared['answer'] {
  return async (request) => {
    const { method, path, body, isAnonymous } = request;
    const response = await client.send(method, path, { body, isAnonymous });
    // A request that is repeated moves to its place.
    exchanges.delete(request);
    exchanges.set(request, recorded(request, response));
    return response;
  };
}

/** The comparison of a sandbox with a service: the same requests to both. */
export class Verification {
  readonly findings = new VerifyFindings();
  readonly #sandbox: Sandbox;
  readonly #client: AccountClient;
  #facts: ComparisonFacts = { ids: new Set(), enums: new Map() };

  /** @param config of the sandbox, as `import` has written it */
  constructor(config: Configuration) {
    this.#sandbox = createSandbox({
      // It follows the service from here on.
      clock: '2000-01-01T00:00:00Z',
      seed: 'verify',
      timers: false,
      deliver: () => new Promise(() => {}),
      config: {
        ...config,
        Account: { ...config.Account, RateLimit: { Requests: 1_000_000, TokenRequests: 1_000 } },
      },
    });
    const [client] = (config.Account?.OAuthClients ?? []).filter(
      ({ ClientSecret }) => ClientSecret !== undefined,
    );
    const { ClientId, ClientSecret } = client ?? defaultClient;
    const place: Surroundings = {
      fetch: (input, init) => this.#sandbox.fetch(input, init),
      sleep: async () => {},
    };
    const access = { url: 'http://localhost', clientId: ClientId, clientSecret: ClientSecret ?? '' };
    this.#client = new AccountClient(access, place);
  }

  /** The catalogue of the sandbox, by which both are asked. */
  async lists(): Promise<Lists> {
    const { lists } = await readCatalogue(this.#client, { begun: {}, onRead: async () => {} });
    const entries = Object.values(lists).flat();
    this.#facts = {
      ids: new Set(entries.map(({ Id }) => Id)),
      enums: enumsOf((await this.#client.get('/openapi.json')).body),
    };
    return lists;
  }

  /** Sends the requests to both, and keeps what differs. */
  async compare(requests: readonly VerifyRequest[], { answer, onProgress }: Compared): Promise<void> {
    const first = requests.find(({ operation }) => operation === PREVIEW);
    if (first !== undefined) await this.#follow(await answer(first));
    for (const [at, request] of requests.entries()) {
      await this.compareOne(request, request, answer);
      onProgress(at + 1, requests.length);
    }
  }

  /**
   * Sends a request to both, whose paths may have ids of each, and keeps what differs.
   *
   * @returns what the sandbox answers, and what the service does
   */
  async compareOne(
    ours: VerifyRequest,
    theirs: VerifyRequest,
    answer: Compared['answer'],
  ): Promise<readonly [AccountResponse, AccountResponse]> {
    const service = await answer(theirs);
    await this.#follow(service);
    const { method, path, body, isAnonymous } = ours;
    const sandbox = await this.#client.send(method, path, { body, isAnonymous });
    this.findings.add(theirs, compareResponses(theirs, sandbox, service, this.#facts));
    return [sandbox, service];
  }

  close(): void {
    this.#sandbox.close();
  }

  /** The sandbox has the time of the service: periods begin when an order is previewed. */
  async #follow({ body, headers }: AccountResponse): Promise<void> {
    const now = previewedAt(body) ?? (this.#isFirst ? Date.parse(headers.get('Date') ?? '') : Number.NaN);
    if (now > this.#sandbox.clock.now().getTime()) await this.#sandbox.clock.set(new Date(now));
  }

  get #isFirst(): boolean {
    return this.#sandbox.clock.now().getTime() === Date.parse('2000-01-01T00:00:00Z');
  }
}

const defaultClient = { ClientId: 'c00000000000000000000001', ClientSecret: 'sandbox-secret' };

/** The comparison with a cassette, without the service. */
export async function compareCassette(
  verification: Verification,
  exchanges: readonly Exchange[],
  onProgress: Compared['onProgress'],
): Promise<void> {
  const all = exchanges.map(played);
  const answers = new Map(all.map(({ request, response }) => [request, response] as const));
  await verification.lists();
  await verification.compare(
    all.map(({ request }) => request),
    { answer: async (request) => answers.get(request) as AccountResponse, onProgress },
  );
}

/** Compares all that changes nothing. @returns the lists by which it asked */
export async function compareReadOnly(verification: Verification, compared: Compared): Promise<Lists> {
  const lists = await verification.lists();
  await verification.compare(readOnlyRequests(lists), compared);
  return lists;
}

/** Values of enumerations of the API, by the name of the field. */
function enumsOf(document: unknown): Map<string, Set<unknown>> {
  const enums = new Map<string, Set<unknown>>();
  const visit = (schema: unknown, name: string) => {
    if (typeof schema !== 'object' || schema === null) return;
    const { enum: values } = schema as { enum?: unknown };
    if (Array.isArray(values)) enums.set(name, new Set([...(enums.get(name) ?? []), ...values]));
    for (const [key, inner] of Object.entries(schema)) {
      if (key === 'properties') for (const [field, one] of Object.entries(inner)) visit(one, field);
      else if (Array.isArray(inner)) for (const one of inner) visit(one, name);
      else visit(inner, name);
    }
  };
  visit((document as { components?: { schemas?: object } }).components?.schemas, '');
  return enums;
}
