import { guides } from 'virtual:guides';
import type { Child } from 'hono/jsx';
import type { oas31 } from 'zod-openapi';
import { listedOperations } from '../openapi/listed-operations.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocument, DocumentHead } from './html-document.tsx';

/** One page of the documentation. */
interface DocumentationPage {
  readonly title: string;
  readonly document: oas31.OpenAPIObject;
  /** Name of the open guide. */
  readonly guide?: string;
  /** Name of the open group of operations. */
  readonly tag?: string | undefined;
  /** The API reference calls the service; guides call nothing. */
  readonly part: 'reference' | 'guides';
  readonly body: Child;
}

/** Only the service's own files, none of them inline. */
const contentPolicy = (part: DocumentationPage['part']) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    'img-src data:',
    `connect-src ${part === 'reference' ? "'self'" : "'none'"}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Responds with a page of the documentation: the bar, the sidebar with guides and operations, and the page itself. */
export function answerDocumentation(c: ServiceContext, page: DocumentationPage): Response {
  const { baseUrl } = c.env;
  const assets = `${baseUrl}/assets`;
  const document = (
    <html lang="en">
      <DocumentHead title={`${page.title} – Sandbox documentation`} baseUrl={baseUrl}>
        <link rel="stylesheet" href={`${assets}/documentation.css`} />
        <script src={`${baseUrl}/docs/guides/search-index.js`} defer />
        <script src={`${assets}/documentation.js`} defer />
      </DocumentHead>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <header class="top">
          <span class="name">Sandbox</span>
          <nav aria-label="Documentation">
            <a href={`${baseUrl}/docs`} aria-current={page.part === 'reference' ? 'true' : undefined}>
              API reference
            </a>
            <a href={`${baseUrl}/docs/guides`} aria-current={page.part === 'guides' ? 'true' : undefined}>
              Guides
            </a>
            <a href={`${baseUrl}/sandbox/catalog`}>Catalog</a>
            <a href={`${baseUrl}/`}>Inspector</a>
          </nav>
        </header>
        <div class="columns">
          <Sidebar page={page} baseUrl={baseUrl} />
          <main id="content" class="content" tabindex={-1}>
            {page.body}
          </main>
        </div>
      </body>
    </html>
  );
  return answerDocument(c, document, { policy: contentPolicy(page.part) });
}

interface SidebarProps {
  readonly page: DocumentationPage;
  readonly baseUrl: string;
}

function Sidebar({ page, baseUrl }: SidebarProps) {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return (
    <nav id="sidebar" class="sidebar" aria-label="Contents" data-guides={`${baseUrl}/docs/guides`}>
      <details class="contents" open>
        <summary>Contents</summary>
        <label class="search">
          <span class="hidden-label">Search guides and operations</span>
          <input type="search" placeholder="Search ( / )" autocomplete="off" />
        </label>
        <p id="nothing-found" class="quiet nothing" hidden>
          Nothing found.
        </p>
        <ul id="found-sections" class="sections" aria-label="Sections of the guides" hidden />
        <div id="guides">
          {groups.map((group) => (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {guides
                  .filter((guide) => guide.group === group)
                  .map(({ name, title }) => (
                    <li key={name}>
                      <a
                        href={`${baseUrl}/docs/guides/${name}`}
                        aria-current={name === page.guide ? 'page' : undefined}
                      >
                        {title}
                      </a>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
        <h2>Operations</h2>
        {page.document.tags?.map(({ name }) => (
          <OperationGroup
            key={name}
            document={page.document}
            baseUrl={baseUrl}
            tag={name}
            isCurrent={name.toLowerCase() === page.tag?.toLowerCase()}
          />
        ))}
      </details>
    </nav>
  );
}

interface OperationGroupProps {
  readonly document: oas31.OpenAPIObject;
  readonly baseUrl: string;
  readonly tag: string;
  readonly isCurrent: boolean;
}

function OperationGroup({ document, baseUrl, tag, isCurrent }: OperationGroupProps) {
  const operations = listedOperations(document, tag);
  if (operations.length === 0) return null;
  return (
    <details class="operations" open={isCurrent} data-current={isCurrent ? '' : undefined}>
      <summary>{tag}</summary>
      <ul>
        {operations.map(({ method, path, operation }) => (
          <li key={operation.operationId}>
            <a href={`${baseUrl}/docs?tag=${encodeURIComponent(tag)}#${operation.operationId}`}>
              <span class={`method ${method.toLowerCase()}`}>{method}</span> {operation.summary}
              <span class="path">{path}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
