// The inside of the payment form: the script of the document that the service serves for the iframe. Card and account
// data is typed here, goes from here to the payment provider, and is not told to the page.
import { configure } from '../configuration.ts';
import { awaitPage } from './internal/handshake.ts';
import { Inside } from './internal/inside.ts';

const own = (document.currentScript as HTMLScriptElement).src;
configure({ baseUrl: new URL('..', own).href });
awaitPage((setup, port, origin) => {
  const inside = new Inside(setup, port, origin);
  port.onmessage = (event) => inside.receive(event);
});
