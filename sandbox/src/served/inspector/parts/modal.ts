import { useEffect, useRef } from 'hono/jsx/dom';

/** Returns a `ref` that opens its dialog as soon as it is mounted. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const show = () => dialog.current?.showModal();
    // A view that is rendering at this moment mounts its elements later.
    if (dialog.current?.isConnected === true) show();
    else requestAnimationFrame(show);
  }, []);
  return dialog;
}

/** Scrolls to the result, and keeps the focus in the dialog when the pressed button is gone. */
export function useOutcome(state: object): void {
  useEffect(() => {
    const dialog = document.querySelector('dialog[open]');
    dialog?.querySelector('.message')?.scrollIntoView({ block: 'nearest' });
    if (dialog?.contains(document.activeElement) === false)
      dialog.querySelector<HTMLElement>('.end button')?.focus();
  }, [state]);
}
