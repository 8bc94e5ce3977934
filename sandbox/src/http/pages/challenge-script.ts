/**
 * Reports the end of a challenge to the page that opened it (docs/self-service-api.md). The message goes to that page's
 * exact origin, which the element names; a page of any other origin never sees it.
 */
export const challengeScript = `'use strict';
{
  const { token, outcome, origin } = document.querySelector('[data-outcome]').dataset;
  const opener = window.opener ?? (window.parent === window ? null : window.parent);
  opener?.postMessage({ type: 'clientlib:challenge', token, outcome }, origin);
}
`;
