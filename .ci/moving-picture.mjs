// A moving picture out of drawings that a page shows one after the other: an SVG whose frames take turns.

/** Seconds that each frame is shown; the last one stays longer. */
const SECONDS = 1.1;
const LAST_SECONDS = 3.3;

/** Runs in the page: the drawing with its colors and type written into it, without what only the page needs. */
export function drawingOf(svg, prefix) {
  const properties = [
    'fill',
    'stroke',
    'stroke-width',
    'stroke-dasharray',
    'opacity',
    'font-size',
    'font-weight',
  ];
  const copy = svg.cloneNode(true);
  const shown = [svg, ...svg.querySelectorAll('*')];
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(shown[at]);
    for (const property of properties) {
      const value = style.getPropertyValue(property);
      if (value && !['none', 'normal', '1'].includes(value)) element.setAttribute(property, value);
      else if (property === 'fill') element.setAttribute(property, value);
    }
    for (const name of ['class', 'aria-label', 'role', 'href', 'aria-hidden']) element.removeAttribute(name);
  }
  for (const title of copy.querySelectorAll('title')) title.remove();
  for (const link of copy.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  const { width, height } = svg.viewBox.baseVal;
  const content = copy.innerHTML
    .replace(/ id="/g, ` id="${prefix}`)
    .replace(/url\((?:&quot;|")?#/g, `url(#${prefix}`)
    .replace(/(url\(#[\w-]+)(?:&quot;|")\)/g, '$1)')
    .replace(/(="|[ ,])(-?\d+\.\d)\d+(?=[" ,])/g, '$1$2');
  return { width, height, content };
}

/** The frames as one SVG that plays without a script, in light and dark alike on a ground of its own. */
export function movingPicture(frames, label) {
  const { width, height } = frames[0].drawing;
  const total = SECONDS * (frames.length - 1) + LAST_SECONDS;
  const percent = (seconds) => ((100 * seconds) / total).toFixed(2);
  const turns = frames.map((_frame, at) => {
    const [from, to] = [
      percent(at * SECONDS),
      at === frames.length - 1 ? '100' : percent((at + 1) * SECONDS),
    ];
    return `@keyframes f${at}{0%{opacity:${at === 0 ? 1 : 0}}${at === 0 ? '' : `${from}%{opacity:1}`}${to === '100' ? '' : `${to}%{opacity:0}`}100%{opacity:${to === '100' ? 1 : 0}}}#f${at}{animation:f${at} ${total}s step-end infinite}`;
  });
  const groups = frames.map(
    ({ caption, drawing }, at) =>
      `<g id="f${at}"><text x="16" y="30" font-size="15" font-weight="600" fill="#1c2330">${caption}</text><g transform="translate(16 44)">${drawing.content}</g></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 32} ${height + 60}" role="img" aria-label="${label}" font-family="system-ui, sans-serif"><style>${turns.join('')}@media (prefers-reduced-motion: reduce){g[id^=f]{animation:none}g[id^=f]:not(#f${frames.length - 1}){display:none}}</style><rect width="100%" height="100%" rx="8" fill="#fff"/>${groups.join('')}</svg>\n`;
}
