/** @jsxImportSource hono/jsx/dom */
import type { ApiRequest } from '../api.ts';
import { useObservable } from '../observable.ts';
import { requestCodes } from '../request-code.ts';
import { onOther } from '../router.ts';
import { dismiss, dismissEnded, sent } from '../session.ts';
import { CopyButton, Json, Mark } from './basic.tsx';

export function requestLine({ method, path, body, file }: ApiRequest): string {
  if (file !== undefined) return `${method} ${path} < ${file}`;
  return `${method} ${path}${body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`}`;
}

/** A request as it is sent, and as code to copy. */
export function RequestView({ request }: { readonly request: ApiRequest }) {
  const { method, path, body, file } = request;
  return (
    <div class="request">
      <p>
        <b>{method}</b> <code>{path}</code>
      </p>
      {file !== undefined ? <p>{file}</p> : body !== undefined && <Json value={body} />}
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

onOther(dismissEnded);

/** Shows the requests of the latest actions and their responses in a strip below the view, which covers nothing. */
export function SentRequests() {
  const entries = useObservable(sent).slice(0, 3);
  return (
    <section class="sent" aria-label="Sent requests" aria-live="polite">
      {entries.map(({ key, label, request, state, status, message }) => (
        <article key={String(key)}>
          <Mark meaning={state === 'done' ? 'ok' : state === 'failed' ? 'fail' : 'wait'}>
            {label} {state === 'sending' ? 'sending' : status === 0 ? 'failed' : status}
          </Mark>
          {message === undefined ? (
            <code class="line" title={requestLine(request)}>
              {requestLine(request)}
            </code>
          ) : (
            <p>{message}</p>
          )}
          <CopyCodes request={request} />
          <button type="button" class="small" aria-label={`× dismiss ${label}`} onClick={() => dismiss(key)}>
            ×
          </button>
        </article>
      ))}
    </section>
  );
}
