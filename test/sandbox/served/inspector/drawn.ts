import { createRoot } from 'hono/jsx/dom/client';
import { jsx } from 'hono/jsx/dom/jsx-runtime';
import { afterEach, vi } from 'vitest';

/*
 * One part of the inspector by itself, without a sandbox: what it shows of what it is given. The modules of the page keep their
 * state and read the settings of the page once, so each test begins its own page.
 */

/** Each page has its own sandbox: what pages of earlier tests still ask for is not answered. */
let pages = 0;
const sources = '../../../../sandbox/src/served/inspector';

/** A module of the inspector, of the page that was begun last: `parts/basic.tsx`. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever it exports
export const load = (file: string): Promise<any> => import(`${sources}/${file}`);

// `hono/jsx/dom` looks into the detail of a submit event that no person has caused.
Object.defineProperty(SubmitEvent.prototype, 'detail', { configurable: true, get: () => ({}) });

let end = (): void => {};
const drawn = new Set<() => void>();
afterEach(() => {
  for (const remove of drawn) remove();
  drawn.clear();
  end();
  end = () => {};
});

function clearBody(): void {
  document.body.replaceChildren();
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
}

/** What the API says to a path that begins so: a body, a response, or what makes one of the path. Undefined: nothing, ever. */
export type Answers = Record<string, unknown>;

export interface Page {
  /** What the page has asked for and sent, oldest first: `POST /sandbox/clock {"Advance":"P1D"}`. */
  readonly asked: string[];
  readonly answers: Answers;
  /** Connects the page to the stream: views read only then. */
  begin(): Promise<void>;
  /** What the stream tells. */
  say(name: string, data: object): void;
}

/** A page in Berlin whose clock stands. Besides what a test answers, the API has its lists, which are empty, and its credentials. */
export function newPage(
  hash: string,
  given: Answers = {},
  settings: Readonly<Record<string, string>> = {},
): Page {
  clearBody();
  pages += 1;
  const { workspace } = settings;
  const base = `http://sandbox-${pages}.test${workspace === undefined ? '' : `/w/${workspace}`}`;
  const now = { Now: '2026-03-15T09:00:00.0000000Z', Mode: 'Manual' };
  Object.assign(document.body.dataset, {
    base,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    clock: JSON.stringify(now),
    ...settings,
  });
  location.hash = hash;
  vi.resetModules();
  const gone = new AbortController();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
    },
  });
  const asked: string[] = [];
  const answers: Answers = {
    '/sandbox/requests?take=2000': [],
    '/sandbox/events?take=5000': [],
    '/sandbox/deliveries?take=5000': [],
    '/sandbox/session/rewind': { Undone: [] },
    '/oauth/': { access_token: 'token' },
    '/sandbox/catalog': { OAuthClients: [{ ClientId: 'c', ClientSecret: 's' }], PlanVariants: [] },
    ...given,
  };
  const own = Object.keys(answers).slice(0, 6);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body: sent }: RequestInit = {}) => {
    if (!url.startsWith(`${base}/`)) return new Promise<Response>(() => {});
    const path = url.slice(base.length);
    if (path === '/sandbox/stream') return new Response(body);
    const known = Object.keys(answers)
      .filter((start) => path.startsWith(start))
      .sort((one, other) => other.length - one.length)[0];
    if (known === undefined || !own.includes(known)) asked.push(`${method} ${path}${sent ? ` ${sent}` : ''}`);
    const answer = known === undefined ? undefined : answers[known];
    const said = await (typeof answer === 'function' ? answer(path, method) : answer);
    if (said === undefined) return new Promise<Response>(() => {});
    return said instanceof Response ? said.clone() : Response.json(said);
  });
  end = () => {
    gone.abort();
    clearBody();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    globalThis.fetch = () => new Promise(() => {});
  };
  const say = (name: string, data: object) =>
    stream?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  return {
    asked,
    answers,
    say,
    begin: async () => {
      const { start, begun } = await load('session.ts');
      start(gone.signal);
      say('hello', now);
      await begun;
    },
  };
}

/** Draws a part with these properties. @returns its place in the page, how to draw it with others, and how to remove it */
export function draw(part: unknown, props: object = {}) {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const show = (next: object) => root.render(jsx(part as never, next as never));
  const again = async (next: object): Promise<void> => {
    show(next);
    await new Promise((resolve) => setTimeout(resolve));
  };
  show(props);
  const gone = () => root.unmount();
  drawn.add(gone);
  return { place, again, gone };
}
