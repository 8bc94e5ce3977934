/** @jsxImportSource hono/jsx/dom */
import { useRef, useState } from 'hono/jsx/dom';
import type { Catalog } from '../../model/sandbox-catalog.ts';
import { CopyButton } from '../parts/basic.tsx';
import { Choices } from '../parts/choices.tsx';
import { snippets } from '../playground-code.ts';
import { useQuery } from '../query.ts';
import { setQuery, useRoute } from '../router.ts';
import { settings } from '../settings.ts';

/** A signup page: its code on the left, the running page on the right. */
export function PlaygroundView() {
  const { data: catalog } = useQuery<Catalog>('/sandbox/catalog');
  if (catalog === undefined) return <p class="quiet">Loading</p>;
  return <Playground publicApiKey={catalog.PublicApiKey} />;
}

/**
 * Code that somebody pasted gets an origin of its own: it reaches neither the control token nor other workspaces, only what
 * its public key allows. A service worker does not serve such a frame; there the sandbox is the page's own.
 */
function confinement(): { readonly sandbox?: string } {
  const isOfServiceWorker = navigator.serviceWorker?.controller != null;
  return isOfServiceWorker ? {} : { sandbox: 'allow-scripts allow-forms allow-popups' };
}

function Playground({ publicApiKey }: { readonly publicApiKey: string }) {
  const { query } = useRoute();
  const [runs = snippets[0]] = snippets;
  const chosen = snippets.find(({ name }) => name === query.get('as')) ?? runs;
  const frame = useRef<HTMLIFrameElement>(null);
  const [code, setCode] = useState(runs?.code(publicApiKey, settings.baseUrl) ?? '');
  const isRunning = chosen === runs;
  const shown = isRunning ? code : (chosen?.code(publicApiKey, settings.baseUrl) ?? '');
  // An opaque origin has no name. The code is no secret.
  const give = () => frame.current?.contentWindow?.postMessage({ code }, '*');
  const run = () => {
    const element = frame.current;
    if (element !== null) element.src = `${settings.baseUrl}/playground?run=${Date.now()}`;
  };
  return (
    <>
      <div class="heading">
        <h1>Playground</h1>
        <Choices
          label="Kind of project"
          choices={snippets.map(({ name }) => [name, name] as const)}
          value={chosen?.name ?? ''}
          onChoose={(name) => setQuery({ as: name === runs?.name ? '' : name })}
        />
        <CopyButton text={shown} label="Copy code" />
        <button type="button" class="main" onClick={run} disabled={!isRunning}>
          Run
        </button>
      </div>
      <p class="quiet">
        Change the code and run it. Test card 4111111111111111 succeeds, 4000000000000002 is declined; more
        are in the <a href="#/catalogue">catalogue</a>. What it does is in the{' '}
        <a href="#/activity">activity</a>.
      </p>
      <div class="playground">
        <textarea
          aria-label="Code"
          spellcheck={false}
          wrap="off"
          value={shown}
          readonly={!isRunning}
          onInput={(event: Event) => setCode((event.target as HTMLTextAreaElement).value)}
        />
        <iframe
          ref={frame}
          title="Running page"
          {...confinement()}
          src={`${settings.baseUrl}/playground`}
          onLoad={give}
        />
      </div>
    </>
  );
}
