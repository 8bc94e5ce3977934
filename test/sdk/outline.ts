/* What a customer's browser and screen reader find, as lines of text to compare with a reviewed file. */

/** What differs from run to run. */
const ids = [
  /\b[0-9a-f]{24}\b/g,
  /(?<=selfServiceToken=)[^&]+/g,
  /(?<=M-)[0-9A-F]{16}/g,
  /(?<=payment-form-)\d+/g,
];
/** Ids of the default catalogue mean something. */
const isKnown = (id: string): boolean => /^[a-f]0{10}/.test(id);

const shownValue = (value: string): string =>
  ids.reduce((text, id) => text.replace(id, (found) => (isKnown(found) ? found : '…')), value);

/** Asked from outside in: a shadow root of Happy DOM throws when the focus is in another one. */
function focusedElement(): Element | null {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
  return activeElement;
}

/** What a control holds, which no attribute says. */
function statesOf(element: Element): string[] {
  const states = focusedElement() === element ? ['focused'] : [];
  if (element instanceof HTMLSelectElement) return [...states, `holds="${element.value}"`];
  if (!(element instanceof HTMLInputElement)) return states;
  if (element.readOnly) states.push('read-only');
  const isTicked = ['checkbox', 'radio'].includes(element.type);
  return [...states, isTicked ? (element.checked ? 'ticked' : 'not ticked') : `holds="${element.value}"`];
}

function lineOf(element: Element): string {
  const attributes = [...element.attributes]
    .map(({ name, value }) => (value === '' ? name : `${name}="${shownValue(value)}"`))
    .sort();
  return [element.localName, ...attributes, ...statesOf(element)].join(' ');
}

/** Of the many countries, the first and the last. */
const MOST_OPTIONS = 5;

function linesOf(node: Node, indent: string): string[] {
  if (node instanceof Text) return node.data.trim() ? [`${indent}"${shownValue(node.data)}"`] : [];
  if (!(node instanceof Element)) return [];
  const isLong = node instanceof HTMLSelectElement && node.options.length > MOST_OPTIONS;
  const shown = isLong
    ? [node.options[0] as Node, node.options.item(node.options.length - 1) as Node]
    : node.childNodes;
  const children = [...shown].flatMap((child) => linesOf(child, `${indent}  `));
  return [`${indent}${lineOf(node)}`, ...children];
}

/** Elements, attributes, states and texts under a place, one below the other. */
export const outlineOf = (place: Node): string =>
  `${[...place.childNodes].flatMap((node) => linesOf(node, '')).join('\n')}\n`;
