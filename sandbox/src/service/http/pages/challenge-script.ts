/**
 * Sends the customer's input, and shows the result in place of the form: navigations inside the
 * frame would be added to the browser's history, and the first back steps in the shop would have no visible effect.
 */
const send = `const form = document.querySelector('form');
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    // form.action returns the buttons of that name.
    const body = new URLSearchParams({ action: event.submitter.value });
    await fetch(form.getAttribute('action'), { method: 'POST', body });
    location.replace(form.dataset.next);
  });`;

/**
 * Reports the end of a challenge to the page that opened it (docs/self-service-api.md). The message goes to that page's
 * exact origin, which the element names; a page of any other origin never sees it.
 */
const report = `const { token, outcome, origin } = document.querySelector('[data-origin]')?.dataset ?? {};
  const opener = window.opener ?? (window.parent === window ? null : window.parent);
  if (origin) opener?.postMessage({ type: 'clientlib:challenge', token, outcome }, origin);`;

export const challengeScript = `'use strict';
{
  ${send}
  ${report}
}
`;
