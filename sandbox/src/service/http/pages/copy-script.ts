/** Activates the copy buttons of a page. Without this script or clipboard support, they stay hidden. */
export const copyScript = `'use strict';
if (navigator.clipboard !== undefined) {
  for (const button of document.querySelectorAll('[data-copy]')) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  }
}
`;
