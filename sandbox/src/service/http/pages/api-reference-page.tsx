import type { oas31 } from 'zod-openapi';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocumentation } from './documentation-layout.tsx';

/** Every path with a form that calls it, by the library. */
export function apiReferencePage(
  c: ServiceContext,
  document: oas31.OpenAPIObject,
  tag: string | undefined,
): Response {
  const { baseUrl } = c.env;
  return answerDocumentation(c, {
    title: 'API reference',
    document,
    tag,
    isInteractive: true,
    library: 'swagger-ui',
    body: (
      <>
        <section class="reference-state" aria-label="Access">
          <h1>API reference</h1>
          <span id="token-state" role="status">
            Getting a token …
          </span>{' '}
          <a href={`${baseUrl}/docs/plain`}>Without script</a> ·{' '}
          <a href={`${baseUrl}/openapi.json`}>openapi.json</a>
        </section>
        <div id="reference" data-base={baseUrl} />
      </>
    ),
  });
}
