/** @jsxImportSource hono/jsx/dom */

/** Options for viewing the same data, one of which is selected. */
export function Choices({
  label,
  choices,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}) {
  return (
    <fieldset class="zoom" aria-label={label}>
      {choices.map(([choice, text]) => (
        <button
          type="button"
          class="small"
          aria-pressed={choice === value ? 'true' : 'false'}
          onClick={() => onChoose(choice)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
