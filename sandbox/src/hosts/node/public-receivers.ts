import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { Deliver } from '../../service/delivery/post-webhook.ts';
import { isPublicAddress } from '../network/public-address.ts';

/** Finds all addresses of a name, like `dns.lookup`. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Looks up names, and decides which addresses may be connected to. */
export interface Network {
  readonly resolve: Resolve;
  readonly isPublic: (address: string) => boolean;
}

const internet: Network = { resolve: lookup, isPublic: isPublicAddress };

/** Statuses whose responses must have no body in `Response`. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Delivers webhooks to public addresses only: a name that resolves to this machine or its network is rejected at each
 * attempt. A name is resolved once, by the connection itself, so that it cannot resolve to another address later (DNS
 * rebinding).
 *
 * @param trusted URLs of receivers that the sandbox was started with; they may be anywhere
 */
export function publicReceivers(trusted: readonly string[], network = internet): Deliver {
  const origins = new Set(trusted.map((url) => new URL(url).origin));
  const find = publicLookup(network);
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };
  return async (request) => {
    const url = new URL(request.url);
    if (origins.has(url.origin)) return fetch(request);
    const address = url.hostname.replace(/^\[|\]$/g, '');
    // For an IP address there is no lookup.
    if (isIP(address) !== 0 && !network.isPublic(address)) throw notPublic(address);
    const agent = agents[url.protocol as keyof typeof agents];
    const { request: open } = url.protocol === 'https:' ? https : http;
    const { method, signal } = request;
    const sent = open(url, {
      method,
      signal,
      agent,
      lookup: find,
      headers: Object.fromEntries(request.headers),
    });
    const body = await request.text();
    return new Promise((done, failed) => {
      sent.on('response', (answer) => done(toResponse(answer)));
      // Like `fetch`, with the reason as the cause.
      sent.on('error', (cause) => failed(new TypeError('fetch failed', { cause })));
      sent.end(body);
    });
  };
}

/** Like `dns.lookup`, but fails for a name if any of its addresses is private. */
function publicLookup({ resolve, isPublic }: Network): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return done(error ?? noAddress(hostname), '');
      if (!addresses.every(({ address }) => isPublic(address))) return done(notPublic(hostname), '');
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
}

function toResponse(answer: http.IncomingMessage): Response {
  const { statusCode: status = 0, headers: given } = answer;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  if (!WITHOUT_BODY.includes(status))
    return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers });
  answer.resume();
  return new Response(null, { status, headers });
}

const notPublic = (host: string) => new Error(`${host} is this machine or in its network`);

const noAddress = (host: string) => new Error(`${host} has no address`);
