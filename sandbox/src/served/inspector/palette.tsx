/** @jsxImportSource hono/jsx/dom */
import { useEffect, useLayoutEffect, useRef, useState } from 'hono/jsx/dom';
import { createObservable, useObservable } from './observable.ts';
import { go, href } from './router.ts';
import { type Hit, searchEverything } from './search.ts';
import { views } from './views/index.ts';

export const isSearching = createObservable(false);

/** Delay of the search after the last key, in real milliseconds. */
const TYPING_MS = 120;

/** Views whose name begins with the text. */
function viewHits(text: string): Hit[] {
  return views
    .filter(({ title }) => title.toLowerCase().startsWith(text.toLowerCase()))
    .map(({ name, title, key }) => ({
      key: `view-${name}`,
      kind: 'View',
      title,
      detail: `g ${key}`,
      href: href(name),
    }));
}

/** Searches everything: documents by name, address, number and id, the activity, and the views. */
export function Palette() {
  const isOpen = useObservable(isSearching);
  return isOpen ? <OpenPalette /> : null;
}

function OpenPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ readonly text: string; readonly hits: readonly Hit[] }>({
    text: '',
    hits: [],
  });
  const [at, setAt] = useState(0);
  useEffect(() => {
    const show = () => dialog.current?.isConnected === true && dialog.current.showModal();
    if (!show()) requestAnimationFrame(show);
  }, []);
  const wanted = text.trim();
  useLayoutEffect(() => {
    if (wanted === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void searchEverything(wanted).then((hits) => {
        if (!isCurrent) return;
        setFound({ text: wanted, hits });
        setAt(0);
      });
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  const hits = [...viewHits(wanted), ...(wanted === '' ? [] : found.hits)];
  const chosen = hits[Math.min(at, hits.length - 1)];
  /** Not on the event `close`, which arrives later, when the search may have been reopened. */
  const close = () => {
    dialog.current?.close();
    isSearching.set(false);
  };
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    close();
    go(hit.href);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(hits.length - 1, at + step)));
      document.getElementById(`hit-${at + step}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Escape') {
      // By default, the key clears the field first.
      event.preventDefault();
      close();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(chosen);
    }
  };
  const isNothing = wanted !== '' && found.text === wanted && hits.length === 0;
  return (
    <dialog ref={dialog} class="palette" aria-label="Search everything" onCancel={close}>
      <input
        type="search"
        role="combobox"
        aria-label="Search everything"
        aria-expanded={hits.length > 0 ? 'true' : 'false'}
        aria-controls="hits"
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `hit-${hits.indexOf(chosen)}`}
        autocomplete="off"
        placeholder="Name, e-mail, id, number, path, event"
        value={text}
        onInput={(event: Event) => setText((event.target as HTMLInputElement).value)}
        onKeyDown={press}
      />
      {isNothing && (
        <p class="quiet" role="status">
          No results for “{wanted}”
        </p>
      )}
      <div id="hits" role="listbox" aria-label="Found" hidden={hits.length === 0}>
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field opens it
          <div
            key={hit.key}
            id={`hit-${index}`}
            role="option"
            aria-selected={hit === chosen ? 'true' : 'false'}
            onClick={() => open(hit)}
          >
            <span class="kind">{hit.kind}</span>
            <span class="title">{hit.title}</span>
            <span class="quiet">{hit.detail}</span>
          </div>
        ))}
      </div>
    </dialog>
  );
}
