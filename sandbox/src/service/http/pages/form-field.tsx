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
  /** Values that the browser suggests while typing, each with its effect. */
  readonly offers?: readonly { readonly value: string; readonly label: string }[];
  readonly error?: string | undefined;
}

/** An input with its label, hint and error, linked for screen readers. */
export function Field({ name, label, hint, offers, error, ...field }: FormField) {
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  const errorId = error === undefined ? undefined : `${name}-error`;
  const offersId = offers === undefined ? undefined : `${name}-offers`;
  const describedBy = [hintId, errorId].filter((id) => id !== undefined).join(' ');
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={field.type ?? 'text'}
        value={field.value ?? ''}
        autocomplete={field.autocomplete ?? 'off'}
        inputmode={field.inputmode}
        placeholder={field.placeholder}
        min={field.type === 'number' ? 0 : undefined}
        readonly={field.readonly}
        list={offersId}
        autofocus={error !== undefined}
        aria-required={field.optional === true ? undefined : 'true'}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={describedBy === '' ? undefined : describedBy}
      />
      {offers !== undefined && (
        <datalist id={offersId}>
          {offers.map((offer) => (
            <option value={offer.value}>{offer.label}</option>
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
