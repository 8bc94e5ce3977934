/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import type { ApiRequest } from '../api.ts';
import { useObservable } from '../observable.ts';
import { requestCodes } from '../request-code.ts';
import { act, dismiss, sent } from '../session.ts';
import { CopyButton, Failure, Json, Mark } from './basic.tsx';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'date' | 'datetime-local' | 'checkbox' | 'select' | 'textarea';
  readonly value?: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  readonly isRequired?: boolean;
}

export type Values = Readonly<Record<string, string>>;

export interface ActionProps {
  /** A verb: "Pause". */
  readonly label: string;
  readonly fields?: readonly Field[];
  /** The request that the action sends, by what is in its fields. */
  readonly request: (values: Values) => ApiRequest;
  /** What it does, in a sentence. */
  readonly hint?: Child;
  readonly isDanger?: boolean;
  readonly isMain?: boolean;
  readonly isDisabled?: boolean;
  /** Shown in the dialog while the request is under way. */
  readonly whileSending?: Child;
  /** Sends at once, without a dialog. */
  readonly isQuick?: boolean;
  /** The answer in words; its JSON is one click away. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape of its path
  readonly inWords?: (answer: any) => Child;
  /** Waits for what the request set off, and says why that failed. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape of its path
  readonly check?: (answer: any) => Promise<string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape of its path
  readonly onDone?: (answer: any) => void;
}

export function requestLine({ method, path, body, file }: ApiRequest): string {
  if (file !== undefined) return `${method} ${path} < ${file}`;
  return `${method} ${path}${body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`}`;
}

/** A button that sends a request, which can be seen and copied before and after. */
export function Action(props: ActionProps) {
  const { label, fields = [], request, isDanger, isMain, isDisabled = false, isQuick, check, onDone } = props;
  const [isOpen, setOpen] = useState(false);
  const initial = Object.fromEntries(fields.map(({ name, value = '' }) => [name, value]));
  const press = () => {
    if (isQuick !== true) return setOpen(true);
    act(label, request(initial), check).then(
      (answer) => onDone?.(answer),
      // It is shown among what was sent.
      () => {},
    );
  };
  return (
    <>
      <button
        type="button"
        class={isDanger ? 'danger' : isMain ? 'main' : undefined}
        disabled={isDisabled}
        title={isQuick ? requestLine(request(initial)) : undefined}
        onClick={press}
      >
        {label}
        {isQuick ? '' : '…'}
      </button>
      {isOpen && <ActionDialog {...props} initial={initial} onClose={() => setOpen(false)} />}
    </>
  );
}

function ActionDialog({
  label,
  fields = [],
  request,
  hint,
  isDanger,
  whileSending,
  inWords,
  onDone,
  initial,
  onClose,
}: ActionProps & { readonly initial: Values; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState(initial);
  const [state, setState] = useState<{
    isSending?: boolean;
    error?: Error;
    answer?: unknown;
    isDone?: boolean;
  }>({});
  useEffect(() => {
    // A view that is drawn anew at this moment puts its elements into the page later.
    const show = () => {
      if (dialog.current?.isConnected === true) dialog.current.showModal();
    };
    if (dialog.current?.isConnected === true) show();
    else requestAnimationFrame(show);
  }, []);
  const planned = request(values);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (state.isSending) return;
    setState({ isSending: true });
    try {
      const answer = await act(label, planned);
      setState({ isDone: true, answer });
      onDone?.(answer);
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  return (
    <dialog ref={dialog} class="action" aria-label={label} onClose={onClose}>
      <form onSubmit={submit}>
        <header>
          <h2>{label}</h2>
        </header>
        {hint !== undefined && <p>{hint}</p>}
        {fields.map((field) => (
          <FieldInput
            field={field}
            value={values[field.name] ?? ''}
            onInput={(value) => {
              setValues({ ...values, [field.name]: value });
              if (state.isDone) setState({});
            }}
          />
        ))}
        <RequestView request={planned} />
        {state.isSending === true && whileSending}
        {state.error !== undefined && <Failure error={state.error} />}
        {state.isDone && (
          <>
            <p class="message ok" role="status">
              Done
            </p>
            {inWords !== undefined && <p class="answer">{inWords(state.answer)}</p>}
            {state.answer !== '' && (
              <details open={inWords === undefined}>
                <summary>Response</summary>
                <Json value={state.answer} />
              </details>
            )}
          </>
        )}
        <footer>
          <button type="button" onClick={() => dialog.current?.close()}>
            {state.isDone ? 'Close' : 'Back'}
          </button>
          {!state.isDone && (
            <button type="submit" class={isDanger ? 'danger' : 'main'} disabled={state.isSending === true}>
              {label}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

export function FieldInput({
  field: { name, label, kind, options = [], hint, isRequired = false },
  value,
  onInput,
}: {
  readonly field: Field;
  readonly value: string;
  readonly onInput: (value: string) => void;
}) {
  const id = `field-${name}`;
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

/** A request as it goes out, and as code to take along. */
export function RequestView({ request }: { readonly request: ApiRequest }) {
  const { method, path, body } = request;
  return (
    <div class="request">
      <p>
        <b>{method}</b> <code>{path}</code>
      </p>
      {body !== undefined && <Json value={body} />}
      <CopyCodes request={request} />
    </div>
  );
}

export function CopyCodes({ request }: { readonly request: ApiRequest }) {
  return (
    <p class="copies">
      {requestCodes.map(({ name, code }) => (
        <CopyButton text={code(request)} label={`Copy as ${name}`} />
      ))}
    </p>
  );
}

/** What the latest actions have sent and what came back. */
export function SentRequests() {
  const entries = useObservable(sent).slice(0, 3);
  return (
    <section class="sent" aria-label="Sent requests" aria-live="polite">
      {entries.map((entry) => {
        const { key, label, request, state, status, message } = entry;
        return (
          <article key={String(key)}>
            <header>
              <Mark meaning={state === 'done' ? 'ok' : state === 'failed' ? 'fail' : 'wait'}>
                {label} {state === 'sending' ? 'is sent' : status === 0 ? 'failed' : status}
              </Mark>
              <button
                type="button"
                class="small"
                aria-label={`× dismiss ${label}`}
                onClick={() => dismiss(key)}
              >
                ×
              </button>
            </header>
            <code class="line" title={requestLine(request)}>
              {requestLine(request)}
            </code>
            {message !== undefined && <p>{message}</p>}
            <CopyCodes request={request} />
          </article>
        );
      })}
    </section>
  );
}
