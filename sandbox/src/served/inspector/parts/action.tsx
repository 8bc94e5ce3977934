/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import { useState } from 'hono/jsx/dom';
import type { ApiRequest } from '../api.ts';
import { createObservable, useObservable } from '../observable.ts';
import { act } from '../session.ts';
import { Failure, Json } from './basic.tsx';
import { type Field, FieldInput, type Values } from './fields.tsx';
import { useModal, useOutcome } from './modal.ts';
import { RequestView, requestLine } from './request-view.tsx';

interface Sent {
  /** A verb: "Pause". */
  readonly label: string;
  /** Returns the request that the action sends with these field values. */
  readonly request: (values: Values) => ApiRequest;
  /** Waits for the effects of the request, and returns why they failed. */
  // biome-ignore lint/suspicious/noExplicitAny: the response has the shape of its path
  readonly check?: (answer: any) => Promise<string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: the response has the shape of its path
  readonly onDone?: (answer: any) => void;
}

/**
 * An action with a dialog that describes it and shows its request. It closes on success, unless the dialog shows the
 * response.
 */
export interface DialogProps extends Sent {
  /** One sentence about its effect. */
  readonly hint: Child;
  readonly fields?: readonly Field[];
  readonly isDanger?: boolean;
  /** Called before the request is sent. */
  readonly before?: () => Promise<void>;
  /** Shown in the dialog while the request is in progress. */
  readonly whileSending?: Child;
  /** Shows the response if it is the purpose of the action: the dialog stays open with it. */
  // biome-ignore lint/suspicious/noExplicitAny: the response has the shape of its path
  readonly inWords?: (answer: any) => Child;
}

interface ButtonProps {
  readonly isMain?: boolean;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
}

/** A button that sends its request at once, without a dialog. */
interface QuickProps extends Sent {
  readonly isQuick: true;
}

export type ActionProps = ButtonProps & (QuickProps | (DialogProps & { readonly isQuick?: false }));

/** The dialog of the page: it stays open until it is closed, even if the view that opened it is gone. */
const opened = createObservable<DialogProps | undefined>(undefined);

export const openDialog = (props: DialogProps): void => opened.set(props);

/** A button that sends a request, which is shown before and after and can be copied. */
export function Action(props: ActionProps) {
  const { label, isMain, isSmall, isDisabled = false } = props;
  const color = props.isQuick !== true && props.isDanger ? 'danger' : isMain ? 'main' : '';
  const press = () => {
    if (props.isQuick !== true) return openDialog(props);
    act(label, props.request({}), props.check).then(
      (answer) => props.onDone?.(answer),
      // The failure is shown in the strip of sent requests.
      () => {},
    );
  };
  return (
    <button
      type="button"
      class={isSmall ? `small ${color}` : color || undefined}
      disabled={isDisabled}
      title={props.isQuick ? requestLine(props.request({})) : undefined}
      onClick={press}
    >
      {label}
      {props.isQuick ? '' : '…'}
    </button>
  );
}

/** The open dialog, if any. */
export function Dialog() {
  const props = useObservable(opened);
  return props === undefined ? null : <ActionDialog {...props} />;
}

function ActionDialog({
  label,
  fields = [],
  request,
  hint,
  isDanger,
  whileSending,
  inWords,
  before,
  check,
  onDone,
}: DialogProps) {
  const dialog = useModal();
  const [changed, setChanged] = useState<Values>({});
  const values: Values = {
    ...Object.fromEntries(fields.map(({ name, value = '' }) => [name, value])),
    ...changed,
  };
  const [state, setState] = useState<{
    isSending?: boolean;
    error?: Error;
    answer?: unknown;
    isDone?: boolean;
  }>({});
  useOutcome(state);
  const planned = request(values);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (state.isSending) return;
    setState({ isSending: true });
    try {
      await before?.();
      const answer = await act(label, planned, check);
      if (inWords === undefined) dialog.current?.close();
      else setState({ isDone: true, answer });
      onDone?.(answer);
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  return (
    <dialog ref={dialog} class="action" aria-label={label} onClose={() => opened.set(undefined)}>
      <form onSubmit={submit}>
        <h2>{label}</h2>
        <p>{hint}</p>
        {fields
          .filter(({ applies }) => applies?.(values) ?? true)
          .map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onInput={(value) => {
                setChanged({ ...changed, [field.name]: value });
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
              {inWords?.(state.answer)}
            </p>
            <details>
              <summary>Response</summary>
              <Json value={state.answer} />
            </details>
          </>
        )}
        <p class="actions end">
          <button type="button" onClick={() => dialog.current?.close()}>
            {state.isDone ? 'Close' : 'Back'}
          </button>
          {!state.isDone && (
            <button
              type="submit"
              class={isDanger ? 'danger' : 'main'}
              aria-disabled={state.isSending === true ? 'true' : undefined}
            >
              {label}
            </button>
          )}
        </p>
      </form>
    </dialog>
  );
}
