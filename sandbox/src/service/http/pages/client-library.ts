/**
 * The client library of a provider, as a page loads it. It knows its provider by its own address and sends what the
 * service has signed along with the data, so that the provider takes the call.
 */
export function clientLibrary(name: string): string {
  return `'use strict';
{
  const tokens = new URL('tokens', document.currentScript.src).href;
  const clients = (window.ProviderClients ??= {});
  clients[${JSON.stringify(name)}] = Object.freeze({
    async tokenize(signedConfig, request) {
      const response = await fetch(tokens, {
        method: 'POST',
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...request, Signed: signedConfig }),
      });
      return response.json();
    },
  });
}
`.replaceAll('</', '<\\/');
}
