/** @jsxImportSource hono/jsx/dom */
import { tokenize } from '../code-tokens.ts';

/** A code editor with highlighting: a text area with invisible text is placed over the highlighted code. */
export function CodeEditor({
  value,
  isReadOnly,
  onInput,
}: {
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onInput: (code: string) => void;
}) {
  return (
    <div class="editor">
      <div>
        <pre aria-hidden="true">
          {tokenize(value).map(({ kind, text }) =>
            kind === undefined ? text : <span class={kind}>{text}</span>,
          )}{' '}
        </pre>
        <textarea
          aria-label="Code"
          spellcheck={false}
          wrap="off"
          value={value}
          readonly={isReadOnly}
          onInput={(event: Event) => onInput((event.target as HTMLTextAreaElement).value)}
        />
      </div>
    </div>
  );
}
