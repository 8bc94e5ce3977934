/** Adds a copy button to each code sample. */
export function addCopyButtons(): void {
  for (const sample of document.querySelectorAll('article pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(sample.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    const frame = document.createElement('div');
    frame.className = 'sample';
    sample.replaceWith(frame);
    frame.append(sample, button);
  }
}
