/**
 * The client library of a provider, as loaded by a page. It derives its provider from its own address and sends the
 * service's signature along with the data, so that the provider accepts the call.
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
