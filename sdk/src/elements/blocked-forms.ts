import { warn } from '../calls/callbacks.ts';

/**
 * Warns developers where the document is in a frame that forbids forms: the browser ignores each attempt to submit there, and
 * sends no event.
 *
 * @param place Holds the form that tries it: where no script of the page hears the attempt.
 */
export function warnOfBlockedForms(place: Element): void {
  const form = document.createElement('form');
  let isAllowed = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    isAllowed = true;
  });
  place.append(form);
  form.requestSubmit();
  form.remove();
  if (!isAllowed)
    warn('the page is in a frame that ignores forms. Add allow-forms to its sandbox attribute.');
}
