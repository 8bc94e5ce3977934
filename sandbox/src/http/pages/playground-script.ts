/** Runs what the inspector's playground hands over, as a script of this page. Only the page around the frame is heard. */
export const playgroundScript = `'use strict';
addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== location.origin || typeof event.data?.code !== 'string') return;
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([event.data.code], { type: 'text/javascript' }));
  document.body.append(script);
}, { once: true });
addEventListener('error', (event) => { document.querySelector('output').textContent = event.message; });
addEventListener('unhandledrejection', (event) => { document.querySelector('output').textContent = String(event.reason); });
`;
