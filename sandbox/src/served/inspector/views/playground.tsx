/** @jsxImportSource hono/jsx/dom */
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import type { Catalog } from '../../../service/model/sandbox-catalog.ts';
import { plural } from '../format.ts';
import { statusMeaning } from '../meaning.ts';
import { useObservable } from '../observable.ts';
import { CopyButton, Mark } from '../parts/basic.tsx';
import { Choices } from '../parts/choices.tsx';
import { CodeEditor } from '../parts/code-editor.tsx';
import { RequestLine } from '../parts/story.tsx';
import { type Filling, parseElement, snippets } from '../playground-code.ts';
import { useQuery } from '../query.ts';
import { href, setQuery, useRouteForView } from '../router.ts';
import { timeline } from '../session.ts';
import { settings } from '../settings.ts';
import { isOfPlayground } from '../timeline.ts';

/** A signup page: its code on the left, the running page on the right. */
export function PlaygroundView() {
  const { data: catalog } = useQuery<Catalog>('/sandbox/catalog');
  const { data: contracts } = useQuery<{ Id: string }[]>('/api/v1/contracts?take=1', ['contracts']);
  const first = contracts?.[0]?.Id;
  const { data: access } = useQuery<{ Token: string }>(
    first === undefined ? undefined : `/api/v1/contracts/${first}/selfServiceToken`,
  );
  if (catalog === undefined || contracts === undefined) return <p class="quiet">Loading</p>;
  return (
    <Playground
      filling={{
        publicApiKey: catalog.PublicApiKey,
        baseUrl: settings.baseUrl,
        planVariantId: catalog.PlanVariants[0]?.Id ?? '',
        token: access?.Token ?? '',
      }}
    />
  );
}

/**
 * Pasted code runs in a separate origin: it can access neither the control token nor other workspaces, only what
 * its public key allows. A service worker does not serve such a frame; there the sandbox belongs to the page. An element of
 * the drop-in runs no code of the page, and its payment form needs the origin.
 */
function confinement(isScript: boolean): { readonly sandbox?: string } {
  const isOfServiceWorker = navigator.serviceWorker?.controller != null;
  return isOfServiceWorker || !isScript ? {} : { sandbox: 'allow-scripts allow-forms allow-popups' };
}

function Playground({ filling }: { readonly filling: Filling }) {
  const { query } = useRouteForView('playground');
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const [runs, setRuns] = useState(0);
  const chosen = snippets.find(({ name }) => name === query.get('as')) ?? snippets[0];
  const name = chosen?.name ?? '';
  const code = edited[name] ?? chosen?.code(filling) ?? '';
  return (
    <>
      <div class="heading">
        <h1>Playground</h1>
        <Choices
          label="Kind of project"
          choices={snippets.map(({ name: choice }) => [choice, choice] as const)}
          value={name}
          onChoose={(choice) => setQuery({ as: choice === snippets[0]?.name ? '' : choice })}
        />
        <CopyButton text={code} label="Copy code" />
        <button
          type="button"
          class="main"
          onClick={() => setRuns(runs + 1)}
          disabled={chosen?.runs === undefined}
        >
          Run
        </button>
      </div>
      <p class="quiet">
        {chosen?.runs === undefined
          ? 'Copy this code into your project. The page on the right is the same signup, by script tag. '
          : 'Change the code and run it. '}
        Test card 4111111111111111 succeeds, 4000000000000002 is declined; more are in the{' '}
        <a href="#/catalogue">catalogue</a>.
      </p>
      <div class="playground">
        <CodeEditor
          value={code}
          isReadOnly={chosen?.runs === undefined}
          onInput={(text) => setEdited({ ...edited, [name]: text })}
        />
        <Frame
          // A portal restarts once its token is available.
          key={chosen?.runs === 'element' ? `${name} ${code.includes('token=""')}` : 'script'}
          isScript={chosen?.runs !== 'element'}
          code={chosen?.runs === undefined ? (snippets[0]?.code(filling) ?? '') : code}
          runs={runs}
        />
        <OwnRequests />
      </div>
    </>
  );
}

/** The page that runs the code. */
function Frame({
  isScript,
  code,
  runs,
}: {
  readonly isScript: boolean;
  readonly code: string;
  readonly runs: number;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const address = `${settings.baseUrl}/playground?${isScript ? '' : 'element&'}run=${runs}`;
  // The attribute stays: set again, even to the same address, it would start the page anew.
  const first = useRef(address);
  useEffect(() => {
    if (frame.current !== null && first.current !== address) frame.current.src = address;
  }, [address]);
  // An opaque origin has no name. The code is not secret; a token is passed to this origin only.
  const give = () =>
    frame.current?.contentWindow?.postMessage(
      isScript ? { code } : parseElement(code),
      isScript ? '*' : location.origin,
    );
  return (
    <iframe ref={frame} title="Running page" {...confinement(isScript)} src={first.current} onLoad={give} />
  );
}

/** Maximum number of requests to show. */
const SHOWN = 6;

/** Lists the requests of the running page, which the activity omits. */
function OwnRequests() {
  useObservable(timeline.version);
  const own = timeline.groups.filter(isOfPlayground);
  return (
    <section class="panel own" aria-labelledby="own-heading">
      <h2 id="own-heading">
        <a href={href('activity', undefined, { kind: 'playground', reads: 'yes' })}>Requests of this page</a>
      </h2>
      {own.length === 0 ? (
        <p class="quiet">None yet. They are listed here, and stay out of the activity.</p>
      ) : (
        <ol class="latest">
          {own
            .slice(-SHOWN)
            .toReversed()
            .map((group) => (
              <li key={group.key}>
                <a href={href('activity', group.key, { kind: 'playground', reads: 'yes' })}>
                  <RequestLine group={group} />
                </a>
                {group.events.length > 0 && <span class="quiet">{plural(group.events.length, 'event')}</span>}
                <Mark meaning={statusMeaning(group.request?.Status ?? 0)}>{group.request?.Status}</Mark>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}
