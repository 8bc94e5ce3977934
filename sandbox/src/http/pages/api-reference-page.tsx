import type { oas32 } from 'zod-openapi';
import type { ServiceContext } from '../env.ts';
import { answerPage } from './page.tsx';

/** Every path with a form that calls it: groups at the side, the library in the middle. */
export function apiReferencePage(c: ServiceContext, document: oas32.OpenAPIObject): Response {
  const { baseUrl } = c.env;
  return answerPage(c, {
    title: `${document.info.title}: try it`,
    heading: false,
    notice: '',
    layout: 'wide',
    isInteractive: true,
    styles: ['swagger-ui.css', 'api-reference.css'],
    scripts: ['swagger-ui.js', 'api-reference.js'],
    body: (
      <div class="reference-layout">
        <nav aria-label="Operations">
          <h1>{document.info.title}</h1>
          <p>
            <a href={`${baseUrl}/docs`}>To read</a> · <a href={`${baseUrl}/openapi.json`}>openapi.json</a>
          </p>
          <p id="token-state" role="status">
            Getting a token …
          </p>
          <label>
            Search
            <input id="operation-search" type="search" placeholder="path, summary" autocomplete="off" />
          </label>
          <p id="nothing-found" hidden>
            No operation matches.
          </p>
          {document.tags?.map(({ name }) => (
            <Group document={document} tag={name} />
          ))}
        </nav>
        <div id="reference" data-base={baseUrl} />
      </div>
    ),
  });
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

function Group({ document, tag }: { readonly document: oas32.OpenAPIObject; readonly tag: string }) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation?.tags?.includes(tag) === true ? [{ path, method, operation }] : [];
    }),
  );
  if (operations.length === 0) return null;
  return (
    <section class="operation-group">
      <h2>{tag}</h2>
      <ul>
        {operations.map(({ path, method, operation }) => (
          <li>
            <a href={`#/${encodeURIComponent(tag)}/${operation.operationId}`} title={path}>
              <span class={`method ${method}`}>{method.toUpperCase()}</span> {operation.summary}
              <span class="path">{path}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
