/** @jsxImportSource hono/jsx/dom */
import { useLayoutEffect, useRef } from 'hono/jsx/dom';
import { isSearching } from './palette.tsx';
import { go, href } from './router.ts';
import { views } from './views/index.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog[open]') !== null;

/** Moves the focus between the rows of the list. */
function moveRow(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row] a, main [data-row] button.row')];
  if (rows.length === 0) return;
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
}

/** Keys that work everywhere outside of fields, and the dialog that lists them. */
export function Shortcuts() {
  const help = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    let isGoing = false;
    const press = (event: KeyboardEvent) => {
      const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isK && document.querySelector('dialog[open]') === null) {
        event.preventDefault();
        isSearching.set(true);
      }
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = isGoing ? views.find(({ key }) => key === event.key) : undefined;
      isGoing = event.key === 'g' && !isGoing;
      if (target !== undefined) go(href(target.name));
      else if (event.key === '/') {
        event.preventDefault();
        isSearching.set(true);
      } else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === 't') document.querySelector<HTMLElement>('main [data-table-key]')?.click();
      else if (event.key === '?') help.current?.showModal();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <dialog ref={help} class="keys" aria-label="Keys">
      <h2>Keys</h2>
      <dl class="facts">
        {[
          ['/', 'Search everything; also Ctrl K'],
          ['j, k', 'Next, previous row'],
          ['Enter', 'Open the row'],
          ['t', 'A contract as picture or table'],
          ['Esc', 'Close a dialog'],
          ...views.map(({ key, title }) => [`g ${key}`, title] as const),
        ].map(([key, meaning]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p class="actions end">
        <button type="button" onClick={() => help.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}
