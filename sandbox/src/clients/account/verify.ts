import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { AccountClient, type AccountResponse, type Environment } from './account-client.ts';
import { type Exchange, recorded } from './cassette.ts';
import { type ComparisonFacts, compareResponses, type FoundDifference } from './compare-responses.ts';
import { OtherPrices } from './other-prices.ts';
import { readCatalogue } from './read-catalogue.ts';
import { HIDDEN, Redaction } from './redaction.ts';
import { previewedAt } from './service-time.ts';
import { Shapes } from './shape-differences.ts';
import { VerifyFindings } from './verify-report.ts';
import { type Lists, PREVIEW, readOnlyRequests, type VerifyRequest } from './verify-requests.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A service to compare, or its cassette. */
export interface Compared {
  readonly answer: (request: VerifyRequest) => Promise<AccountResponse>;
  /** Called with the progress. */
  readonly onProgress: (done: number, all: number) => void;
}

/** Returns the live service. @param exchanges receives the responses, without secrets, in request order */
export function liveService(
  client: AccountClient,
  exchanges: Map<VerifyRequest, Exchange>,
  vocabulary: Vocabulary,
): Compared['answer'] {
  const redaction = new Redaction(vocabulary);
  return async (request) => {
    const { method, path, body, isAnonymous } = request;
    const response = await client.send(method, path, { body, isAnonymous });
    // A repeated request moves to its position.
    exchanges.delete(request);
    const shown = {
      ...request,
      path: redaction.path(path),
      ...(body === undefined ? {} : { body: redaction.json(body, path) }),
    };
    exchanges.set(request, recorded(shown, response, redaction));
    return response;
  };
}

const OF_PAYMENT_MAPS = /^(Flows|Methods|Sentences)\./;

const hasAmount = ({ differences }: { readonly differences: readonly FoundDifference[] }): boolean =>
  differences.some((one) => one.class === 'amount');

const payingCard = { Number: '4111111111111111', ExpiryMonth: 12, Holder: 'Ada Lovelace', Cvc: '123' };

/** The used fields of a payment's body. */
interface PayBody {
  readonly TetheredPaymentInformation?: { readonly Bearer?: string; readonly Token?: string };
}

/** The comparison of a sandbox with a service: the same requests to both. */
export class Verification {
  readonly findings = new VerifyFindings();
  readonly #sandbox: Sandbox;
  readonly #client: AccountClient;
  #facts: ComparisonFacts = { ids: new Set(), enums: new Map() };
  #shapes = new Shapes({ paths: {} });
  #publicKey: string | undefined;
  readonly #prices = new OtherPrices();

  /** @param config configuration of the sandbox, as written by `import` */
  constructor(config: Configuration) {
    this.#sandbox = createSandbox({
      // From here on, it follows the time of the service.
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
    const place: Environment = {
      fetch: (input, init) => this.#sandbox.fetch(input, init),
      sleep: async () => {},
    };
    const access = { url: 'http://localhost', clientId: ClientId, clientSecret: ClientSecret ?? '' };
    this.#client = new AccountClient(access, place);
  }

