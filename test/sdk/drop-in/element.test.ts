// @vitest-environment happy-dom
import { ClientLibPaymentFormElement } from 'clientlib/custom-element';
import { ClientLibPortalElement, ClientLibSignupElement } from 'clientlib/drop-in';
import { afterEach, expect, it, vi } from 'vitest';

/* What elements need of the realm that they are in. */

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it.each([ClientLibSignupElement, ClientLibPortalElement])(
  'shows %o where shadow roots have no adoptedStyleSheets, as in jsdom',
  (Element) => {
    // Another file of this worker may have defined it, in a window that is gone.
    if (customElements.getName(Element) === null)
      customElements.define(`no-sheets-${Element.name.toLowerCase()}`, Element);
    vi.spyOn(ShadowRoot.prototype, 'adoptedStyleSheets', 'get').mockReturnValue(undefined as never);
    const element = new Element();
    document.body.append(element);
    expect(element.shadowRoot?.querySelector('.top')?.isConnected).toBe(true);
  },
);

it.each([ClientLibPaymentFormElement, ClientLibSignupElement, ClientLibPortalElement])(
  'moves %o by moveBefore without beginning anew: browsers call this in place of the other callbacks',
  ({ prototype }) => {
    expect(prototype.connectedMoveCallback()).toBeUndefined();
  },
);
