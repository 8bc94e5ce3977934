/** A new element. Its style is set through the CSSOM, which a strict CSP allows. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  css: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.style.cssText = css;
  return made;
}
