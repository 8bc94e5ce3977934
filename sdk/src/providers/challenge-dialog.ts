import { element } from '../element.ts';

/**
 * The frame for 3-D Secure where the page makes none: a modal dialog. The browser keeps the focus in it, gives it back
 * when it closes, and cancels it on Escape. Styled through the CSSOM, which a strict CSP allows.
 *
 * @returns Closes it.
 */
export function openDialog(url: URL, params: Record<string, string>, cancel: () => void): () => void {
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  // On a phone it fills the screen.
  const dialog = element(
    'dialog',
    'width:32em;height:42em;max-width:100%;max-height:100%;padding:0;border:0',
  );
  const button = element('button', 'all:revert;height:44px;margin:3px');
  const frame = element('iframe', 'display:block;width:100%;height:calc(100% - 54px);border:0');
  button.textContent = 'Cancel';
  button.onclick = dialog.oncancel = cancel;
  dialog.ariaLabel = frame.title = '3-D Secure';
  frame.src = url.href;
  dialog.append(button, frame);
  document.body.append(dialog);
  dialog.showModal();
  return () => {
    dialog.close();
    dialog.remove();
  };
}
