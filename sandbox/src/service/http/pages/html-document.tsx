import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { versioned } from '../wire/etag.ts';
import type { ServiceContext } from '../zones/env.ts';

interface DocumentHeadProps {
  readonly title: string;
  readonly baseUrl: string;
  /** Further stylesheets and scripts. */
  readonly children: Child;
}

/** The head of each page of the service, with the common stylesheet. */
export function DocumentHead({ title, baseUrl, children }: DocumentHeadProps) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href={versioned(`${baseUrl}/assets/tokens.css`)} />
      {children}
    </head>
  );
}

interface DocumentOptions {
  /** The content security policy of the page. */
  readonly policy: string;
  readonly status?: ContentfulStatusCode | undefined;
  /** Further headers, which override the defaults. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds with a page. It is never cached: going back requests the current state. */
export function answerDocument(
  c: ServiceContext,
  document: Child,
  { policy, status = 200, headers }: DocumentOptions,
): Response {
  return c.html(`<!doctype html>${document}`, status, {
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
}
