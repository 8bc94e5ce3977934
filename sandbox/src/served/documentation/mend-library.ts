/**
 * What the library leaves out for those who do not see the page: names of fields and buttons, and headings in order. It draws
 * anew at each change, so this looks again whenever it did.
 */
export function mendLibrary(place: HTMLElement): void {
  const observer = new MutationObserver(mend);
  const watch = () => observer.observe(place, { childList: true, subtree: true });

  function mend(): void {
    observer.disconnect();
    for (const field of place.querySelectorAll('select, textarea, input')) nameField(field);
    for (const button of place.querySelectorAll('button'))
      if (button.textContent.trim() === '' && button.title === '') button.ariaLabel ??= 'Show or hide';
    for (const [name, selector] of Object.entries(parts))
      for (const found of place.querySelectorAll(selector)) {
        found.role = 'region';
        found.ariaLabel = name;
      }
    // The page's own heading is the first level, and groups follow the description, which has none.
    for (const heading of place.querySelectorAll('h3, h4, h5')) heading.ariaLevel = level(heading);
    for (const part of place.querySelectorAll('.table-container, .highlight-code > *, .model-box, pre'))
      if (part instanceof HTMLElement && part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    watch();
  }
  watch();
}

/** What stands outside of the library's main part. */
const parts = { Description: '.information-container', 'Server and token': '.scheme-container' };

function nameField(field: Element): void {
  if (field.ariaLabel !== null) return;
  // Their labels have no text beside the field.
  if (field.matches('#servers')) {
    field.ariaLabel = 'Server';
    return;
  }
  const id = field.getAttribute('id');
  if (field.closest('label') !== null) return;
  if (id && document.querySelector(`label[for="${CSS.escape(id)}"]`) !== null) return;
  field.ariaLabel = field.closest('tr')?.querySelector('.parameter__name')?.textContent || nameOf(field);
}

function nameOf(field: Element): string {
  if (field.matches('textarea')) return 'Body';
  if (field.matches('.content-type, [aria-controls]')) return 'Content type';
  return field.getAttribute('placeholder') ?? 'Value';
}

/** Groups are of the second level, operations' parts of the third. */
function level(heading: Element): string {
  return heading.matches('.opblock-tag') ? '2' : '3';
}
