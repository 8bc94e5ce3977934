/** @jsxImportSource hono/jsx/dom */
import { useId } from 'hono/jsx/dom';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'date' | 'datetime-local' | 'checkbox' | 'select' | 'textarea';
  readonly value?: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** Hides the field if it has no effect. */
  readonly applies?: (values: Values) => boolean;
}

export type Values = Readonly<Record<string, string>>;

export function FieldInput({
  field: { name, label, kind, options = [], hint, isRequired = false },
  value,
  onInput,
}: {
  readonly field: Field;
  readonly value: string;
  readonly onInput: (value: string) => void;
}) {
  // A dialog and the view below it may both have a field of this name.
  const id = useId();
  const read = (event: Event) => onInput((event.target as HTMLInputElement).value);
  if (kind === 'checkbox') {
    return (
      <label class="check">
        <input
          type="checkbox"
          name={name}
          checked={value === 'true'}
          onChange={(event: Event) => onInput(String((event.target as HTMLInputElement).checked))}
        />
        {label}
      </label>
    );
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'select' ? (
        <select id={id} name={name} onChange={read}>
          {options.map(([option, text]) => (
            <option value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      ) : kind === 'textarea' ? (
        <textarea id={id} name={name} rows={8} spellcheck={false} value={value} onInput={read} />
      ) : (
        <input
          id={id}
          name={name}
          type={kind}
          step={kind === 'number' ? 'any' : undefined}
          required={isRequired}
          value={value}
          onInput={read}
        />
      )}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}
