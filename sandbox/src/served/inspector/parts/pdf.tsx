/** @jsxImportSource hono/jsx/dom */
import { useLayoutEffect, useState } from 'hono/jsx/dom';
import { sendRaw } from '../api.ts';
import { Failure } from './basic.tsx';
import { Section } from './list-view.tsx';

/** Shows a PDF of the API in the page. */
export function Pdf({ path, name }: { readonly path: string; readonly name: string }) {
  const [file, setFile] = useState<{ readonly url?: string; readonly error?: Error }>({});
  useLayoutEffect(() => {
    let url: string | undefined;
    let isCurrent = true;
    sendRaw({ method: 'GET', path })
      .then((response) => response.blob())
      .then(
        (blob) => {
          if (!isCurrent) return;
          url = URL.createObjectURL(blob);
          setFile({ url });
        },
        (error: Error) => setFile({ error }),
      );
    return () => {
      isCurrent = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [path]);
  return (
    <Section title="PDF">
      {file.error !== undefined && <Failure error={file.error} />}
      {file.url !== undefined && (
        <>
          <p>
            <a class="button" href={file.url} download={`${name}.pdf`}>
              Save {name}.pdf
            </a>
          </p>
          <iframe class="pdf" title={`PDF of ${name}`} src={file.url} />
        </>
      )}
    </Section>
  );
}
