/**
 * Sends what the customer does, and shows what comes of it in place of the question: pages that followed each other in the
 * frame would stay in the browser's history, and the first steps back in the shop would show nothing.
 */
const send = `const form = document.querySelector('form');
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    // form.action is the buttons of that name.
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
