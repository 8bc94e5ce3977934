type Child = Node | string | undefined | false;

/** Attributes by name; a function is a listener of the event with that name. */
export interface Attributes {
  readonly [name: string]: string | boolean | number | undefined | ((event: Event) => unknown);
}

/** Creates an element. Attributes that are false or undefined are left out, as are children. Text stays text. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : `${value}`);
  }
  put(made, ...children);
  return made;
}

/** Replaces what an element contains. */
export function put(place: Element, ...children: readonly Child[]): void {
  place.replaceChildren(
    ...children.filter((child): child is Node | string => Boolean(child) || child === ''),
  );
}

/** Keeps what is typed and chosen in a form, and the focus. Returns a function that puts it into the same form in other words. */
export function keepInput(form: Element): (into: Element) => void {
  const findInputs = (place: Element) => [
    ...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not(.sample), select'),
  ];
  const inputs = findInputs(form);
  const { activeElement } = form.getRootNode() as ShadowRoot;
  const focused = inputs.indexOf(activeElement as HTMLInputElement);
  return (into) => {
    const copies = findInputs(into);
    for (const [at, copy] of copies.entries()) {
      const before = inputs[at] as HTMLInputElement | undefined;
      // What was still loading had no fields.
      if (!before) break;
      const { value, checked } = before;
      if (copy.value !== value) {
        copy.value = value;
        copy.dispatchEvent(new Event('input'));
      }
      if (!(copy instanceof HTMLInputElement) || copy.checked === checked) continue;
      copy.checked = checked;
      // What a box opens opens again; nobody outside hears of it.
      copy.dispatchEvent(new Event('change'));
    }
    copies[focused]?.focus();
  };
}

/** Sets a text only where it differs, so that nothing flickers and screen readers stay quiet. */
export function say(place: Element, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}
