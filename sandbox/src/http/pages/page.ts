import { html } from 'hono/html';
import type { Reply } from '../reply.ts';

/** Markup in which every inserted value has been escaped: what `html` of `hono/html` makes. */
export type Html = ReturnType<typeof html>;

/** One page of the sandbox: pages have no inline style or script, so that the policy can forbid both. */
export interface Page {
  /** Goes to the title bar and is, unless `heading` says otherwise, the page's heading. */
  readonly title: string;
  /** `false` where the body brings its own. */
  readonly heading?: string | false;
  readonly body: Html;
  /** Where the service is reached (`call.baseUrl`): styles and scripts come from there. */
  readonly baseUrl: string;
  /** Names of scripts under `/assets/`. */
  readonly scripts?: readonly string[];
  /** Who speaks: the name on the page, such as a provider's. */
  readonly brand?: string;
  /** The line that says what this is; one for simulated providers where unset. */
  readonly notice?: string;
  /** `wide` for tables, `frame` for the inside of a frame; a narrow card where unset. */
  readonly layout?: 'wide' | 'frame';
  readonly lang?: string;
  readonly status?: number;
  /** Origins that a form of the page may lead to besides the service, also through a redirect. */
  readonly formTargets?: readonly string[];
  /** Origins that may show the page in a frame; none where unset. */
  readonly frameAncestors?: readonly string[];
  /** Origins that the page's scripts may call; none where unset. */
  readonly connect?: readonly string[];
  /** An address that the page goes on to by itself. */
  readonly goTo?: string;
}

const SIMULATION_NOTICE = 'Simulation: no real provider, no money moves. Use test data only.';

/** The policy of a page: nothing but the service's own styles and scripts, none of them inline. */
export function policyOf(page: Pick<Page, 'scripts' | 'formTargets' | 'frameAncestors' | 'connect'>): string {
  const sources = (list: readonly string[] | undefined, none: string) =>
    list === undefined || list.length === 0 ? none : list.join(' ');
  return [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${page.scripts === undefined ? "'none'" : "'self'"}`,
    'img-src data:',
    `connect-src ${sources(page.connect, "'none'")}`,
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(' ')}`,
    `frame-ancestors ${sources(page.frameAncestors, "'none'")}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** A page as an answer. It is never cached: going back asks anew what the state is. */
export async function pageReply(page: Page): Promise<Reply> {
  const { title, heading = title, baseUrl, scripts = [], brand, notice = SIMULATION_NOTICE } = page;
  const head = brand === undefined ? '' : html`<p class="brand">${brand}</p>`;
  const markup = await html`<!doctype html>
<html lang="${page.lang ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${page.goTo === undefined ? '' : html`<meta http-equiv="refresh" content="0; url=${page.goTo}">`}
<title>${brand === undefined ? title : `${title} – ${brand}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${baseUrl}/assets/page.css">
${scripts.map((script) => html`<script src="${baseUrl}/assets/${script}" defer></script>`)}
</head>
<body class="${page.layout ?? 'card'}">
${notice === '' ? '' : html`<header class="notice">${notice}</header>`}
<main>
${head}
${heading === false ? '' : html`<h1>${heading}</h1>`}
${page.body}
</main>
</body>
</html>`;
  return {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(page),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    content: String(markup),
  };
}
