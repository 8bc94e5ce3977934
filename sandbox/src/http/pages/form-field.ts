import { html } from 'hono/html';
import type { Html } from './page.ts';

/** One labelled input of a page. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'number';
  readonly inputmode?: 'numeric' | 'email' | 'tel';
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly readonly?: boolean;
  readonly optional?: boolean;
  /** Values that the browser offers while one types, each with what it does. */
  readonly offers?: readonly { readonly value: string; readonly label: string }[];
}

/** An input with its label, hint and error, tied together for those who do not see them. */
export function formField(field: FormField, error: string | undefined): Html {
  const { name, label, hint, offers } = field;
  const describedBy = [hint === undefined ? '' : `${name}-hint`, error === undefined ? '' : `${name}-error`];
  return html`<div class="field ${error === undefined ? '' : 'wrong'}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${field.type ?? 'text'}" value="${field.value ?? ''}"
 autocomplete="${field.autocomplete ?? 'off'}"
 ${field.inputmode === undefined ? '' : html`inputmode="${field.inputmode}"`}
 ${field.placeholder === undefined ? '' : html`placeholder="${field.placeholder}"`}
 ${field.type === 'number' ? html`min="0" step="1"` : ''}
 ${field.readonly === true ? html`readonly` : ''}
 ${field.optional === true ? '' : html`aria-required="true"`}
 ${offers === undefined ? '' : html`list="${name}-offers"`}
 ${error === undefined ? '' : html`aria-invalid="true" autofocus`}
 ${describedBy.join('') === '' ? '' : html`aria-describedby="${describedBy.join(' ').trim()}"`}>
${offers === undefined ? '' : html`<datalist id="${name}-offers">${offers.map((offer) => html`<option value="${offer.value}">${offer.label}</option>`)}</datalist>`}
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error === undefined ? '' : html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}
