/**
 * Passes the address to the element: `#/<plan variant id>?language=de&country=DE`, `#/<token>` or `#/<token>/<task>`. The
 * part after `#` never reaches a server.
 */
export const hostedPageScript = `'use strict';
{
  const element = document.querySelector('clientlib-signup, clientlib-portal');
  const usual = element.getAttribute('payment-methods');
  const read = () => {
    const [path, query] = location.hash.replace(/^#\\/?/, '').split('?');
    const [id, task] = path.split('/');
    const hash = new URLSearchParams(query);
    const own = new URLSearchParams(location.search);
    const language = hash.get('language') || own.get('language') || navigator.language;
    document.documentElement.lang = language;
    const attributes = element.localName === 'clientlib-portal'
      ? { token: id, task, 'return-url': hash.get('return-url') }
      : { 'plan-variant-id': id, country: hash.get('country'), 'coupon-code': hash.get('coupon') };
    const methods = hash.get('payment-methods') || usual;
    attributes['payment-methods'] = methods === 'all' ? '' : methods;
    element.setAttribute('locale', language);
    for (const [name, value] of Object.entries(attributes)) {
      if (value || name === 'token') element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  };
  read();
  addEventListener('hashchange', read);
  addEventListener('DOMContentLoaded', () => {
    for (const { href } of document.querySelectorAll('link[rel=later]'))
      fetch(href).catch(() => {});
  });
}
`;
