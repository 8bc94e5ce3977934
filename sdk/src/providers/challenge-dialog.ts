// The frame for 3-D Secure where the page makes none: a modal dialog. The browser keeps the focus in it, returns it when
// it closes, and cancels it on Escape. Styled through the CSSOM, which a strict CSP allows.

/** Hidden at first, and as large as the window: in a frame, that measures what the customer sees. The shadow is the backdrop. */
const look =
  'visibility:hidden;padding:0;border:0;width:auto;height:auto;min-height:min(300px,100%);max-width:none;max-height:none;font:inherit;background:Canvas;color:CanvasText;box-shadow:0 0 0 100vmax #0009;';
const desktop = 'max-width:32em;max-height:42em;border-radius:12px;';
const buttonLook =
  'display:block;margin-left:auto;height:48px;padding:0 16px;border:0;background:none;color:inherit;font:inherit';

/** Opens the dialog. Returns what closes it. */
export function openDialog(url: string, cancel: () => void, cancelLabel = 'Cancel'): () => void {
  const dialog = element('dialog', look);
  const button = element('button', buttonLook);
  const frame = element('iframe', 'display:block;width:100%;height:calc(100% - 48px);border:0');
  button.textContent = cancelLabel;
  button.onclick = dialog.oncancel = cancel;
  frame.title = '3-D Secure';
  frame.src = url;
  dialog.setAttribute('aria-label', frame.title);
  dialog.append(button, frame);
  document.body.append(dialog);
  // The bank's page follows the color scheme of the page; of one that names none, that of the customer.
  if (!/light|dark/.test(getComputedStyle(dialog).colorScheme)) dialog.style.colorScheme = 'light dark';
  dialog.showModal();
  const show = (top: number, bottom: number) => {
    const shown = `visibility:visible;top:${Math.max(0, Math.min(top, innerHeight - 300))}px;bottom:${innerHeight - bottom}px`;
    dialog.style.cssText += `;${innerWidth < 600 ? '' : desktop}${shown}`;
    button.focus();
  };
  // In a tall frame, the customer sees only a part of the page, and not every browser lets it scroll the pages around
  // it.
  if (parent === window) show(0, innerHeight);
  else
    new IntersectionObserver(([entry], observer) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      show(entry.intersectionRect.top, entry.intersectionRect.bottom);
    }).observe(dialog);
  return () => {
    dialog.close();
    dialog.remove();
  };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  css: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.style.cssText = css;
  return made;
}