  /** The catalogue of the sandbox, which determines the requests to both. */
  async lists(): Promise<Lists> {
    const { lists } = await readCatalogue(this.#client, { begun: {}, onRead: async () => {} });
    const entries = Object.values(lists).flat();
    const { body: document } = await this.#client.get('/openapi.json');
    this.#facts = { ids: new Set(entries.map(({ Id }) => Id)), enums: collectEnums(document) };
    this.#shapes = new Shapes(document);
    return lists;
  }

  /** Sends the requests to both, and collects the differences. */
  async compare(requests: readonly VerifyRequest[], { answer, onProgress }: Compared): Promise<void> {
    const first = requests.find(({ operation }) => operation === PREVIEW);
    if (first !== undefined) await this.#follow(await answer(first));
    for (const [at, request] of requests.entries()) {
      await this.compareOne(request, request, answer);
      onProgress(at + 1, requests.length);
    }
  }

  /**
   * Sends a request to both, whose paths may contain their own ids, and collects the differences.
   *
   * @returns the responses of the sandbox and the service
   */
  async compareOne(
    ours: VerifyRequest,
    theirs: VerifyRequest,
    answer: Compared['answer'],
  ): Promise<readonly [AccountResponse, AccountResponse]> {
    const service = await answer(theirs);
    await this.#follow(service, theirs.isRecorded);
    if (ours.isShape === true) {
      this.findings.add(theirs, this.#shapeDifferences(ours, service));
      return [service, service];
    }
    const { method, path, ...options } = ours;
    const compared = async () => {
      const sandbox = await this.#client.send(method, path, options);
      const all = compareResponses(theirs, sandbox, service, this.#facts);
      // Names of providers and codes are not fields of the API, so a recording omits them.
      const differences =
        theirs.isRecorded === true ? all.filter((one) => !OF_PAYMENT_MAPS.test(one.path)) : all;
      return { sandbox, differences };
    };
    const before = this.#prices.any ? this.#sandbox.snapshot() : undefined;
    let result = await compared();
    if (before !== undefined && hasAmount(result)) {
      // Checks whether it follows from a different price: the sandbox then continues with the service's price.
      const after = this.#sandbox.snapshot();
      this.#sandbox.restore(this.#prices.in(before));
      const again = await compared();
      if (hasAmount(again)) this.#sandbox.restore(after);
      else {
        this.#prices.clear();
        result = again;
      }
    }
    this.#prices.note(theirs, result.differences);
    this.findings.add(theirs, result.differences);
    return [result.sandbox, service];
  }

  /**
   * A recorded request for the sandbox: with the sandbox's public key, and for a successful payment, with a token
   * for its own test data. A file contains no tokens of providers.
   */
  async payable(request: VerifyRequest, { status, body: answer }: AccountResponse): Promise<VerifyRequest> {
    this.#publicKey ??= (
      await this.#sandbox.fetch('http://localhost/sandbox/catalog').then((one) => one.json())
    ).PublicApiKey as string;
    const path = request.path.replace(/(?<=[?&]publicApiKey=)[^&]*/i, this.#publicKey);
    const body: PayBody = request.body ?? {};
    const { TetheredPaymentInformation: payment } = body;
    if (payment?.Bearer === undefined) return { ...request, path };
    const hasPaid = status === 200 && (answer as { Error?: unknown } | null)?.Error === undefined;
    const Token = payment.Token === HIDDEN && hasPaid ? await this.#newToken(payment.Bearer) : payment.Token;
    const TetheredPaymentInformation = { ...payment, ...(Token === undefined ? {} : { Token }) };
    return { ...request, path, body: { ...body, PublicApiKey: this.#publicKey, TetheredPaymentInformation } };
  }

  /** A token for test data that pays; `undefined` if the sandbox has no such bearer. */
  async #newToken(Bearer: string): Promise<string | undefined> {
    const [kind, provider = kind] = Bearer.split(':');
    const data =
      kind === 'Debit'
        ? { Debit: { Holder: 'Ada Lovelace', Iban: 'DE89370400440532013000' } }
        : { Card: { ...payingCard, ExpiryYear: this.#sandbox.clock.now().getUTCFullYear() + 3 } };
    const response = await this.#sandbox.fetch(`http://localhost/providers/${provider}/tokens`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Bearer, ...data }),
    });
    return response.ok ? (await response.json()).Token : undefined;
  }

  close(): void {
    this.#sandbox.close();
  }

  /** Where the sandbox has no contracts, compares with the shape that its responses would have. */
  #shapeDifferences({ operation }: VerifyRequest, { status, body }: AccountResponse): FoundDifference[] {
    if (status !== 200) return [{ class: 'status', path: '', sandbox: 200, service: status }];
    return this.#shapes.differences(operation.slice('GET '.length), body);
  }

  /** Sets the sandbox to the time of the service, because periods begin when an order is previewed. */
  async #follow({ body, headers }: AccountResponse, always = this.#isFirst): Promise<void> {
    const now = previewedAt(body) ?? (always ? Date.parse(headers.get('Date') ?? '') : Number.NaN);
    if (now > this.#sandbox.clock.now().getTime()) await this.#sandbox.clock.set(new Date(now));
  }

  get #isFirst(): boolean {
    return this.#sandbox.clock.now().getTime() === Date.parse('2000-01-01T00:00:00Z');
  }
}

const defaultClient = { ClientId: 'c00000000000000000000001', ClientSecret: 'sandbox-secret' };

/** Compares all read-only requests. @returns the lists that determined the requests */
export async function compareReadOnly(verification: Verification, compared: Compared): Promise<Lists> {
  const lists = await verification.lists();
  await verification.compare(readOnlyRequests(lists), compared);
  return lists;
}

/** Values of enumerations of the API, by the name of the field. */
function collectEnums(document: unknown): Map<string, Set<unknown>> {
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
