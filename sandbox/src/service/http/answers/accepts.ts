import type { ServiceContext } from '../zones/env.ts';

/** Returns whether the request comes from a person in a browser. Programs, which accept anything or JSON, get JSON. */
export function wantsPage(c: Pick<ServiceContext, 'req'>): boolean {
  return /\btext\/html\b/i.test(c.req.header('Accept') ?? '');
}

/** Returns whether the request comes from a program that accepts JSON where others get a page. */
export function wantsJson(c: Pick<ServiceContext, 'req'>): boolean {
  return !wantsPage(c) && /\bapplication\/json\b/i.test(c.req.header('Accept') ?? '');
}

/** Returns whether the request comes from a program that accepts Markdown where a browser gets a page. */
export function wantsMarkdown(c: Pick<ServiceContext, 'req'>): boolean {
  return /\btext\/markdown\b/i.test(c.req.header('Accept') ?? '');
}
