import { useEffect, useRef } from 'hono/jsx/dom';

/** Returns a `ref` that opens its dialog as soon as it is mounted. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const show = () => dialog.current?.showModal();
    // A view that is drawn anew at this moment puts its elements into the page later.
    if (dialog.current?.isConnected === true) show();
    else requestAnimationFrame(show);
  }, []);
  return dialog;
}

/** The outcome comes into sight, and the focus stays in the dialog when what was pressed is gone. */
export function useOutcome(state: object): void {
  useEffect(() => {
    const dialog = document.querySelector('dialog[open]');
    dialog?.querySelector('.message')?.scrollIntoView({ block: 'nearest' });
    if (dialog?.contains(document.activeElement) === false)
      dialog.querySelector<HTMLElement>('.end button')?.focus();
  }, [state]);
}
