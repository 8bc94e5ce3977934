/**
 * Runs the code that the inspector's playground passes: a script of this page, or a drop-in element with its attributes.
 * Accepts messages from the embedding page only. Requests of this page are marked as the playground's.
 */
export const playgroundScript = `'use strict';
{
  const { fetch } = self;
  self.fetch = (input, init) => {
    const request = new Request(input, init);
    request.headers.set('X-Sandbox-Client', 'playground');
    return fetch(request);
  };
  const show = (text) => { document.querySelector('output').textContent = text; };
  const run = (code) => {
    const script = document.createElement('script');
    script.src = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    // Before, it would leave the page with what was typed.
    script.onload = () => { document.querySelector('[type=submit]').disabled = false; };
    document.body.append(script);
  };
  const put = (name, attributes) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    document.querySelector('main').append(element);
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== location.origin) return;
    if (typeof data?.code === 'string') run(data.code);
    else if (/^clientlib-(signup|portal)$/.test(data?.element)) put(data.element, data.attributes);
  }, { once: true });
  addEventListener('error', (event) => show(event.message));
  addEventListener('unhandledrejection', (event) => show(String(event.reason)));
}
`;
