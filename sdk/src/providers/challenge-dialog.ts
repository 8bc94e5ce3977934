import type { ChallengeRedirect } from '../types/payment-config.ts';

/**
 * The frame for 3-D Secure where the page makes none: a modal dialog. The browser keeps the focus in it, gives it back
 * when it closes, and cancels it on Escape. Styled through the CSSOM, which a strict CSP allows.
 */
export function openDialog(
  { url, params }: ChallengeRedirect,
  cancel: () => void,
): [HTMLIFrameElement, () => void] {
  const address = new URL(url);
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);

  const dialog = document.createElement('dialog');
  dialog.style.cssText =
    'box-sizing:border-box;width:32em;height:42em;max-width:100%;max-height:100%;padding:0;border:0;overflow:hidden;background:#fff';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  button.ariaLabel = 'Cancel';
  button.style.cssText =
    'position:absolute;top:0;right:0;width:44px;height:44px;border:0;background:#fff;color:#222;font:24px sans-serif';
  button.onclick = cancel;
  const frame = document.createElement('iframe');
  frame.title = '3-D Secure';
  frame.src = address.href;
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
  dialog.ariaLabel = '3-D Secure';
  dialog.append(frame, button);
  dialog.oncancel = cancel;
  document.body.append(dialog);
  dialog.showModal();
  return [
    frame,
    () => {
      dialog.close();
      dialog.remove();
    },
  ];
}
