import { isBuildVersion, toETag } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';
import { isUnchanged } from './preconditions.ts';
import { respond } from './respond.ts';

/** Headers of a script that pages of any origin load. */
export const anyOrigin = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Minimum number of characters of a text to compress. */
const MIN_COMPRESSED = 1_000;

/**
 * Responds with a public text that changes only with a release or the configuration. Browsers revalidate it at each visit
 * and get 304 while it is unchanged, with all headers, because the configuration may change a policy; they also keep the
 * compiled script. They need not ask again for a script or style that a page names with its version. If other machines
 * can reach the sandbox, the text is compressed.
 */
export function answerStatic(
  c: ServiceContext,
  text: string,
  type: 'text/css' | 'text/html' | 'text/javascript' | 'text/markdown' | 'text/plain' | 'application/json',
  headers: Readonly<Record<string, string>> = {},
): Response {
  const etag = toETag(JSON.stringify(headers) + text);
  const isCompressible = c.env.traffic.hostOptions.exposed === true && text.length >= MIN_COMPRESSED;
  const vary = [headers['Vary'] ?? [], isCompressible ? 'Accept-Encoding' : []].flat().join(', ');
  const isKept = isBuildVersion(c.req.query('v')) && /css|javascript/.test(type);
  const all = {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
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
