// The inside of the payment form: the script of the document that the service serves for the iframe. Card and account
// data is typed here, goes from here to the payment provider, and never to the page.
import { configure } from '../configuration/configuration.ts';
import { warnOfBlockedForms } from './blocked-forms.ts';
import { awaitPage } from './internal/handshake.ts';
import { Inside } from './internal/inside.ts';
import { lendPlace } from './internal/places.ts';

const { src } = document.currentScript as HTMLScriptElement;
configure({ baseUrl: new URL('..', src).href });
awaitPage((setup, port, origin) => {
  const { part } = setup;
  if (part && !part.isFirst) return lendPlace(part, port);
  warnOfBlockedForms(document.body);
  const inside = new Inside(setup, port, origin);
  port.onmessage = (event) => inside.receive(event);
});
