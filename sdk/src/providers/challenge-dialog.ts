/**
 * The frame for 3-D Secure where the page makes none: a modal dialog. The browser keeps the focus in it, gives it back
 * when it closes, and cancels it on Escape. Styled through the CSSOM, which a strict CSP allows.
 */
export function openDialog(
  url: URL,
  params: Record<string, string>,
  cancel: () => void,
): [HTMLIFrameElement, () => void] {
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  const dialog = document.createElement('dialog');
  const button = document.createElement('button');
  const frame = document.createElement('iframe');
  // On a phone it fills the screen.
  dialog.style.cssText = 'width:32em;height:42em;max-width:100%;max-height:100%;padding:0;border:0';
  button.style.cssText = 'position:absolute;top:0;right:0;width:44px;height:44px';
  frame.style.cssText = 'width:100%;height:100%;border:0';
  button.ariaLabel = 'Cancel';
  button.textContent = '×';
  button.onclick = dialog.oncancel = cancel;
  dialog.ariaLabel = frame.title = '3-D Secure';
  frame.src = url.href;
  dialog.append(frame, button);
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
