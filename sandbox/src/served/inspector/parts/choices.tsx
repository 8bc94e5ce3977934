/** @jsxImportSource hono/jsx/dom */

/** A few ways to see the same thing, of which one is chosen. */
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
