import { etagOf } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';
import { isUnchanged } from './preconditions.ts';
import { respond } from './respond.ts';

/** Headers of a script that pages of any origin load. */
export const anyOrigin = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Characters from which a text is compressed. */
const MIN_COMPRESSED = 1_000;

/**
 * Responds with a text that is public and changes only with a release or the configuration. A browser asks for it at each visit
 * and gets 304 while it is the same, with all headers, since the configuration may change a policy; it also keeps what it has
 * compiled of a script. Where a network is between, the text is compressed.
 */
export function answerStatic(
  c: ServiceContext,
  text: string,
  type: 'text/css' | 'text/html' | 'text/javascript' | 'text/markdown' | 'text/plain' | 'application/json',
  headers: Readonly<Record<string, string>> = {},
): Response {
  const etag = etagOf(JSON.stringify(headers) + text);
  const isCompressible = c.env.traffic.hostOptions.exposed === true && text.length >= MIN_COMPRESSED;
  const vary = [headers['Vary'] ?? [], isCompressible ? 'Accept-Encoding' : []].flat().join(', ');
  const all = {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    ...(vary === '' ? {} : { Vary: vary }),
    // Weak: compressed or not, it is the same text.
    ETag: `W/${etag}`,
  };
  if (isUnchanged(c, etag)) return respond(c, null, 304, all);
  if (!isCompressible || !acceptsGzip(c)) return respond(c, text, 200, all);
  // `encodeBody` tells a host that compresses by itself that the body is already compressed.
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')), {
    headers: { ...all, 'Content-Encoding': 'gzip' },
    encodeBody: 'manual',
  } as ResponseInit);
}

const acceptsGzip = ({ req }: ServiceContext) =>
  /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i.test(req.header('Accept-Encoding') ?? '');
